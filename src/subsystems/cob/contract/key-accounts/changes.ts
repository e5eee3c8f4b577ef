import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import {
  CodeText,
  DateOnly,
  Flag,
  Id,
  Money,
  MoneyFromZero,
  NameText,
  NoteText,
  RequiredNote,
  RequiredText,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { KEY_ACCOUNTS_API, terms } from './key-accounts.ts'
import { AccountNumber, BankBin, Cycle, DateBasis, KEY_ACCOUNTS, keyAccountMachine, PostagePayer, Weekday } from './words.ts'

/** Whoever decides on key accounts. */
export const APPROVE_KEY_ACCOUNTS = `${KEY_ACCOUNTS}/approve`

const Asked = z.object({ id: Id, version: Version, requestId: Id })
const ask = { permission: `${KEY_ACCOUNTS}/submit`, output: Asked }

export const submitKeyAccount = defineCommand({
  path: `${KEY_ACCOUNTS_API}/submit`,
  ...ask,
  summary: { vi: 'Trình mở khách hàng lớn', en: 'Submit a key account' },
  fires: [keyAccountMachine, 'open'],
  input: { id: Id, version: Version, reason: RequiredNote(1000) },
})

export const proposeKeyAccountTerms = defineCommand({
  path: `${KEY_ACCOUNTS_API}/propose-terms`,
  ...ask,
  summary: { vi: 'Trình đổi thông tin khách hàng lớn', en: 'Request a change of the facts of a key account' },
  input: { id: Id, version: Version, ...terms, reason: RequiredNote(1000) },
})

const decimal = (whole: number, after: number) =>
  trimmed()
    .overwrite((text) => text.replace(',', '.'))
    .regex(new RegExp(`^(100(\\.0{1,${after}})?|\\d{1,${whole}}(\\.\\d{1,${after}})?)$`), { error: ruleError('invalid') })
    .meta({ kind: 'code' })
/** A share of a hundred. */
const Rate = decimal(2, 4)
const small = (most: number) => z.number().int().min(1).max(most).meta({ kind: 'count' })

const FeeStepInput = z.strictObject({
  /** Province of acceptance and of delivery; left out: any. */
  fromUnitId: Id.optional(),
  toUnitId: Id.optional(),
  amountFrom: MoneyFromZero,
  /** Up to, not with; left out: without end. */
  amountTo: MoneyFromZero.optional(),
  fixed: MoneyFromZero,
  rate: Rate,
  minimum: MoneyFromZero,
  maximum: MoneyFromZero.optional(),
})

export const contractTerms = {
  number: RequiredText(64),
  validFrom: DateOnly,
  validTo: DateOnly.optional(),
  cycle: Cycle,
  /** Of WEEKDAYS. */
  weekdays: z.array(Weekday).max(7).optional(),
  /** Of T_PLUS_N. */
  cycleDays: small(30).optional(),
  /** Of MONTHLY. */
  monthDay: small(28).optional(),
  dateBasis: DateBasis,
  netPostage: Flag,
  postagePayer: PostagePayer,
  taxRate: decimal(2, 2),
  fees: z.array(FeeStepInput).min(1).max(200),
}

export const proposeKeyContract = defineCommand({
  path: `${KEY_ACCOUNTS_API}/propose-contract`,
  ...ask,
  summary: { vi: 'Trình hợp đồng khách hàng lớn', en: 'Request a contract of a key account' },
  input: { id: Id, version: Version, ...contractTerms, reason: RequiredNote(1000) },
})

export const proposeContractEnd = defineCommand({
  path: `${KEY_ACCOUNTS_API}/propose-contract-end`,
  ...ask,
  summary: { vi: 'Trình kết thúc hợp đồng khách hàng lớn', en: 'Request that a contract of a key account ends' },
  input: { id: Id, version: Version, contractId: Id, validTo: DateOnly, reason: RequiredNote(1000) },
})

export const proposeKeyAccountBank = defineCommand({
  path: `${KEY_ACCOUNTS_API}/propose-account`,
  ...ask,
  summary: { vi: 'Trình đổi tài khoản nhận tiền COD', en: 'Request a change of the settlement account of a key account' },
  input: { id: Id, version: Version, bankBin: BankBin, accountNumber: AccountNumber, accountName: RequiredText(200), reason: RequiredNote(1000) },
})

export const proposeKeyAccountStatus = defineCommand({
  path: `${KEY_ACCOUNTS_API}/propose-status`,
  ...ask,
  summary: { vi: 'Trình tạm dừng, mở lại, đóng khách hàng lớn', en: 'Request to suspend, reactivate or close a key account' },
  fires: [keyAccountMachine, 'suspend', 'reactivate', 'close'],
  input: {
    id: Id,
    version: Version,
    status: z.enum(['ACTIVE', 'SUSPENDED', 'CLOSED']).meta({ kind: 'status', labels: keyAccountMachine.name }),
    reason: RequiredNote(1000),
  },
})

const nullable = <T extends z.ZodType>(type: T) => type.nullable()

/** What a decision on who it is shows. */
export const TermsPicture = z.object({
  name: nullable(NameText),
  shortName: nullable(NameText),
  legalName: nullable(NameText),
  taxCode: nullable(CodeText),
  representative: nullable(NameText),
  address: nullable(NoteText),
  contactName: nullable(NameText),
  phone: nullable(z.string().meta({ kind: 'phone' })),
  email: nullable(z.string().meta({ kind: 'email' })),
  advanceLimit: nullable(Money),
  deposit: nullable(Money),
})
export const BankPicture = z.object({
  bankBin: nullable(CodeText),
  bankName: nullable(NameText),
  accountNumber: nullable(CodeText),
  accountName: nullable(NameText),
})
export const OpeningPicture = z.object({ ...TermsPicture.shape, unitName: nullable(UnitText), ...BankPicture.shape })
export const ContractPicture = z.object({
  number: nullable(CodeText),
  validFrom: nullable(DateOnly),
  validTo: nullable(DateOnly),
  cycle: nullable(Cycle),
  cycleNote: nullable(NoteText),
  dateBasis: nullable(DateBasis),
  netPostage: nullable(CodeText),
  postagePayer: nullable(PostagePayer),
  taxRate: nullable(CodeText),
  fees: nullable(NoteText),
})
export const StatusPicture = z.object({ status: nullable(keyAccountMachine.status), owed: nullable(Money) })
