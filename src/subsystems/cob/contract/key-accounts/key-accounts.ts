import { z } from 'zod'
import { TaxCode } from '#core/merchants/contract/tax-code.ts'
import { defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import {
  AccountText,
  AddressText,
  CodeText,
  Count,
  DateOnly,
  Email,
  Flag,
  Id,
  Money,
  MoneyFromZero,
  NameText,
  NoteText,
  OptionalText,
  Phone,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { AccountNumber, BankBin, Cycle, DateBasis, KEY_ACCOUNTS, keyAccountMachine, PostagePayer, Weekday } from './words.ts'

export const KEY_ACCOUNTS_API = '/cob-admin/key-accounts/v1'

/** Key accounts to choose from, whatever the caller's scope: each stands at most of whose items one sees. The first 50 by name. */
export const keyAccountOptions = defineQuery({
  method: 'POST',
  path: `${KEY_ACCOUNTS_API}/options`,
  permission: SIGNED_IN,
  summary: { vi: 'Khách hàng lớn để chọn', en: 'Key accounts to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText })),
})

const Row = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  status: keyAccountMachine.status,
  taxCode: CodeText,
  unitId: Id,
  unitName: UnitText,
  contractNumber: CodeText.nullable(),
  cycle: Cycle.nullable(),
  /** What stands on its account of the ledger: collected for it and not paid yet; negative where it owes. */
  owed: Money,
  /** What it owes for paid items that turned out returned or smaller, and statements below nothing. */
  owes: Money,
  /** It owes more than its deposit and its limit. */
  overCredit: Flag,
  accountNumber: CodeText,
  bankBin: CodeText,
  accountName: NameText,
  /** Nothing is paid before. */
  coolingUntil: Timestamp.nullable(),
  phone: z.string().meta({ kind: 'phone' }),
  email: z.string().meta({ kind: 'email' }),
  createdAt: Timestamp,
  createdBy: AccountText,
  pendingRequestId: Id.nullable(),
  ...Stamped,
})

export const listKeyAccounts = defineList({
  path: `${KEY_ACCOUNTS_API}/search`,
  permission: `${KEY_ACCOUNTS}/view`,
  summary: { vi: 'Khách hàng lớn', en: 'Key accounts' },
  entity: 'cob.key-accounts.keyAccount',
  filter: {
    /** Part of the code or the name. */
    text: SearchText,
    taxCode: SearchText,
    status: z.array(keyAccountMachine.status).min(1).max(keyAccountMachine.status.options.length).optional(),
    unitId: Id.optional(),
    /** Of the contract in force today. */
    cycle: Cycle.optional(),
    cooling: Flag.optional(),
    overCredit: Flag.optional(),
  },
  row: Row,
  sort: ['code', 'name', 'owed', 'createdAt', 'updatedAt'],
  defaultSort: 'code',
  sums: ['owed'],
  split: { by: 'status', words: { vi: '{n} khách hàng', en: '{n} {n|key account|key accounts}' } },
})

export const FeeLine = z.object({
  fromUnitId: Id.nullable(),
  fromName: UnitText.nullable(),
  toUnitId: Id.nullable(),
  toName: UnitText.nullable(),
  amountFrom: Money,
  amountTo: Money.nullable(),
  fixed: Money,
  rate: CodeText,
  minimum: Money,
  maximum: Money.nullable(),
})

export const Contract = z.object({
  id: Id,
  number: CodeText,
  validFrom: DateOnly,
  validTo: DateOnly.nullable(),
  cycle: Cycle,
  weekdays: z.array(Weekday),
  cycleDays: Count.nullable(),
  monthDay: Count.nullable(),
  dateBasis: DateBasis,
  netPostage: Flag,
  postagePayer: PostagePayer,
  taxRate: CodeText,
  proposedBy: AccountText,
  agreedBy: AccountText,
  agreedAt: Timestamp,
  version: Version,
  fees: z.array(FeeLine),
})

export const KeptBank = z.object({
  id: Id,
  bankBin: CodeText,
  bankName: NameText,
  accountNumber: CodeText,
  accountName: NameText,
  reason: NoteText,
  agreedBy: AccountText,
  fromAt: Timestamp,
  coolingUntil: Timestamp.nullable(),
  untilAt: Timestamp.nullable(),
})

export const findKeyAccount = defineQuery({
  path: `${KEY_ACCOUNTS_API}/find`,
  permission: `${KEY_ACCOUNTS}/view`,
  summary: { vi: 'Chi tiết khách hàng lớn', en: 'A key account' },
  input: { id: Id },
  output: Row.extend({
    shortName: NameText,
    legalName: NameText,
    representative: NameText,
    address: AddressText,
    contactName: NameText,
    bankName: NameText,
    advanceLimit: Money,
    deposit: Money,
    stepNote: NoteText,
    accountId: Id,
    accountCode: CodeText,
    contracts: z.array(Contract),
    banks: z.array(KeptBank),
  }),
})

/** Who it is, whom one calls, and how much it may owe. */
export const terms = {
  name: RequiredText(200),
  shortName: OptionalText(60),
  legalName: RequiredText(255),
  taxCode: TaxCode,
  representative: RequiredText(255),
  address: RequiredText(500),
  contactName: RequiredText(200),
  phone: Phone,
  email: Email,
  advanceLimit: MoneyFromZero,
  deposit: MoneyFromZero,
}

const KeyAccountCode = trimmed()
  .overwrite((text) => text.toUpperCase())
  .regex(/^[A-Z0-9][A-Z0-9_.-]{1,45}$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })

const draft = { ...terms, unitId: Id, bankBin: BankBin, accountNumber: AccountNumber, accountName: RequiredText(200) }

export const createKeyAccount = defineCommand({
  path: `${KEY_ACCOUNTS_API}/insert`,
  permission: `${KEY_ACCOUNTS}/create`,
  summary: { vi: 'Thêm khách hàng lớn', en: 'Add a key account' },
  /** Without a code it is given the next one. */
  input: { code: KeyAccountCode.optional(), ...draft },
})

export const updateKeyAccount = defineCommand({
  path: `${KEY_ACCOUNTS_API}/update`,
  permission: `${KEY_ACCOUNTS}/update`,
  summary: { vi: 'Sửa hồ sơ khách hàng lớn', en: 'Edit the draft of a key account' },
  input: { id: Id, version: Version, ...draft },
})

export const discardKeyAccount = defineCommand({
  path: `${KEY_ACCOUNTS_API}/discard`,
  permission: `${KEY_ACCOUNTS}/update`,
  summary: { vi: 'Bỏ hồ sơ nháp khách hàng lớn', en: 'Discard the draft of a key account' },
  fires: [keyAccountMachine, 'discard'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})
