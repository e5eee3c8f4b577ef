import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AccountText,
  AddressText,
  Code,
  CodeText,
  Email,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalText,
  Phone,
  PositiveMoney,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { merchantMachine } from './machine.ts'
import { TaxCode } from './tax-code.ts'
import {
  AccountNumber,
  BankBin,
  CheckVerdict,
  CommuneCode,
  LegalKind,
  LOCKS,
  MERCHANTS,
  ProvinceCode,
  SettlementCycle,
  SettlementMethod,
  Weekday,
} from './words.ts'

export const MERCHANTS_API = '/qr-admin/merchants/v1'

const Row = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  status: merchantMachine.status,
  /** What the merchant is owed now, as its account in the ledger says; negative where it owes. */
  owed: Money,
  /** What was paid to it today, less nothing: payments that succeeded, refunded later or not. */
  paidToday: Money,
  taxCode: CodeText.nullable(),
  legalName: NameText.nullable(),
  legalKind: LegalKind.nullable(),
  unitId: Id,
  unitName: UnitText,
  feePlanId: Id.nullable(),
  feePlanCode: CodeText.nullable(),
  settlementCycle: SettlementCycle.nullable(),
  settlementBankBin: CodeText,
  settlementAccount: CodeText,
  settlementName: NameText,
  /** Nothing is settled before. */
  coolingUntil: Timestamp.nullable(),
  limitOnce: Money.nullable(),
  limitDay: Money.nullable(),
  phone: z.string().meta({ kind: 'phone' }),
  createdAt: Timestamp,
  createdBy: AccountText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listMerchants = defineList({
  path: `${MERCHANTS_API}/search`,
  permission: `${MERCHANTS}/view`,
  summary: { vi: 'Điểm bán', en: 'Merchants' },
  entity: 'merchants.merchant',
  filter: {
    /** Part of the code, of the trade name or of the legal name. */
    text: SearchText,
    taxCode: SearchText,
    status: z.array(merchantMachine.status).min(1).max(merchantMachine.status.options.length).optional(),
    unitId: Id.optional(),
    settlementCycle: SettlementCycle.optional(),
    feePlanId: Id.optional(),
    /** Its settlement account has changed, and nothing is settled yet. */
    cooling: Flag.optional(),
    /** It is owed something. */
    isOwed: Flag.optional(),
  },
  row: Row,
  sort: ['code', 'name', 'owed', 'createdAt', 'updatedAt'],
  defaultSort: 'code',
  sums: ['owed'],
  split: { by: 'status', words: { vi: '{n} điểm bán', en: '{n} {n|merchant|merchants}' } },
})

export const Contact = z.object({ name: NameText, role: Text, phone: z.string().meta({ kind: 'phone' }), email: z.string().meta({ kind: 'email' }) })
/** A number on record: who answers there, since when it is known (null: since the opening), and until when it is too new to confirm anything. */
const KnownNumber = z.object({
  ...{ phone: z.string().meta({ kind: 'phone' }), name: NameText, role: Text },
  ...{ since: Timestamp.nullable(), youngUntil: Timestamp.nullable() },
})
export const Point = z.object({ code: CodeText, name: NameText, address: AddressText, inUse: Flag })

/** One settlement account, with what it was taken on. */
export const KeptAccount = z.object({
  id: Id,
  bankBin: CodeText,
  bankName: NameText,
  accountNumber: CodeText,
  accountName: NameText,
  verdict: CheckVerdict.nullable(),
  answeredName: NameText.nullable(),
  nameReason: NoteText,
  calledName: NameText,
  calledPhone: z.string().meta({ kind: 'phone' }),
  calledAt: Timestamp.nullable(),
  callNote: NoteText,
  proposedBy: AccountText,
  agreedBy: AccountText,
  fromAt: Timestamp,
  coolingUntil: Timestamp.nullable(),
  untilAt: Timestamp.nullable(),
})

