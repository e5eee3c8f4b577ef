import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, is, oneOf, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { BreakKind } from '../../contract/machines.ts'
import { SESSION } from '../sessions/records.ts'
import { explain, fieldWord } from './explain.ts'
import { BREAK, shownAt } from './records.ts'

/** The n-th working day counted back from today: what is older is at least n working days old. Worked out once a query. */
const workdayBack = (now: Date, n: number) => sql`(select reconciliation.workday_back(${localDate(now)}::date, ${n}))`
const older = (now: Date, n: number) => sql<SqlBool>`b.day < ${workdayBack(now, n)}`
const highFrom = sql`(${sql.ref('v.document')} ->> 'highFrom')::numeric`

/** High by amount or age, whatever is worse; medium from a tenth of the amount or after three working days. */
export const severityOf = (now: Date): RawBuilder<string> => sql<string>`case
  when b.at_risk >= ${highFrom} or ${older(now, 8)} then 'HIGH' when b.at_risk * 10 >= ${highFrom} or ${older(now, 4)} then 'MEDIUM' else 'LOW' end`

/** Working days from the first of a bucket on, and the first of the next one. */
const BUCKETS = { D0_1: [0, 2], D2_3: [2, 4], D4_7: [4, 8], OVER_7: [8, undefined] } as const

/** Whether the break `b` has stood as long as a bucket says. */
export function agedWithin(age: keyof typeof BUCKETS, now: Date): RawBuilder<SqlBool> {
  const [from, to] = BUCKETS[age]
  const least = from === 0 ? sql`true` : older(now, from)
  return to === undefined ? sql<SqlBool>`(${least})` : sql<SqlBool>`(${least} and not ${older(now, to)})`
}

/** A column of the first line of ours of the break `b`. */
const ofFirst = (column: string) => sql`(
  select ${sql.ref(`l.${column}`)} from reconciliation.break_line bl
    join reconciliation.line l on l.period = ${sql.ref('s.from_day')} and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no
   where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1)`

/** The request that waits for a break, for one that it is proposed with, or for a workbook that it stands in. */
const waitingRequest = sql<
  string | null
>`coalesce(${pendingRequest(BREAK, 'b.id')}, ${pendingRequest(BREAK, 'b.proposed_with')}, case when b.status = 'PROPOSED' then ${pendingRequest(SESSION, 'b.session_id')} end)`

/** What lists and the detail show of the breaks of a desk within the reader's scope. */
export function rowsOf(place: Pick<DeskPlace, 'plugs'>, { scope, language, now }: Pick<RequestContext, 'scope' | 'language' | 'now'>) {
  return scope
    .selectFrom('reconciliation.break as b')
    .leftJoin(...lookup('reconciliation.session as s', { 's.id': 'b.session_id' }))
    .leftJoin(...lookup('reconciliation.revision as v', { 'v.id': 's.revision_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 's.partner_id' }))
    .leftJoin(...lookup('iam.person as a', { 'a.id': 'b.assignee_id' }))
    .where(shownAt(place))
    .select([
      'b.id',
      'b.session_id as sessionId',
      's.code as sessionCode',
      's.setup_id as setupId',
      's.plug',
      's.partner_id as partnerId',
      'p.name as partnerName',
      'b.kind',
      'b.reference',
      'b.field',
    ])
    .select(['b.ours_value as oursValue', 'b.theirs_value as theirsValue', 'b.ours_sum as oursSum', 'b.theirs_sum as theirsSum', 'b.difference'])
    .select(['b.at_risk as atRisk', 'b.ours_lines as oursLines', 'b.theirs_lines as theirsLines', 'b.day', 'b.status', 'b.resolution', 'b.reason', 'b.note'])
    .select(['b.assignee_id as assigneeId', 'a.full_name as assigneeName', 'b.due_on as dueOn', 'b.resolved_by as resolvedBy', 'b.resolved_at as resolvedAt'])
    .select(['b.updated_at as updatedAt', 'b.updated_by as updatedBy', 'b.version'])
    .select(sql<number>`reconciliation.working_days(${sql.ref('b.day')}, ${localDate(now)}::date)`.as('age'))
    .select(severityOf(now).as('severity'))
    .select([sql<string | null>`${ofFirst('source_id')}`.as('sourceId'), sql<string>`coalesce(${ofFirst('source_code')}, '')`.as('sourceCode')])
    .select([waitingRequest.as('pendingRequestId'), sql<Language>`${language}::text`.as('language')])
}

type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

/** A row with what people read: the field and the sentence in the language that was asked for. */
export function shownRow({ language, ...row }: Row) {
  const { oursSum, theirsSum, atRisk } = row
  const sums = { oursSum: parseMoney(oursSum), theirsSum: parseMoney(theirsSum), atRisk: parseMoney(atRisk) }
  return {
    ...row,
    field: fieldWord(row.field, language),
    explanation: explain({ ...row, ...sums, kind: row.kind as BreakKind }, language),
    resolvedAt: row.resolvedAt && isoLocal(row.resolvedAt),
    updatedAt: isoLocal(row.updatedAt),
  }
}

/** Part of what the lines of the break `b` say. */
const linesSay = (text: string) => sql<SqlBool>`exists (
  select from reconciliation.break_line bl
    join reconciliation.line l on l.period = ${sql.ref('s.from_day')} and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no
   where bl.break_id = b.id and ${words('l.source_code', 'l.reference', 'l.text')(text)})`

export const breakList = (place: DeskPlace): ListHandler<BreakContracts['list'], Row> => ({
  query: (ctx) => rowsOf(place, ctx),
  where: {
    text: (text) => sql<SqlBool>`(${words('b.reference')(text)} or ${linesSay(text)})`,
    sessionId: is('b.session_id'),
    setupId: is('s.setup_id'),
    kind: oneOf('b.kind'),
    status: oneOf('b.status'),
    resolution: oneOf('b.resolution'),
    severity: (severity, { now }) => sql<SqlBool>`${severityOf(now)} = ${severity}`,
    bucket: (bucket, { now }) => agedWithin(bucket, now),
    partnerId: is('b.partner_id'),
    plug: is('s.plug'),
    assigneeId: is('b.assignee_id'),
    mine: (mine, { session }) => (mine ? sql<SqlBool>`b.assignee_id = ${session.userId}` : undefined),
    period: days('b.day'),
  },
  key: 'b.id',
  sort: { day: 'b.day', atRisk: 'b.at_risk', difference: 'b.difference', reference: 'b.reference', updatedAt: 'b.updated_at' },
  sums: { oursSum: 'b.ours_sum', theirsSum: 'b.theirs_sum', difference: 'b.difference', atRisk: 'b.at_risk' },
  map: shownRow,
})
