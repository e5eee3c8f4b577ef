import { z } from 'zod'
import { Journal } from '#core/ledger/contract/journal.ts'
import { MoneyStep } from '#core/trace/contract/steps.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { Attachments, FileInfo } from '#kernel/files.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateFromToday,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { CashAmount } from '../amounts.ts'
import { PieceLines, Pieces } from '../denominations.ts'
import { DraftedKind, Settlement, StatementState, TREASURY_API, TREASURY_BASE, TransitState, TreasuryKind, treasuryMachine } from './transaction.ts'

const Row = z.object({
  id: Id,
  code: CodeText,
  kind: TreasuryKind,
  status: treasuryMachine.status,
  fromName: Text,
  toName: Text,
  courierName: NameText.nullable(),
  /** Null while the reader counts the bag, or a vault or till at either end. */
  amount: Money.nullable(),
  receivedAmount: Money.nullable(),
  difference: Money.nullable(),
  plannedOn: DateOnly,
  dispatchedAt: Timestamp.nullable(),
  receivedAt: Timestamp.nullable(),
  transit: TransitState.nullable(),
  /** Whole hours with the courier so far. */
  transitHours: Count.nullable(),
  statement: StatementState.nullable(),
  sealNumber: CodeText.nullable(),
  bankReference: CodeText.nullable(),
  createdBy: AccountText,
  updatedAt: Timestamp,
  /** The end that sends, and the one that receives, lie within the reader's scope. */
  sends: Flag,
  receives: Flag,
  /** The reader answers for the vault there besides (a bank has none), and may hand out or take in its cash. */
  givesOut: Flag,
  takesIn: Flag,
  /** The reader counts the bag now. */
  counting: Flag,
  /** Somebody else does. */
  countedByOther: Flag,
  pendingRequestId: Id.nullable(),
  version: Version,
})

export const listTreasury = defineList({
  path: `${TREASURY_API}/search`,
  permission: `${TREASURY_BASE}/view`,
  summary: { vi: 'Giao dịch ngân quỹ', en: 'Treasury transactions' },
  entity: 'cash.treasury.transaction',
  filter: {
    /** Part of the code, seal number, bank reference or purpose. */
    text: SearchText,
    status: z.array(treasuryMachine.status).min(1).max(treasuryMachine.status.options.length).optional(),
    kind: z.array(TreasuryKind).min(1).max(TreasuryKind.options.length).optional(),
    /** The end that sends: the unit and everything below it. */
    fromUnitId: Id.optional(),
    toUnitId: Id.optional(),
    courierId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    dispatchedFrom: DateOnly.optional(),
    dispatchedTo: DateOnly.optional(),
    receivedFrom: DateOnly.optional(),
    receivedTo: DateOnly.optional(),
    amountFrom: Money.optional(),
    amountTo: Money.optional(),
    transit: z.array(TransitState).min(1).max(2).optional(),
    statement: StatementState.optional(),
    /** On its way to the caller: to the vault that they answer for or, between vault and till, to their shift; not what they sent themselves. */
    toReceive: Flag.optional(),
  },
  row: Row,
  sort: ['code', 'plannedOn', 'dispatchedAt', 'receivedAt', 'amount', 'updatedAt'],
  defaultSort: '-plannedOn',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} giao dịch', en: '{n} {n|transaction|transactions}' } },
})

/** A count of the bag, as its counter submitted it. */
export const BagCount = z.object({ total: Money, pieces: PieceLines, by: NameText, at: Timestamp, note: NoteText })
export type BagCount = z.output<typeof BagCount>

export const findTreasury = defineQuery({
  path: `${TREASURY_API}/detail`,
  permission: `${TREASURY_BASE}/view`,
  summary: { vi: 'Chi tiết giao dịch ngân quỹ', en: 'Treasury transaction details' },
  /** By id, or by code where a person types it. */
  input: { id: Id.optional(), code: SearchText },
  output: Row.extend({
    fromUnitId: Id,
    fromUnit: UnitText,
    toUnitId: Id,
    toUnit: UnitText,
    fromHolding: NameText.nullable(),
    toHolding: NameText.nullable(),
    bankId: Id.nullable(),
    bankName: NameText.nullable(),
    courierId: Id.nullable(),
    purpose: NoteText,
    vehicle: Text.nullable(),
    planned: PieceLines,
    dispatchedOn: DateOnly.nullable(),
    receivedOn: DateOnly.nullable(),
    /** Null until it was submitted; what was sent also while the receiving end alone looks on and has not counted yet. */
    sent: BagCount.nullable(),
    received: BagCount.nullable(),
    receivingName: NameText.nullable(),
    goesBack: Flag,
    endReason: NoteText,
    settlement: Settlement.nullable(),
    settlementStaff: NameText.nullable(),
    /** Who may have to make a shortage good. */
    answerable: z.array(z.object({ id: Id, name: NameText })),
    /** What would be over its ceiling with this amount: the receiving holding, the courier. */
    overCeiling: Flag,
    courierOver: Flag,
    createdAt: Timestamp,
    updatedBy: AccountText,
    trace: z.array(MoneyStep),
    journals: z.array(Journal),
    timeline: z.array(z.object({ seq: Count, status: treasuryMachine.status, at: Timestamp, by: Text, note: NoteText })),
    attachments: z.array(FileInfo),
  }),
})

const Content = {
  amount: CashAmount,
  courierId: Id.optional(),
  plannedOn: DateFromToday,
  purpose: RequiredNote(500),
  /** As planned; empty where the sender decides. */
  pieces: Pieces.default([]),
  attachments: Attachments.optional(),
}

export const createTreasury = defineCommand({
  path: `${TREASURY_API}/create`,
  permission: `${TREASURY_BASE}/create`,
  summary: { vi: 'Lập giao dịch ngân quỹ', en: 'Create a treasury transaction' },
  /** Between units: from and to. With a bank: the unit in `fromUnitId` and the bank. */
  input: { kind: DraftedKind, fromUnitId: Id, toUnitId: Id.optional(), bankId: Id.optional(), ...Content },
})

export const updateTreasury = defineCommand({
  path: `${TREASURY_API}/update`,
  permission: `${TREASURY_BASE}/update`,
  summary: { vi: 'Sửa giao dịch ngân quỹ', en: 'Edit a treasury transaction' },
  input: { id: Id, version: Version, ...Content },
})

export const cancelTreasury = defineCommand({
  path: `${TREASURY_API}/cancel`,
  permission: `${TREASURY_BASE}/update`,
  summary: { vi: 'Huỷ giao dịch ngân quỹ', en: 'Cancel a treasury transaction' },
  fires: [treasuryMachine, 'cancel'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** What a form chooses from: units with a vault, couriers, cooperative banks. Names only, outside the caller's scope too. */
const Choice = z.array(z.object({ id: Id, code: CodeText, name: NameText }))
const choice = (name: string, summary: { vi: string; en: string }) =>
  defineQuery({
    method: 'POST',
    path: `${TREASURY_API}/${name}`,
    permission: `${TREASURY_BASE}/view`,
    summary,
    input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
    output: Choice,
  })
export const treasuryUnits = choice('units', { vi: 'Đơn vị có quỹ chính', en: 'Units with a vault' })
export const treasuryCouriers = choice('couriers', { vi: 'Người áp tải', en: 'Couriers' })
export const treasuryBanks = choice('banks', { vi: 'Ngân hàng hợp tác', en: 'Cooperative banks' })