export const findMerchant = defineQuery({
  path: `${MERCHANTS_API}/find`,
  permission: `${MERCHANTS}/view`,
  summary: { vi: 'Chi tiết điểm bán', en: 'A merchant' },
  input: { id: Id },
  output: Row.extend({
    representative: NameText,
    businessLine: CodeText.nullable(),
    businessLineName: NameText.nullable(),
    provinceCode: CodeText.nullable(),
    communeCode: CodeText.nullable(),
    areaName: AddressText.nullable(),
    address: AddressText,
    email: z.string().meta({ kind: 'email' }),
    settlementWeekday: Weekday.nullable(),
    settlementMethod: SettlementMethod,
    settlementBankName: NameText,
    feePlanName: NameText.nullable(),
    /** What is asked of it a day: of today, everything that has not failed. */
    usedToday: Money,
    leftToday: Money.nullable(),
    stepNote: NoteText,
    payableAccountId: Id.nullable(),
    payableAccountCode: CodeText.nullable(),
    contacts: z.array(Contact),
    /** What may be called back. */
    numbers: z.array(KnownNumber),
    points: z.array(Point),
    accounts: z.array(KeptAccount),
  }),
})

const OptionalPhone = Phone.optional()
const OptionalEmail = Email.optional()

const contacts = z
  .array(z.strictObject({ name: RequiredText(200), role: OptionalText(100), phone: OptionalPhone, email: OptionalEmail }))
  .max(20)
  .default([])
const points = z
  .array(z.strictObject({ code: Code, name: RequiredText(200), address: OptionalText(500), inUse: Flag.default(true) }))
  .max(200)
  .default([])
  .superRefine((rows, context) => {
    const seen = new Set<string>()
    for (const [at, { code }] of rows.entries()) {
      if (seen.has(code)) context.addIssue({ code: 'custom', path: [at, 'code'], message: 'duplicate' })
      seen.add(code)
    }
  })

/** What one person may change at any time, and is only audited. */
const facts = {
  businessLine: RequiredText(100),
  provinceCode: ProvinceCode,
  communeCode: CommuneCode,
  address: RequiredText(500),
  points,
}

/** What two people agree on once the merchant is open: what payers read and those who call back rely on, who it is in law, and its conditions. */
export const terms = {
  name: RequiredText(255),
  phone: Phone,
  email: OptionalEmail,
  contacts,
  legalName: RequiredText(255),
  legalKind: LegalKind,
  taxCode: TaxCode,
  representative: RequiredText(255),
  feePlanId: Id.optional(),
  settlementCycle: SettlementCycle,
  settlementWeekday: Weekday.optional(),
  limitOnce: PositiveMoney.optional(),
  limitDay: PositiveMoney.optional(),
}

const draft = { ...terms, ...facts, unitId: Id, settlementBankBin: BankBin, settlementAccount: AccountNumber, settlementName: RequiredText(200) }

export const createMerchant = defineCommand({
  path: `${MERCHANTS_API}/insert`,
  permission: `${MERCHANTS}/create`,
  summary: { vi: 'Thêm điểm bán', en: 'Add a merchant' },
  /** Without a code it is given the next one. */
  input: { code: Code.optional(), ...draft },
})

export const updateMerchant = defineCommand({
  path: `${MERCHANTS_API}/update`,
  permission: `${MERCHANTS}/update`,
  summary: { vi: 'Sửa hồ sơ điểm bán', en: 'Edit a merchant draft' },
  input: { id: Id, version: Version, ...draft },
})

export const changeFacts = defineCommand({
  path: `${MERCHANTS_API}/change-facts`,
  permission: `${MERCHANTS}/update`,
  summary: { vi: 'Sửa địa chỉ, ngành nghề, quầy của điểm bán', en: 'Edit address, business line and counters of a merchant' },
  input: { id: Id, version: Version, ...facts },
})

export const submitMerchant = defineCommand({
  path: `${MERCHANTS_API}/submit`,
  permission: `${MERCHANTS}/submit`,
  summary: { vi: 'Trình mở điểm bán', en: 'Submit a merchant' },
  fires: [merchantMachine, 'submit'],
  /** `nameReason`: why the account is used although the bank calls it otherwise, or has not answered. */
  input: { id: Id, version: Version, reason: RequiredNote(1000), nameReason: OptionalText(500) },
})

export const discardMerchant = defineCommand({
  path: `${MERCHANTS_API}/discard`,
  permission: `${MERCHANTS}/update`,
  summary: { vi: 'Bỏ hồ sơ nháp điểm bán', en: 'Discard a merchant draft' },
  fires: [merchantMachine, 'discard'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** One person stops new payments at once. */
export const lockMerchant = defineCommand({
  path: `${MERCHANTS_API}/lock`,
  permission: `${LOCKS}/submit`,
  summary: { vi: 'Tạm khoá điểm bán', en: 'Lock a merchant' },
  fires: [merchantMachine, 'lock'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})
