import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { SessionLine } from '../../contract/lines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { atDesk } from '../desk.ts'
import { seenSession } from './detail.ts'

/** Lines of one match that are shown at most. */
const SHOWN = 500

const amountOf = (column: string) => sql<string>`(${sql.ref(column)} * 0.01)::numeric(20,2)`

const pairOf = (side: 'O' | 'T') =>
  sql`(select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and ${sql.ref(side === 'O' ? 'p.ours_no' : 'p.theirs_no')} = l.no limit 1)`
/** The match that a line belongs to. */
const matchNo = sql<number | null>`(case l.side when 'O' then ${pairOf('O')} else ${pairOf('T')} end)`
const waiting = (column: string) =>
  sql`(select ${sql.raw(column)} from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no)`
/** The break that a line belongs to, the one that still counts before one whose records were put right. */
const breakId = sql<string | null>`(select k.break_id from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by b.put_right, k.break_id desc limit 1)`
/** The state of the break that a line counts in. */
const breakStatus = sql<string | null>`(select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
  where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1)`
const counting = (
  status: RawBuilder<unknown>,
) => sql<boolean>`exists (select from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
  and ${status} where k.session_id = l.session_id and k.side = l.side and k.no = l.no)`

/** Where a line has ended up. */
const STATE = sql<SessionLine['state']>`(case when not l.money then 'NO_MONEY' when ${matchNo} is not null then 'MATCHED' else coalesce(${waiting('w.why')},
  case ${breakStatus} when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end)`

const matched = sql`(l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no)
  or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))`
const waits = (why: RawBuilder<unknown>) =>
  sql`exists (select from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no and ${why})`

/** In a break of this state, and nowhere else by now. */
const inBreak = (status: string) => sql`l.money and ${counting(sql`b.status = ${sql.lit(status)}`)} and not ${matched} and not ${waits(sql`true`)}`

/** Each state as a condition that the indexes know. */
const IN_STATE: Record<SessionLine['state'], RawBuilder<unknown>> = {
  NO_MONEY: sql`not l.money`,
  MATCHED: sql`l.money and ${matched}`,
  EXPECTED: sql`l.money and ${waits(sql`w.why = 'EXPECTED'`)}`,
  CARRIED: sql`l.money and ${waits(sql`w.why = 'CARRIED'`)}`,
  BREAK: inBreak('OPEN'),
  PROPOSED: inBreak('PROPOSED'),
  DECIDED: inBreak('RESOLVED'),
  NEW: sql`l.money and not ${counting(sql`true`)} and not ${matched} and not ${waits(sql`true`)}`,
}

/** In one of some states; all but what is matched, as the workbench opens with, is one question a line. */
function inStates(states: readonly SessionLine['state'][]) {
  if (keptPart([...states]) === 'OTHERS') return sql<SqlBool>`not (${IN_STATE.MATCHED})`
  return sql<SqlBool>`(${sql.join(
    states.map((state) => sql`(${IN_STATE[state]})`),
    sql` or `,
  )})`
}

/** Lines of the sessions that a desk shows within the caller's scope. */
const linesOf = ({ scope }: Pick<RequestContext, 'scope'>, place: Pick<DeskPlace, 'plugs'>, sessionId: string) =>
  scope
    .selectFrom('reconciliation.session as s')
    // Its first day comes from one row, before anything is read: only the month of the session is looked at.
    .innerJoin('reconciliation.line as l', (on) =>
      on.on('l.session_id', '=', sessionId).on('l.period', '=', sql<string>`(select x.from_day from reconciliation.session x where x.id = ${sessionId})`),
    )
    .select([sql<string>`l.side::text || l.no`.as('id'), sql<SessionLine['side']>`case l.side when 'O' then 'OURS' else 'THEIRS' end`.as('side'), 'l.no'])
    .select([STATE.as('state'), 'l.day', 'l.at', 'l.reference', 'l.document_no as documentNo', amountOf('l.amount').as('amount'), amountOf('l.fee').as('fee')])
    .select(['l.counter_account as counterAccount', 'l.counter_name as counterName', 'l.text', 'l.status as lineStatus', 'l.file_row as fileRow'])
    .select(['l.source_id as sourceId', 'l.source_code as sourceCode', breakId.as('breakId'), matchNo.as('matchNo')])
    .select(sql<string | null>`${waiting('w.due_on')}`.as('dueOn'))
    .where('s.id', '=', sessionId)
    .where(atDesk('s', place))
