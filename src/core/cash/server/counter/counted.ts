import { sql } from 'kysely'
import { supersede } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { counterDates } from '../business-date.ts'
import { differenceAccount } from '../difference-accounts.ts'
import { cashDifference } from '../differences.ts'
import { DIFFERENCE, differences, keepPending, PAYOUT_MADE } from '../pending-difference.ts'
import { shifts, variances } from '../records.ts'
import { move } from '../treasury/postings.ts'
import { cashVariance } from '../variance.ts'
import { FOUND_BY_COUNT } from './found-by-count.ts'

/** An unknown payout of which it is found out that it was made. */
export interface MadeAfterAll {
  id: string
  code: string
  amount: string
}

interface FirstCount {
  id: string
  code: string
  reason: string
  shiftId: string | null
  holdingId: string
  unitId: string
  varianceId: string | null
  varianceStatus: string | null
}

/**
 * Payouts that turn out to have been made at tills which were counted meanwhile: the count has found their cash missing already. What is not
 * posted yet of its variance shrinks by them; what was posted, or was counted as even, gives the money in place of the till. Called before
 * they are posted; `accountsOf` of their services ask `TAKEN_FROM`.
 */
export async function takeFromCounts(tx: Tx, made: readonly MadeAfterAll[], now: Date): Promise<void> {
  const stamp: Stamp = { by: 'system', at: now }
  for (const slip of made) {
    const count = (await firstCount(tx, slip.id)) ?? (await countedMeanwhile(tx, slip.id))
    if (!count) continue
    await lockCount(tx, count, now)
    // As it stands under the locks: a count that was submitted meanwhile may have taken its place.
    const found = (await firstCount(tx, slip.id)) ?? count
    const posted = found.varianceStatus === null || found.varianceStatus === 'POSTED' || found.varianceStatus === 'CLEARED'
    const accountId = posted ? await takeFromDifference(tx, found, slip, stamp) : await explainVariance(tx, found, slip, stamp)
    await tx.insertInto('cash.counted_payout').values({ slip_id: slip.id, count_id: found.id, account_id: accountId, created_at: now }).execute()
  }
}

/** The first count that has found it, those that were counted anew left out. */
async function firstCount(tx: Tx, slipId: string): Promise<FirstCount | undefined> {
  const { rows } = await sql<FirstCount>`
    select c.id, c.code, c.reason, c.shift_id as "shiftId", c.holding_id as "holdingId", c.unit_id as "unitId", v.id as "varianceId", v.status as "varianceStatus"
    from cash.slip s join cash.count c on ${FOUND_BY_COUNT} left join cash.variance v on v.count_id = c.id
    where s.id = ${slipId} and v.status is distinct from 'SUPERSEDED' order by c.id limit 1`.execute(tx)
  return rows[0]
}

/** Of a till that no count is submitted of from here on: it waits for this payment, and has it in the books then. */
async function countedMeanwhile(tx: Tx, slipId: string): Promise<FirstCount | undefined> {
  await sql`select from cash.holding h where h.id = (select s.till_id from cash.slip s where s.id = ${slipId}) for no key update`.execute(tx)
  return firstCount(tx, slipId)
}

/** What waits for a decision about the count was asked on what is no longer so. Requests first, then shift and holding: as decisions lock them. */
async function lockCount(tx: Tx, { id, shiftId, holdingId }: FirstCount, now: Date): Promise<void> {
  const context = { tx, now, actor: 'system' }
  await supersede(context, cashVariance, [id], PAYOUT_MADE)
  const pending = await tx.selectFrom(DIFFERENCE).select('id').where('source_type', '=', 'cash.count').where('source_id', '=', id).execute()
  await supersede(
    context,
    cashDifference,
    pending.map((row) => row.id),
    PAYOUT_MADE,
  )
  if (shiftId !== null) await sql`select from cash.shift where id = ${shiftId} for update`.execute(tx)
  await sql`select from cash.holding where id = ${holdingId} for no key update`.execute(tx)
}

/** Its cash still lies in the till by the books: it is taken from there, and of the variance so much less is left. One that is explained whole ends, and its shift with it. */
async function explainVariance(tx: Tx, count: FirstCount, { amount }: MadeAfterAll, stamp: Stamp): Promise<null> {
  const row = await variances.lock(tx, { id: count.varianceId ?? '' })
  const explained = parseMoney(row.explained) + parseMoney(amount)
  const cleared = parseMoney(row.amount) + explained === 0n
  await variances.save(tx, stamp, row, { explained: formatMoney(explained) }, cleared ? 'clear' : undefined)
  if (cleared && count.reason === 'SHIFT' && count.shiftId !== null)
    await shifts.save(tx, stamp, await shifts.lock(tx, { id: count.shiftId }), { closed_at: stamp.at }, 'close')
  return null
}

/** The till has been put right by the count: the money comes from what the count has left pending, and what is beyond that was a surplus. Answers the account. */
async function takeFromDifference(tx: Tx, count: FirstCount, slip: MadeAfterAll, stamp: Stamp): Promise<string> {
  const size = parseMoney(slip.amount)
  const row = await tx
    .selectFrom(DIFFERENCE)
    .selectAll()
    .where('source_type', '=', 'cash.count')
    .where('source_id', '=', count.id)
    .where('status', '=', 'OPEN')
    .forUpdate()
    .executeTakeFirst()
  const before = row ? parseMoney(row.amount) : 0n
  if (row) await differences.save(tx, stamp, row as Parameters<typeof differences.save>[2], { decided_at: stamp.at }, 'clear')
  const left = before + size
  const today = localDate(stamp.at)
  const day = (await counterDates(tx, [count.unitId], today)).get(count.unitId) ?? today
  if (left !== 0n) {
    const source = { sourceType: 'cash.count' as const, sourceId: count.id, sourceCode: count.code }
    await keepPending(tx, stamp, { ...source, holdingId: count.holdingId, unitId: count.unitId, amount: formatMoney(left), aroseOn: row?.arose_on ?? day })
  }
  const short = before < 0n ? -before : 0n
  if (short === 0n) return differenceAccount(tx, count.unitId, 'SURPLUS_PENDING')
  if (short < size) await postBeyond(tx, count, slip, { amount: size - short, day, now: stamp.at })
  return differenceAccount(tx, count.unitId, 'SHORTAGE_PENDING')
}

/** More was paid than the count had found missing: the rest was in the till beyond what belonged there. */
async function postBeyond(tx: Tx, { unitId, id, code }: FirstCount, slip: MadeAfterAll, { amount, day, now }: { amount: Hundredths; day: string; now: Date }) {
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
