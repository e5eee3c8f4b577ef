import { settleTreasury } from '#core/cash/contract/treasury/approval.ts'
import { confirmDeposit, dispatchTreasury, receiveTreasury, returnTreasury, startReceipt, submitTreasury } from '#core/cash/contract/treasury/steps.ts'
import type { DraftedKind, TreasuryStatus } from '#core/cash/contract/treasury/transaction.ts'
import { cancelTreasury, createTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { localDate } from '#kernel/dates.ts'
import type { Desk } from './desk.ts'
import { decide } from './office.ts'
import { notesOf, type Place } from './places.ts'

/** Cash that moves between units, or between a unit and its bank. */
export interface Move {
  kind: DraftedKind
  from: Place
  to: Place
  amount: number
  purpose: string
  /** When it is drafted; each step follows ten minutes later. */
  at: Date
  /** Where it stands in the end. */
  until: TreasuryStatus
  /** What the receiver counts too little. */
  short?: number
}

const STEP_MS = 600_000
const SUBJECT = 'cash.treasury_transaction'

type Row = { id: string; status: string; version: number; started: string | null }

/** Brings a movement to where it should stand, from wherever it was left. */
export async function carry(desk: Desk, move: Move, bankId: string): Promise<void> {
  for (let step = 0; ; step++) {
    desk.at(new Date(move.at.getTime() + step * STEP_MS))
    const row = await find(desk, move)
    if (row?.status === move.until) return
    if (!row) {
      // The clock names it, so that it is found again.
      desk.at(move.at)
      await draft(desk, move, bankId)
    } else if (!(await next(desk, move, row))) return
  }
}

async function find({ runtime }: Desk, { kind, from, to, at }: Move): Promise<Row | undefined> {
  return runtime.db
    .selectFrom('cash.treasury_transaction')
    .select(['id', 'status', 'version', 'receiving_by_staff_id as started'])
    .where('kind', '=', kind)
    .where('from_unit_id', '=', from.unitId)
    .where('to_unit_id', '=', to.unitId)
    .where('created_at', '=', at)
    .executeTakeFirst()
}

/** Who drafts: the end whose business it is. */
const maker = ({ kind, from, to }: Move): string => (kind === 'REPLENISHMENT' ? to : from).keeper
/** Who takes it to the vault: at the bank the keeper stays, so the courier confirms. */
const courierOf = ({ from, to }: Move) => from.courier ?? to.courier

async function draft(desk: Desk, move: Move, bankId: string): Promise<void> {
  const { kind, from, to, amount, purpose, at } = move
  const ends = kind.startsWith('BANK') ? { fromUnitId: from.unitId, bankId } : { fromUnitId: from.unitId, toUnitId: to.unitId }
  const courier = courierOf(move)
  const given = { amount: String(amount), purpose, plannedOn: localDate(at), ...(courier ? { courierId: courier.holdingId } : {}) }
  await desk.call(maker(move), createTreasury, { kind, ...ends, ...given })
}

/** The step that leads on; false where there is none. */
async function next(desk: Desk, move: Move, { id, status, version, started }: Row): Promise<boolean> {
  const { kind, from, to, amount, until, short = 0 } = move
  const ref = { id, version }
  const bank = kind.startsWith('BANK')
  const reason = 'Thay đổi kế hoạch tiền mặt trong ngày'
  if (status === 'DRAFT') await desk.call(maker(move), submitTreasury, ref)
  else if (status === 'SUBMITTED') await decide(desk, 'kiemsoat', SUBJECT, id, until === 'REJECTED' ? 'REJECT' : 'APPROVE')
  else if (status === 'APPROVED' && until === 'CANCELLED') await desk.call(maker(move), cancelTreasury, { ...ref, reason })
  else if (status === 'APPROVED') {
    // From the bank the courier fetches it, and the keeper receives it.
    const by = kind === 'BANK_WITHDRAWAL' ? (from.courier?.account ?? from.keeper) : from.keeper
    const paper = { sealNumber: `NP${id.padStart(6, '0')}`, vehicle: '29C-123.45', ...(bank ? { bankReference: `RT${id.padStart(8, '0')}` } : {}) }
    await desk.call(by, dispatchTreasury, { ...ref, pieces: notesOf(amount), ...paper })
  } else if (status === 'DISPATCHED' && until === 'RETURNED')
    await desk.call(from.keeper, returnTreasury, { ...ref, pieces: notesOf(amount), reason: 'Đường ngập, xe phải quay lại' })
  else if (status === 'DISPATCHED' && kind === 'BANK_DEPOSIT')
    await desk.call(from.courier?.account ?? from.tills[0]?.teller ?? '', confirmDeposit, {
      ...ref,
      amount: String(amount),
      bankReference: `NT${id.padStart(8, '0')}`,
    })
  else if (status === 'DISPATCHED' && started === null) await desk.call(to.keeper, startReceipt, ref)
  else if (status === 'DISPATCHED') await desk.call(to.keeper, receiveTreasury, { ...ref, pieces: notesOf(amount - short), sealIntact: short === 0 })
  else if (status === 'DISCREPANCY') await settle(desk, move, ref)
  else return false
  return true
}

async function settle(desk: Desk, move: Move, ref: { id: string; version: number }): Promise<void> {
  const asked = await desk.runtime.db
    .selectFrom('approvals.request')
    .select('id')
    .where('subject_type', '=', SUBJECT)
    .where('subject_id', '=', ref.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  const staffId = courierOf(move)?.staffId
  const how = staffId === undefined ? { settlement: 'KEEP_PENDING' as const } : { settlement: 'RECOVER' as const, staffId }
  if (!asked) await desk.call('ketoan', settleTreasury, { ...ref, ...how, reason: 'Người áp tải nhận thiếu khi giao, đã lập biên bản' })
  await decide(desk, 'kiemsoat', SUBJECT, ref.id)
}