type Row = ReturnType<typeof linesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const lineList = (place: DeskPlace): ListHandler<SessionContracts['lines'], Row> => ({
  query: (ctx, { sessionId }) => linesOf(ctx, place, sessionId),
  where: {
    sessionId: () => undefined,
    side: (side) => sql`l.side = ${side === 'OURS' ? 'O' : 'T'}`,
    state: inStates,
    text: words('l.reference', 'l.document_no', 'l.source_code', 'l.counter_name', 'l.text'),
    amount: (amount) => sql`abs(l.amount) = abs(${parseMoney(amount).toString()}::bigint)`,
    day: is('l.day'),
  },
  key: 'l.no',
  sort: { no: 'l.no', day: 'l.day', amount: 'l.amount' },
  kept: (ctx, filter) => keptTotals(ctx, place, filter),
})

type Filter = Parameters<ListHandler<SessionContracts['lines'], Row>['query']>[1]

/** Which part of a side is counted already: all of it, what is matched, or what is not. */
function keptPart(state: Filter['state']): 'ALL' | 'MATCHED' | 'OTHERS' | undefined {
  if (!state) return 'ALL'
  const chosen = new Set(state)
  if (!chosen.has('MATCHED')) return chosen.size === Object.keys(IN_STATE).length - 1 ? 'OTHERS' : undefined
  return chosen.size === 1 ? 'MATCHED' : undefined
}

/** A whole side is counted once there are lines, its matched lines by the matching: neither is counted again among a million. */
function keptTotals({ scope }: RequestContext, place: DeskPlace, { sessionId, side, state, text, amount, day }: Filter) {
  const part = keptPart(state)
  if (part === undefined || text || amount !== undefined || day !== undefined) return undefined
  const matched = sql.ref(side === 'OURS' ? 's.matched_ours' : 's.matched_theirs')
  const all = sql.ref(side === 'OURS' ? 's.all_ours' : 's.all_theirs')
  const counted = sql`(select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = ${side === 'OURS' ? 'O' : 'T'})`
  const whole = sql`(case when ${all} > 0 then ${all} else ${counted} end)`
  return scope
    .selectFrom('reconciliation.session as s')
    .select(sql<string>`${{ ALL: whole, MATCHED: matched, OTHERS: sql`${whole} - ${matched}` }[part]}`.as('totalRecord'))
    .where('s.id', '=', sessionId)
    .where(atDesk('s', place))
}

const shownLine = ({ at, ...row }: Row): SessionLine => ({ ...row, at: at && isoLocal(at) })

/** The lines of one match, ours first. Throws SYS-404. */
export async function linesOfMatch(
  place: DeskPlace,
  { sessionId, matchNo: no }: InputOf<SessionContracts['matchLines']>,
  ctx: RequestContext,
): Promise<OutputOf<SessionContracts['matchLines']>> {
  await seenSession(ctx, place, sessionId)
  const rows = await linesOf(ctx, place, sessionId)
    .select(sql<string>`count(*) over ()`.as('total'))
    .where(
      sql<boolean>`(l.side, l.no) in (select 'O'::"char", p.ours_no from reconciliation.pair p where p.session_id = ${sessionId} and p.period = l.period and p.match_no = ${no} and p.ours_no is not null
        union all select 'T'::"char", p.theirs_no from reconciliation.pair p where p.session_id = ${sessionId} and p.period = l.period and p.match_no = ${no} and p.theirs_no is not null)`,
    )
    .orderBy('l.side')
    .orderBy('l.no')
    .limit(SHOWN)
    .execute()
  return { lines: rows.map(({ total: _total, ...row }) => shownLine(row)), total: Number(rows[0]?.total ?? 0) }
}
