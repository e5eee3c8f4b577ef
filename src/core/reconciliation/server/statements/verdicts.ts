import { sql } from 'kysely'
import type { Language } from '#kernel/language.ts'
import { is } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { en } from '../../labels/sessions/en.ts'
import { vi } from '../../labels/sessions/vi.ts'
import { atDesk } from '../desk.ts'
import { faultText } from '../sessions/sentences.ts'

const LABELS = { vi, en }

interface Verdict {
  statement_id: string
  file_row: number
  verdict: 'I' | 'R'
  about: string
  value: string
  error_code: string | null
  error_params: unknown
}

/** Rows that are no lines, and lines by which nothing moved: together they are what a statement says to be ignored or rejected. */
const verdictsIn = (sessionId: string) => sql<Verdict>`(
  select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params
    from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = ${sessionId} and f.status = 'STAGED'
  union all
  select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l
   where l.session_id = ${sessionId} and l.period = (select x.from_day from reconciliation.session x where x.id = ${sessionId}) and l.side = 'T' and not l.money and l.carried_from is null)`

const verdictsOf = ({ scope, language }: Pick<RequestContext, 'scope' | 'language'>, place: Pick<DeskPlace, 'plugs'>, sessionId: string) =>
  scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.statement as f', 'f.session_id', 's.id')
    .innerJoin(verdictsIn(sessionId).as('v'), 'v.statement_id', 'f.id')
    .select([sql<string>`v.statement_id || '-' || v.file_row`.as('id'), 'f.file_name as fileName', 'v.file_row as fileRow', 'v.verdict', 'v.about', 'v.value'])
    .select(['v.error_code as errorCode', 'v.error_params as errorParams', sql<Language>`${language}::text`.as('language')])
    .where('s.id', '=', sessionId)
    .where(atDesk('s', place))
type Row = ReturnType<typeof verdictsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

/** The rules that rows are ignored by without being configured, in words. */
export const ruleText = (rule: string, language: Language): string => (LABELS[language].enums.ignoredBy as Record<string, string>)[rule] ?? rule

export const verdictList = (place: DeskPlace): ListHandler<SessionContracts['verdicts'], Row> => ({
  query: (ctx, { sessionId }) => verdictsOf(ctx, place, sessionId),
  where: {
    sessionId: () => undefined,
    statementId: is('v.statement_id'),
    verdict: (verdict) => sql`v.verdict = ${verdict === 'IGNORED' ? 'I' : 'R'}`,
  },
  key: 'id',
  sort: { fileRow: 'v.file_row' },
  map: ({ language, errorCode, errorParams, verdict, about, ...row }) => {
    const ignored = verdict === 'I'
    const problem = errorCode === null ? '' : (faultText({ code: errorCode, params: errorParams ?? {} }, language) ?? '')
    return { ...row, verdict: ignored ? 'IGNORED' : 'REJECTED', about: ignored ? ruleText(about, language) : about, problem }
  },
})
