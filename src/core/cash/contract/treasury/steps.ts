import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { Flag, Id, OptionalNote, OptionalText, RequiredNote, RequiredText, Version } from '#kernel/primitives.ts'
import { CashFromZero } from '../amounts.ts'
import { Pieces } from '../denominations.ts'
import { Printed } from '../documents.ts'
import { TREASURY_API, TREASURY_BASE, treasuryMachine } from './transaction.ts'

const ref = { id: Id, version: Version }

export const submitTreasury = defineCommand({
  path: `${TREASURY_API}/submit`,
  permission: `${TREASURY_BASE}/request`,
  summary: { vi: 'Trình duyệt giao dịch ngân quỹ', en: 'Submit a treasury transaction for approval' },
  fires: [treasuryMachine, 'submit'],
  input: { ...ref, reason: OptionalNote(500) },
  output: z.object({ id: Id, version: Version, requestId: Id }),
})

/** The sender has counted and sealed the bag and given it to the courier. */
export const dispatchTreasury = defineCommand({
  path: `${TREASURY_API}/dispatch`,
  permission: `${TREASURY_BASE}/dispatch`,
  summary: { vi: 'Giao tiền cho người áp tải', en: 'Dispatch cash with the courier' },
  fires: [treasuryMachine, 'dispatch'],
  input: {
    ...ref,
    courierId: Id.optional(),
    pieces: Pieces,
    sealNumber: RequiredText(64),
    vehicle: OptionalText(64),
    /** Needed for a withdrawal from a bank. */
    bankReference: OptionalText(64),
    note: OptionalNote(500),
  },
  idempotent: true,
})

/** From here to the submission of the count nothing shows its counter what was sent. */
export const startReceipt = defineCommand({
  path: `${TREASURY_API}/start-receipt`,
  permission: `${TREASURY_BASE}/receive`,
  summary: { vi: 'Bắt đầu nhận tiền (kiểm đếm mù)', en: 'Start a receipt (blind count)' },
  fires: [treasuryMachine, 'startReceipt'],
  input: ref,
})

/** For a count that nobody will finish; never by its counter, who would see what was sent and begin anew. */
export const callOffReceipt = defineCommand({
  path: `${TREASURY_API}/call-off-receipt`,
  permission: `${TREASURY_BASE}/close`,
  summary: { vi: 'Huỷ lượt kiểm đếm nhận tiền đang dở của người khác', en: 'Call off another person’s unfinished receipt' },
  fires: [treasuryMachine, 'callOffReceipt'],
  input: { ...ref, reason: RequiredNote(200) },
})

/** What was counted is what is recorded; a difference opens a discrepancy and moves nothing. */
export const receiveTreasury = defineCommand({
  path: `${TREASURY_API}/receive`,
  permission: `${TREASURY_BASE}/receive`,
  summary: { vi: 'Nộp kết quả kiểm đếm khi nhận tiền', en: 'Submit the count of a receipt' },
  fires: [treasuryMachine, 'receive', 'differ'],
  input: {
    ...ref,
    pieces: Pieces,
    /** The seal was whole when the bag came. */
    sealIntact: Flag,
    note: OptionalNote(500),
  },
  output: z.object({ id: Id, version: Version, status: treasuryMachine.status }),
  idempotent: true,
})

/** The bank has taken the cash: what it counted, and its reference. */
export const confirmDeposit = defineCommand({
  path: `${TREASURY_API}/confirm-deposit`,
  permission: `${TREASURY_BASE}/receive`,
  summary: { vi: 'Ghi nhận ngân hàng đã nhận tiền nộp', en: 'Record that the bank has taken a deposit' },
  fires: [treasuryMachine, 'receive', 'differ'],
  input: {
    ...ref,
    amount: CashFromZero,
    bankReference: RequiredText(64),
    note: OptionalNote(500),
  },
  output: z.object({ id: Id, version: Version, status: treasuryMachine.status }),
  idempotent: true,
})

/** The bag came back to the sender, who counts it. */
export const returnTreasury = defineCommand({
  path: `${TREASURY_API}/return`,
  permission: `${TREASURY_BASE}/dispatch`,
  summary: { vi: 'Nhận lại tiền đã giao', en: 'Take back a dispatched bag' },
  fires: [treasuryMachine, 'return', 'differ'],
  input: { ...ref, pieces: Pieces, reason: RequiredNote(500) },
  output: z.object({ id: Id, version: Version, status: treasuryMachine.status }),
  idempotent: true,
})

/** The slip of what was dispatched: with the sender's count; after the receipt with both, one paper for each end. */
export const printTreasury = defineCommand({
  path: `${TREASURY_API}/print`,
  permission: `${TREASURY_BASE}/view`,
  summary: { vi: 'In phiếu giao nhận tiền', en: 'Print a cash handover slip' },
  input: { id: Id },
  output: Printed,
})
