import { decideRequest } from '#core/approvals/contract/request.ts'
import { explainVariance, startCount, submitCount } from '#core/cash/contract/counts.ts'
import { acknowledgeItem, closeDay, findDay, startCounting, submitDay } from '#core/cash/contract/day-close/days.ts'
import { openShift, takeOverShift } from '#core/cash/contract/shifts.ts'
import { confirmTill, handOverTill } from '#core/cash/contract/treasury/till.ts'
import { type Desk, Refused } from './desk.ts'
import { cashIn, notesOf, type Place, type Till } from './places.ts'

/** What stays in a till overnight, and what the vault gives it in the morning. */
const FLOAT = 5_000_000
const ISSUE = 50_000_000

const shiftOf = ({ runtime }: Desk, { id }: Till, day: string) =>
  runtime.db
    .selectFrom('cash.shift')
    .select(['id', 'status'])
    .where('till_id', '=', id)
    .where('business_date', '=', day)
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** The count that is under way at a holding; `off`: what the counter finds beside what should be there. */
async function submit(desk: Desk, as: string, holdingId: string, off = 0) {
  const session = await desk.runtime.db
    .selectFrom('cash.count_session')
    .select('id')
    .where('holding_id', '=', holdingId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  const lines = notesOf((await cashIn(desk.runtime.db, holdingId)) + off)
  return desk.call(as, submitCount, { sessionId: session.id, lines })
}

/** Begins a count, unless one was begun before the demo was cut off. */
async function begin(desk: Desk, as: string, holdingId: string, reason: 'SHIFT' | 'DAY'): Promise<void> {
  const known = await desk.runtime.db
    .selectFrom('cash.count_session')
    .select('id')
    .where('holding_id', '=', holdingId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!known) await desk.call(as, startCount, { holdingId, reason })
}

/** The shift begins with a blind count. */
export async function openTill(desk: Desk, till: Till, day: string): Promise<void> {
  const shift = await shiftOf(desk, till, day)
  if (!shift) await desk.call(till.teller, openShift, { tillId: till.id })
  if (!shift || shift.status === 'OPENING') await submit(desk, till.teller, till.id)
}

/** Cash between vault and till, each end by its own person. */
async function handOver(desk: Desk, kind: 'TILL_ISSUE' | 'TILL_RETURN', shiftId: string, amount: number, [giver, taker]: readonly [string, string]) {
  const known = await desk.runtime.db
    .selectFrom('cash.treasury_transaction')
    .select(['id', 'version', 'status'])
    .where('shift_id', '=', shiftId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (known?.status === 'RECEIVED' || (!known && amount <= 0)) return
  const { id, version } = known ?? (await desk.call(giver, handOverTill, { kind, shiftId, pieces: notesOf(amount) }))
  await desk.call(taker, confirmTill, { id, version })
}

export async function fillTill(desk: Desk, { keeper, single }: Place, till: Till, day: string, amount = ISSUE): Promise<void> {
  const shift = single ? undefined : await shiftOf(desk, till, day)
  if (shift?.status === 'OPEN') await handOver(desk, 'TILL_ISSUE', shift.id, amount, [keeper, till.teller])
}

export async function emptyTill(desk: Desk, { keeper, single }: Place, till: Till, day: string): Promise<void> {
  const shift = single ? undefined : await shiftOf(desk, till, day)
  if (shift?.status !== 'OPEN') return
  await handOver(desk, 'TILL_RETURN', shift.id, (await cashIn(desk.runtime.db, till.id)) - FLOAT, [till.teller, keeper])
}

/** The teller has left without a count: the accountant counts the till, before the keeper of the vault. */
export async function takeOverTill(desk: Desk, { keeper }: Place, till: Till, day: string): Promise<void> {
  const { db } = desk.runtime
  const shift = await db
    .selectFrom('cash.shift')
    .select(['id', 'version', 'status', 'abandoned'])
    .where('till_id', '=', till.id)
    .where('business_date', '=', day)
    .executeTakeFirst()
  if (!shift || shift.status === 'CLOSED') return
  const witness = await db.selectFrom('iam.user_account').select('staff_id').where('account', '=', keeper).executeTakeFirstOrThrow()
  const reason = 'Giao dịch viên đi cấp cứu giữa ca, không kịp kết ca'
  if (!shift.abandoned) await desk.call('ketoan', takeOverShift, { id: shift.id, version: shift.version, witnessId: witness.staff_id ?? '', reason })
  await submit(desk, 'ketoan', till.id)
}

/** The closing count; what is off is explained, and decided unless it is `left` to wait. */
export async function closeTill(desk: Desk, { approver }: Place, till: Till, day: string, { off, left }: { off: number; left: boolean }): Promise<void> {
  const { db } = desk.runtime
  const shift = await shiftOf(desk, till, day)
  if (!shift || shift.status === 'CLOSED') return
  if (shift.status === 'OPEN') {
    await begin(desk, till.teller, till.id, 'SHIFT')
    await submit(desk, till.teller, till.id, off)
  }
  const variance = await db
    .selectFrom('cash.variance')
    .select(['count_id', 'version', 'status', 'amount'])
    .where('holding_id', '=', till.id)
    .where('status', 'in', ['OPEN', 'PENDING'])
    .executeTakeFirst()
  if (!variance) return
  if (variance.status === 'OPEN') {
    const note = variance.amount.startsWith('-') ? 'Trả thừa tiền cho khách, đã gọi lại chưa liên hệ được' : 'Khách để quên tiền thừa tại quầy'
    const reasons = await db
      .selectFrom('masterdata.global_list_entry as e')
      .innerJoin('masterdata.global_list as l', 'l.id', 'e.list_id')
      .select('e.key')
      .where('l.code', '=', 'CASH_VARIANCE_REASON')
      .orderBy('e.position')
      .executeTakeFirst()
    await desk.call(till.teller, explainVariance, { id: variance.count_id, version: variance.version, reasonCode: reasons?.key ?? 'OTHER', note })
  }
  if (!left) await decide(desk, approver, 'cash.count', variance.count_id)
}

/** What is asked about a record and not decided yet. */
export const requestFor = ({ runtime }: Desk, subjectType: string, subjectId: string) =>
  runtime.db
    .selectFrom('approvals.request')
    .select('id')
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()

/** Decides what is asked about a record. */
export async function decide(
  desk: Desk,
  as: string,
  subjectType: string,
  subjectId: string,
  decision: 'APPROVE' | 'REJECT' = 'APPROVE',
  why = 'Chưa đúng kế hoạch điều chuyển',
): Promise<void> {
  const request = await desk.runtime.db
    .selectFrom('approvals.request')
    .select(['id', 'version'])
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  const reason = decision === 'APPROVE' ? 'Đã đối chiếu chứng từ' : why
  await desk.call(as, decideRequest, { id: request.id, version: request.version, decision, reason })
}

const dayOf = ({ runtime }: Desk, { unitId }: Place, day: string) =>
  runtime.db.selectFrom('cash.day_close').select(['id', 'status', 'version']).where('unit_id', '=', unitId).where('business_date', '=', day).executeTakeFirst()

/** The keeper counts the vault, which opens the day of a unit without tills. */
export async function countVault(desk: Desk, { vaultId, keeper }: Place, day: string): Promise<void> {
  const known = await desk.runtime.db
    .selectFrom('cash.count')
    .select('id')
    .where('holding_id', '=', vaultId)
    .where('business_date', '=', day)
    .where('reason', '=', 'DAY')
    .executeTakeFirst()
  if (known) return
  await begin(desk, keeper, vaultId, 'DAY')
  await submit(desk, keeper, vaultId)
}

/** Keeper and checker close the day; `late` says why units below are still open. */
export async function endDay(desk: Desk, place: Place, day: string, late = ''): Promise<void> {
  for (;;) {
    const row = await dayOf(desk, place, day)
    if (!row || row.status === 'CLOSED') return
    const ref = { id: row.id, version: row.version }
    if (row.status === 'OPEN' || row.status === 'REOPENED') await desk.call(place.keeper, startCounting, ref)
    else if (row.status === 'COUNTING') await submitted(desk, place, ref, late)
    else await desk.call(place.checker, closeDay, ref)
  }
}

async function submitted(desk: Desk, { keeper }: Place, ref: { id: string; version: number }, lateReason: string): Promise<void> {
  try {
    await desk.call(keeper, submitDay, { ...ref, ...(lateReason ? { lateReason } : {}) })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'CSH-355') throw error
    const { checks } = await desk.call(keeper, findDay, { id: ref.id })
    let { version } = ref
    for (const { item } of checks.flatMap(({ items }) => items.filter(({ note }) => note === null)))
      version = (await desk.call(keeper, acknowledgeItem, { id: ref.id, version, item, note: 'Đã kiểm tra, theo dõi tiếp' })).version
    await desk.call(keeper, submitDay, { id: ref.id, version, ...(lateReason ? { lateReason } : {}) })
  }
}
