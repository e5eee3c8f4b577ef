import { sql } from 'kysely'
import { supersede } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { AuditFact, AuditLog } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { outdated } from '#platform/server/database/outdated.ts'
import type { RowOf } from '#platform/server/record/record.ts'
import { counterDates } from '../business-date.ts'
import { differenceAccount } from '../difference-accounts.ts'
import { cashDifference } from '../differences.ts'
import { DIFFERENCE, differences, keepPending, PAYOUT_MADE } from '../pending-difference.ts'
import { shifts, variances } from '../records.ts'
import { move } from '../treasury/postings.ts'
import { cashVariance } from '../variance.ts'
import { FOUND_BY_COUNT, SETTLED_BY_COUNT } from './found-by-count.ts'

/** A payout of which it is known from now on that it was made. */
export interface MadePayout {
  id: string
  code: string
  amount: string
  transactionId: string
  tillId: string
}

export interface Books {
  now: Date
  audit: AuditLog
}

interface FirstCount {
  slipId: string
  id: string
  code: string
  reason: string
  shiftId: string | null
  holdingId: string
  unitId: string
  varianceId: string | null
  varianceStatus: string | null
  settled: boolean
}

/** What the system does to a count because of a payout, with what the audit log says of it. */
interface Step {
  tx: Tx
  now: Date
  count: FirstCount
  slip: MadePayout
  facts: AuditFact[]
}

const SYSTEM = { actor: 'system', traceId: 'cash', ip: '' }
const stampOf = ({ now }: Step) => ({ by: 'system', at: now })
const note = ({ facts, slip: { code: payout } }: Step, subjectType: string, subjectId: string, before: object | undefined, after: object) =>
  facts.push({ ...SYSTEM, action: 'cash.payoutMade', subjectType, subjectId, ...(before && { before }), after: { ...after, payout } })

/**
 * Payouts that turn out to have been made at tills which were counted meanwhile, because nobody knew or because their channel could not report
 * them: the count has found their cash missing already. What is not posted yet of its variance shrinks by them; what was posted, or was
 * counted as even, gives the money in place of the till. Called before they are posted; `accountsOf` of their services ask `TAKEN_FROM`.
 * Answers the accounts in place of the till, by transaction. `held`: no count of their tills is submitted before the commit.
 */
export async function takeFromCounts(tx: Tx, made: readonly MadePayout[], { now, audit }: Books, { held = false } = {}): Promise<ReadonlyMap<string, string>> {
  const counts = await firstCounts(tx, made)
  const rest = made.filter(({ id }) => !counts.has(id))
  if (!held && rest.length > 0) for (const [id, count] of await countedMeanwhile(tx, rest)) counts.set(id, count)
  const accounts = new Map<string, string>()
  const facts: AuditFact[] = []
  for (const slip of made) {
    const count = counts.get(slip.id)
    if (!count) continue
    await lockCount(tx, count, now, facts)
    // As it stands under the locks: a count that was submitted meanwhile may have taken its place.
    const found = (await firstCounts(tx, [slip])).get(slip.id) ?? count
    const step = { tx, now, count: found, slip, facts }
    const accountId = found.settled ? await takeFromDifference(step) : await explainVariance(step)
    if (accountId !== null) accounts.set(slip.transactionId, accountId)
    await tx.insertInto('cash.counted_payout').values({ slip_id: slip.id, count_id: found.id, account_id: accountId, created_at: now }).execute()
  }
  if (facts.length > 0) await audit.writeMany(tx, facts)
  return accounts
}

/** The first count that has found each, by slip; those that were counted anew left out. */
async function firstCounts(tx: Tx, made: readonly Pick<MadePayout, 'id'>[]): Promise<Map<string, FirstCount>> {
  if (made.length === 0) return new Map()
  const { rows } = await sql<FirstCount>`
    select distinct on (s.id) s.id as "slipId", c.id, c.code, c.reason, c.shift_id as "shiftId", c.holding_id as "holdingId", c.unit_id as "unitId",
      v.id as "varianceId", v.status as "varianceStatus", ${SETTLED_BY_COUNT} as settled
    from cash.slip s join cash.count c on ${FOUND_BY_COUNT} left join cash.variance v on v.count_id = c.id
    where s.id = any(${made.map(({ id }) => id)}::bigint[]) and v.status is distinct from 'SUPERSEDED' order by s.id, c.id`.execute(tx)
  return new Map(rows.map((row) => [row.slipId, row]))
}

/** Of tills that no count is submitted of from here on: it waits for these payments, and has them in the books then. */
async function countedMeanwhile(tx: Tx, made: readonly MadePayout[]): Promise<Map<string, FirstCount>> {
  await sql`select from cash.holding where id = any(${[...new Set(made.map(({ tillId }) => tillId))]}::bigint[]) order by id for key share`.execute(tx)
  return firstCounts(tx, made)
}

