import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { MatchMethod } from '../../contract/machines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { explainMatch } from '../breaks/explain.ts'
import { atDesk } from '../desk.ts'

const METHODS = { A: 'AUTO', T: 'TOLERANCE', M: 'MANUAL', F: 'FORCED' } as const satisfies Record<string, MatchMethod>
const letterOf = (method: MatchMethod) => Object.entries(METHODS).find(([, name]) => name === method)?.[0] ?? ''

const FIRST_DAY = (sessionId: string) => sql`(select x.from_day from reconciliation.session x where x.id = ${sessionId})`

/** The lines of one side of the match `m`, as one value. */
const ofSide = (side: 'O' | 'T', what: string) =>
  sql`(select ${sql.raw(what)} from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = ${sql.lit(side)}
    and l.no = ${sql.ref(side === 'O' ? 'p.ours_no' : 'p.theirs_no')} where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no)`
const reference = "(array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1]"
const total = '(coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)'

/** Matches of the sessions that a desk shows within the caller's scope, with the names of the rules. */
const matchesOf = ({ scope }: Pick<RequestContext, 'scope'>, place: Pick<DeskPlace, 'plugs'>, sessionId: string) =>
  scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.revision as r', 'r.id', 's.revision_id')
    .innerJoin(
      sql<{ session_id: string; period: string; match_no: number; rule: number; method: 'A' | 'T' | 'M' | 'F'; ours: number; theirs: number }>`(
        select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs
          from reconciliation.pair p where p.session_id = ${sessionId} and p.period = ${FIRST_DAY(sessionId)} group by p.session_id, p.period, p.match_no)`.as(
        'm',
      ),
      (on) => on.onTrue(),
    )
    .leftJoin('reconciliation.match as d', (on) => on.onRef('d.session_id', '=', 's.id').onRef('d.no', '=', 'm.match_no'))
    .select([sql<string>`m.match_no::text`.as('id'), 'm.match_no as matchNo', 'm.method', 'm.ours as oursLines', 'm.theirs as theirsLines'])
    .select(sql<string>`coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '')`.as('rule'))
    .select([
      sql<string>`coalesce(${ofSide('O', reference)}, '')`.as('oursReference'),
      sql<string>`coalesce(${ofSide('T', reference)}, '')`.as('theirsReference'),
    ])
    .select([sql<string | null>`${ofSide('O', 'min(l.day)')}`.as('oursDay'), sql<string | null>`${ofSide('T', 'min(l.day)')}`.as('theirsDay')])
    .select([sql<string>`${ofSide('O', total)}`.as('oursAmount'), sql<string>`${ofSide('T', total)}`.as('theirsAmount')])
    .select([sql<string>`coalesce(d.difference, 0)::numeric(20,2)`.as('difference'), sql<string>`coalesce(d.reason, '')`.as('reason')])
    .select([sql<string | null>`${ofSide('O', '(array_agg(l.source_id order by l.no))[1]')}`.as('sourceId')])
    .select([sql<string>`coalesce(${ofSide('O', '(array_agg(l.source_code order by l.no))[1]')}, '')`.as('sourceCode')])
    .select([sql<string | null>`nullif(d.made_by, 'system')`.as('madeBy'), sql<Date | null>`case when m.method in ('M', 'F') then d.made_at end`.as('madeAt')])
    .select(sql<string | null>`d.agreed_by`.as('agreedBy'))
    .where('s.id', '=', sessionId)
    .where(atDesk('s', place))
type Row = ReturnType<typeof matchesOf> extends { execute(): Promise<(infer R)[]> } ? R & { language: Language } : never

export const matchList = (place: DeskPlace): ListHandler<SessionContracts['matches'], Row> => ({
  query: (ctx, { sessionId }) => matchesOf(ctx, place, sessionId).select(sql<Language>`${ctx.language}::text`.as('language')),
  where: {
    sessionId: () => undefined,
    method: (methods) => sql`m.method in (${sql.join(methods.map(letterOf))})`,
    text: (text, _asking, { sessionId }) => {
      const patterns = foldedPatterns(text)
      const folded = sql`platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text)`
      const like =
        patterns.length === 0
          ? sql`false`
          : sql.join(
              patterns.map((pattern) => sql`${folded} like ${pattern}`),
              sql` and `,
            )
      return sql`m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period
        and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no)
        where l.session_id = ${sessionId} and l.period = ${FIRST_DAY(sessionId)} and ${like})`
    },
    differing: (differing) => (differing ? sql`coalesce(d.difference, 0) <> 0` : sql`coalesce(d.difference, 0) = 0`),
  },
  key: 'm.match_no',
  sort: { matchNo: 'm.match_no' },
  map: ({ language, method, madeAt, reason, agreedBy: _agreed, ...row }) => {
    const named = METHODS[method]
    const [oursAmount, theirsAmount] = [parseMoney(row.oursAmount), parseMoney(row.theirsAmount)]
    return {
      ...row,
      method: named,
      madeAt: madeAt && isoLocal(madeAt),
      explanation: explainMatch(
        { method: named, rule: row.rule, oursLines: row.oursLines, theirsLines: row.theirsLines, oursAmount, theirsAmount, reason, madeBy: row.madeBy },
        language,
      ),
    }
  },
})
