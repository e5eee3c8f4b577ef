import { sql } from 'kysely'
import type { Language } from '#kernel/language.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, is, oneOf, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import { atDesk } from '../desk.ts'
import { type Gap, gapText } from './sentences.ts'

/** The first statement whose balances do not add up: no session is confirmed with it. */
const brokenStatement = sql<{ file: string; gap: Gap } | null>`case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then (
  select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end`

/** What a session waits for, by its state: without a partner both sides are our own records, and nothing is imported. */
const nextStep = sql<string>`case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH'
  when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when ${brokenStatement} is null then 'CONFIRM' else 'MEND' end
  when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end`

/** Of the lines that are matched or do not agree; what may still come counts as neither. One decimal, and a hundred only where nothing is missing. */
const matchedPercent = sql<number | null>`case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0
  then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end`

/** Ours less theirs of breaks that nobody has resolved. */
const openDifference = sql<string>`(select coalesce(sum(b.difference), 0)::numeric(20,2) from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED')`

/** Open breaks of a session by kind, in words: 'Amount differs 2 · Missing on our side 1'. */
function openKinds(language: Language) {
  const names = Object.entries({ vi, en }[language].enums.breakKind).map(([kind, name]) => sql`when ${kind} then ${name}`)
  return sql<string>`coalesce((select string_agg(concat(case k.kind ${sql.join(names, sql` `)} else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind)
    from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '')`
}

const oldestOpen = sql<string | null>`(select min(b.day) from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED')`

/** Sessions of a desk within the caller's scope: what lists and the workbench's head show. */
export const sessionsOf = ({ scope, language }: Pick<RequestContext, 'scope' | 'language'>, place: Pick<DeskPlace, 'plugs'>) =>
  scope
    .selectFrom('reconciliation.session as s')
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 's.partner_id' }))
    .leftJoin(...lookup('reconciliation.setup as c', { 'c.id': 's.setup_id' }))
    .select([
      's.id',
      's.code',
      's.plug',
      's.setup_id as setupId',
      's.partner_id as partnerId',
      's.from_day as fromDay',
      's.to_day as toDay',
      's.status',
      's.task',
    ])
    .select([sql<string>`${sql.ref('c.name')}`.as('setupName')])
    .select([sql<string | null>`${sql.ref('p.code')}`.as('partnerCode'), sql<string | null>`${sql.ref('p.name')}`.as('partnerName')])
    .select([nextStep.as('nextStep'), 's.ours_lines as oursLines', 's.ours_sum as oursSum', 's.theirs_lines as theirsLines', 's.theirs_sum as theirsSum'])
    .select([sql<string>`(s.ours_sum - s.theirs_sum)::numeric(20,2)`.as('difference'), openDifference.as('openDifference')])
    .select([matchedPercent.as('matchedPercent'), 's.breaks', 's.breaks_open as breaksOpen', 's.at_risk as atRisk'])
    .select([brokenStatement.as('broken'), sql<Language>`${language}::text`.as('language')])
    .select(['s.settled_at as settledAt', 's.created_by as createdBy', 's.updated_at as updatedAt', 's.updated_by as updatedBy', 's.version'])
    .where(atDesk('s', place))

/** Why a session cannot be confirmed, in a sentence. */
export const blockedBy = ({ broken, language }: { broken: { file: string; gap: Gap } | null; language: Language }): string | null =>
  broken && gapText(broken.gap, broken.file, language)
type Row = ReturnType<typeof sessionsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const sessionList = (place: DeskPlace): ListHandler<SessionContracts['list'], Row> => ({
  query: (ctx) => sessionsOf(ctx, place).select([openKinds(ctx.language).as('openKinds'), oldestOpen.as('oldestOpen')]),
  where: {
    text: words(
      's.code',
      sql<string>`coalesce(${sql.ref('c.code')}, '')`,
      sql<string>`coalesce(${sql.ref('c.name')}, '')`,
      sql<string>`coalesce(${sql.ref('p.code')}, '')`,
      sql<string>`coalesce(${sql.ref('p.name')}, '')`,
    ),
    plug: is('s.plug'),
    partnerId: is('s.partner_id'),
    setupId: is('s.setup_id'),
    status: oneOf('s.status'),
    nextStep: (step) => sql`${nextStep} = ${step}`,
    period: days('s.from_day'),
  },
  key: 's.id',
  map: ({ broken, language, ...row }) => ({ ...row, blocked: blockedBy({ broken, language }) }),
  sort: { code: 's.code', fromDay: 's.from_day', atRisk: 's.at_risk', breaksOpen: 's.breaks_open', updatedAt: 's.updated_at' },
})