/** What waits for a decision about the count was asked on what is no longer so. Requests first, then shift and holding: as decisions lock them. */
async function lockCount(tx: Tx, { id, shiftId, holdingId }: FirstCount, now: Date, facts: AuditFact[]): Promise<void> {
  const context = { tx, now, actor: 'system' }
  const ended = await supersede(context, cashVariance, [id], PAYOUT_MADE)
  const pending = await tx.selectFrom(DIFFERENCE).select('id').where('source_type', '=', 'cash.count').where('source_id', '=', id).execute()
  const ids = pending.map((row) => row.id)
  ended.push(...(await supersede(context, cashDifference, ids, PAYOUT_MADE)))
  facts.push(...ended.map((fact) => ({ ...SYSTEM, ...fact })))
  if (shiftId !== null) await sql`select from cash.shift where id = ${shiftId} for update`.execute(tx)
  await sql`select from cash.holding where id = ${holdingId} for no key update`.execute(tx)
}

/** Its cash still lies in the till by the books: it is taken from there, and of the variance so much less is left. One that is explained whole ends, and its shift with it. */
async function explainVariance(step: Step): Promise<null> {
  const { tx, count, slip } = step
  // Asked since the requests were looked for: that one has to end first.
  if (count.varianceStatus === 'PENDING') throw outdated(`variance of ${count.code}`)
  const row = await variances.lock(tx, { id: count.varianceId ?? '' })
  const explained = parseMoney(row.explained) + parseMoney(slip.amount)
  const left = parseMoney(row.amount) + explained
  const after = await variances.save(tx, stampOf(step), row, { explained: formatMoney(explained) }, left === 0n ? 'clear' : undefined)
  const before = { varianceStatus: row.status, varianceLeft: formatMoney(parseMoney(row.amount) + parseMoney(row.explained)) }
  note(step, variances.subject, count.id, before, { varianceStatus: after.status, varianceLeft: formatMoney(left) })
  if (left === 0n) await closeShift(step)
  return null
}

/** The shift that the count was to close; while its till is counted anew, that count closes it. */
async function closeShift(step: Step): Promise<void> {
  const { tx, count } = step
  if (count.reason !== 'SHIFT' || count.shiftId === null) return
  const { rows } = await sql`select from cash.count_session where shift_id = ${count.shiftId} and reason = 'SHIFT' and ended_at is null`.execute(tx)
  if (rows.length > 0) return
  const shift = await shifts.lock(tx, { id: count.shiftId })
  const { status } = await shifts.save(tx, stampOf(step), shift, { closed_at: step.now }, 'close')
  note(step, shifts.subject, shift.id, { status: shift.status }, { code: shift.code, status })
}

/** The till has been put right by the count: the money comes from what the count has left pending, and what is beyond that was a surplus. Answers the account. */
async function takeFromDifference(step: Step): Promise<string> {
  const { tx, now, count, slip } = step
  const size = parseMoney(slip.amount)
  const row = await unsettled(tx, count)
  const before = row ? parseMoney(row.amount) : 0n
  if (row) {
    const { status } = await differences.save(tx, stampOf(step), row, { decided_at: now }, 'clear')
    note(step, DIFFERENCE, row.id, { status: row.status }, { sourceCode: row.source_code, status })
  }
  const left = before + size
  const today = localDate(now)
  const day = (await counterDates(tx, [count.unitId], today)).get(count.unitId) ?? today
  if (left !== 0n) {
    const source = { sourceType: 'cash.count' as const, sourceId: count.id, sourceCode: count.code }
    const arisen = { ...source, holdingId: count.holdingId, unitId: count.unitId, amount: formatMoney(left), aroseOn: row?.arose_on ?? day }
    note(step, DIFFERENCE, await keepPending(tx, stampOf(step), arisen), undefined, { sourceCode: count.code, status: 'OPEN', amount: arisen.amount })
  }
  const short = before < 0n ? -before : 0n
  if (short < size && short > 0n) await postBeyond(step, size - short, day)
  return differenceAccount(tx, count.unitId, short === 0n ? 'SURPLUS_PENDING' : 'SHORTAGE_PENDING')
}

/** The difference of the count that people have not settled, locked. Throws where somebody has proposed meanwhile what becomes of it: that request has to end first. */
async function unsettled(tx: Tx, { id, code }: FirstCount): Promise<RowOf<typeof DIFFERENCE> | undefined> {
  const found = await tx
    .selectFrom(DIFFERENCE)
    .selectAll()
    .where('source_type', '=', 'cash.count')
    .where('source_id', '=', id)
    .where('status', 'in', ['OPEN', 'PENDING'])
    .forUpdate()
    .executeTakeFirst()
  if (found?.status === 'PENDING') throw outdated(`difference of ${code}`)
  return found as RowOf<typeof DIFFERENCE> | undefined
}

/** More was paid than the count had found missing: the rest was in the till beyond what belonged there. */
async function postBeyond({ tx, now, count: { unitId, id, code }, slip }: Step, amount: Hundredths, day: string): Promise<void> {
  const [shortage, surplus] = [await differenceAccount(tx, unitId, 'SHORTAGE_PENDING'), await differenceAccount(tx, unitId, 'SURPLUS_PENDING')]
  await post(tx, {
    businessKey: `cash-counted-payout:${slip.id}`,
    kind: 'CASH_SURPLUS',
    service: 'CASH',
    businessDate: day,
    occurredAt: now,
    description: `Thừa quỹ theo lần kiểm ${code}, khoản chi ${slip.code} đã chi`,
    sourceType: 'cash.count',
    sourceId: id,
    officeUnitId: unitId,
    entries: move(shortage, surplus, amount),
  })
}
