import { z } from 'zod'
import { itemMachine } from '#core/disbursement/contract/machine.ts'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  KeyFilter,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { settlementMachine } from './machine.ts'
import { Cycle, Held, Part, SETTLEMENTS, Waits } from './words.ts'

const API = '/qr-admin/settlements/v1'

const Settlement = z.object({
  id: Id,
  code: CodeText,
  merchantId: Id,
  merchantCode: CodeText,
  merchantName: NameText,
  status: settlementMachine.status,
  /** Why it does not go with the next batch; null where it does, or is not payable. */
  waits: Waits.nullable(),
  coolingUntil: Timestamp.nullable(),
  cycle: Cycle,
  untilAt: Timestamp,
  payments: Count,
  gross: Money,
  fee: Money,
  tax: Money,
  refunds: Money,
  cancellations: Money,
  other: Money,
  carried: Money,
  net: Money,
  /** Of its newest transfer. */
  reference: CodeText.nullable(),
  batchCode: CodeText.nullable(),
  holdReason: NoteText,
  paidAt: Timestamp.nullable(),
  closedAt: Timestamp,
  unitId: Id,
  unitName: UnitText,
  ...Stamped,
})

export const listSettlements = defineList({
  path: `${API}/search`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Quyết toán điểm bán', en: 'Settlements of merchants' },
  entity: 'settlements.settlement',
  filter: {
    /** Part of its code, or of code or name of the merchant. */
    text: SearchText,
    status: z.array(settlementMachine.status).min(1).max(settlementMachine.status.options.length).optional(),
    cycle: Cycle.optional(),
    /** Payable, and yet not with the next batch. */
    waiting: Flag.optional(),
    merchantId: Id.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: Settlement,
  sort: ['code', 'net', 'untilAt', 'closedAt', 'updatedAt'],
  defaultSort: '-closedAt',
  // What is to be paid first: it is what the states of the total are shown with.
  sums: ['net', 'gross', 'fee', 'tax', 'refunds', 'cancellations', 'other', 'carried'],
  adds: { net: ['gross', '-fee', '-tax', '-refunds', '-cancellations', 'other', 'carried'] },
  split: { by: 'status', words: { vi: '{n} kỳ', en: '{n} {n|settlement|settlements}' } },
})

const Linked = z.object({ id: Id, code: CodeText, net: Money })

export const findSettlement = defineQuery({
  path: `${API}/find`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Chi tiết quyết toán điểm bán', en: 'Settlement details' },
  input: { id: Id },
  output: Settlement.extend({
    fromAt: Timestamp.nullable(),
    closedBy: AccountText,
    stepNote: NoteText,
    /** What its movements come to: always equal to its own figures. */
    movements: Count,
    movementsNet: Money,
    bankBin: CodeText,
    bankName: NameText,
    accountNumber: CodeText,
    accountName: NameText,
    mergedInto: Linked.nullable(),
    merged: z.array(Linked),
    transfers: z.array(
      z.object({
        id: Id,
        reference: CodeText,
        batchCode: CodeText,
        status: itemMachine.status,
        amount: Money,
        accountNumber: CodeText,
        accountName: NameText,
        partnerReference: CodeText.nullable(),
        note: NoteText,
        /** The case about it, where a later report contradicts its outcome. */
        conflictCaseId: Id.nullable(),
        updatedAt: Timestamp,
      }),
    ),
    journals: z.array(z.object({ id: Id, kind: CodeText, businessDate: DateOnly, description: NoteText, amount: Money, recordedAt: Timestamp })),
  }),
})

/** What has changed what a merchant is owed: of one settlement, or what no settlement has yet. */
export const listMovements = defineList({
  path: `${API}/movements/search`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Phát sinh phải trả điểm bán', en: 'Movements of what merchants are owed' },
  entity: 'settlements.movement',
  filter: {
    merchantId: Id.optional(),
    /** The whole code of a settlement. */
    settlement: KeyFilter,
    open: Flag.optional(),
    part: Part.optional(),
    unitId: Id.optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({
    /** Of journal and merchant. */
    id: CodeText,
    occurredAt: Timestamp,
    businessDate: DateOnly,
    part: Part,
    transactionId: Id.nullable(),
    transactionCode: CodeText.nullable(),
    amount: Money,
    fee: Money,
    tax: Money,
    net: Money,
    held: Held.nullable(),
    settlementId: Id.nullable(),
    settlementCode: CodeText.nullable(),
    merchantId: Id,
    merchantCode: CodeText,
    merchantName: NameText,
    unitName: UnitText,
  }),
  sort: ['occurredAt', 'net'],
  defaultSort: '-occurredAt',
  sums: ['amount', 'fee', 'tax', 'net'],
  adds: { net: ['amount', '-fee', '-tax'] },
})

/** What a merchant is owed by now, by where it stands. The parts add up to the balance of its account. */
export const merchantOwed = defineQuery({
  path: `${API}/owed`,
  permission: `${SETTLEMENTS}/view`,
  summary: { vi: 'Số phải trả điểm bán', en: 'What a merchant is owed' },
  input: { merchantId: Id },
  output: z.object({
    balance: Money,
    /** Movements that fall into the cycle that is open. */
    open: Money,
    /** Movements that wait: in dispute, in suspense, or being given back. */
    held: Money,
    payable: Money,
    heldAccount: Money,
    carried: Money,
    /** Has left, and is no part of the balance. */
    underWay: Money,
    lastClosedAt: Timestamp.nullable(),
  }),
})

/** Lets a settlement go of which the merchant has got a part twice: what that was is claimed back from it, and not set off here. */
export const releaseClaim = defineCommand({
  path: `${API}/release-claim`,
  permission: `${SETTLEMENTS}/approve`,
  summary: { vi: 'Cho chi kỳ có khoản đã chi trùng', en: 'Release a settlement that was partly paid twice' },
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** Closes the cycle of one merchant at once, however little it is; the transfer is made and agreed to as any other. */
export const settleNow = defineCommand({
  path: `${API}/settle-now`,
  permission: `${SETTLEMENTS}/create`,
  summary: { vi: 'Quyết toán ngay', en: 'Settle now' },
  input: { merchantId: Id, reason: RequiredNote(500) },
  idempotent: true,
})
