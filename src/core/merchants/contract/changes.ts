import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { Attachments } from '#kernel/files.ts'
import {
  CodeText,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalNote,
  OptionalText,
  Phone,
  RequiredNote,
  RequiredText,
  Text,
  Timestamp,
  Version,
} from '#kernel/primitives.ts'
import { merchantMachine } from './machine.ts'
import { MERCHANTS_API, terms } from './merchants.ts'
import { ACCOUNTS, AccountNumber, BankBin, CheckVerdict, ClockTime, LegalKind, MERCHANTS, SettlementCycle, Weekday } from './words.ts'

const Asked = z.object({ id: Id, version: Version, requestId: Id })

/** Permissions of those who decide. */
export const APPROVE = {
  opening: 'o2o/approvals/merchant-opening/approve',
  terms: 'o2o/approvals/merchant-terms/approve',
  account: 'o2o/approvals/merchant-account/approve',
  status: 'o2o/approvals/merchant-status/approve',
} as const

/** Asks a partner's bank whose account it is; what it says is kept. A command without a record: nothing of a merchant changes. */
export const inquireAccount = defineQuery({
  method: 'POST',
  path: `${MERCHANTS_API}/inquire-account`,
  permission: `${MERCHANTS}/update`,
  summary: { vi: 'Hỏi ngân hàng tên chủ tài khoản nhận tiền', en: 'Ask a bank for the name of a settlement account' },
  input: { bankBin: BankBin, accountNumber: AccountNumber, accountName: RequiredText(200) },
  output: z.object({ verdict: CheckVerdict, answeredName: NameText, words: NoteText, same: Flag, checkedAt: Timestamp }),
})

export const proposeTerms = defineCommand({
  path: `${MERCHANTS_API}/propose-terms`,
  permission: `${MERCHANTS}/submit`,
  summary: { vi: 'Trình đổi tên, liên hệ, điều khoản điểm bán', en: 'Request a change of name, contacts or terms of a merchant' },
  input: { id: Id, version: Version, ...terms, reason: RequiredNote(1000) },
  output: Asked,
})

export const proposeAccount = defineCommand({
  path: `${MERCHANTS_API}/propose-account`,
  permission: `${ACCOUNTS}/submit`,
  summary: { vi: 'Trình đổi tài khoản nhận tiền của điểm bán', en: 'Request a change of the settlement account' },
  input: {
    id: Id,
    version: Version,
    bankBin: BankBin,
    accountNumber: AccountNumber,
    accountName: RequiredText(200),
    nameReason: OptionalText(500),
    /** Who of the merchant was called back, on a number of its record, and when. */
    calledName: RequiredText(200),
    calledPhone: Phone,
    calledOn: DateOnly,
    calledTime: ClockTime,
    callNote: OptionalNote(1000),
    attachments: Attachments.optional(),
    reason: RequiredNote(1000),
  },
  output: Asked,
})

/** Unlocking or closing: two people. */
export const proposeStatus = defineCommand({
  path: `${MERCHANTS_API}/propose-status`,
  permission: `${MERCHANTS}/submit`,
  summary: { vi: 'Trình mở khoá hoặc đóng điểm bán', en: 'Request to unlock or close a merchant' },
  fires: [merchantMachine, 'unlock', 'close'],
  input: { id: Id, version: Version, status: z.enum(['ACTIVE', 'CLOSED']).meta({ kind: 'status', labels: merchantMachine.name }), reason: RequiredNote(1000) },
  output: Asked,
})

const nullable = <T extends z.ZodType>(type: T) => type.nullable()

/** What a decision on terms shows. */
export const TermsPicture = z.object({
  name: nullable(NameText),
  phone: nullable(z.string().meta({ kind: 'phone' })),
  email: nullable(z.string().meta({ kind: 'email' })),
  contacts: nullable(NoteText),
  legalName: nullable(NameText),
  legalKind: nullable(LegalKind),
  taxCode: nullable(CodeText),
  representative: nullable(NameText),
  feePlanCode: nullable(CodeText),
  settlementCycle: nullable(SettlementCycle),
  settlementWeekday: nullable(Weekday),
  limitOnce: nullable(Money),
  limitDay: nullable(Money),
})

export const AccountPicture = z.object({
  bankBin: nullable(CodeText),
  bankName: nullable(NameText),
  accountNumber: nullable(CodeText),
  accountName: nullable(NameText),
  verdict: nullable(CheckVerdict),
  answeredName: nullable(NameText),
  nameReason: nullable(NoteText),
  calledName: nullable(NameText),
  calledPhone: nullable(z.string().meta({ kind: 'phone' })),
  /** Since when that number is on record: one that has just come deserves a second look. */
  calledSince: nullable(Timestamp),
  calledAt: nullable(Timestamp),
  callNote: nullable(NoteText),
})

export const OpeningPicture = z.object({
  ...TermsPicture.shape,
  ...{ unitName: nullable(Text), businessLine: nullable(NameText), address: nullable(Text), areaName: nullable(Text) },
  ...AccountPicture.shape,
})

export const StatusPicture = z.object({ status: nullable(merchantMachine.status), owed: nullable(Money) })
