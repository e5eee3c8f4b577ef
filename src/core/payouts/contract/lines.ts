import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  AddressText,
  CodeText,
  Count,
  DateOnly,
  Flag,
  Id,
  Money,
  NameText,
  NoteText,
  RequiredNote,
  SearchText,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { lineMachine } from './machine.ts'
import { IdentityType, LISTS, Method, MonthText, WarningKind } from './words.ts'

const API = '/cfm-admin/payout-line/v1'

export const listLines = defineList({
  path: `${API}/search`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Dòng của danh sách chi trả', en: 'Lines of payout lists' },
  entity: 'payouts.line',
  filter: {
    /** Part of the name or of the code of the beneficiary, or a whole identity number: parts would find it digit by digit. */
    text: SearchText,
    listId: Id.optional(),
    status: z.array(lineMachine.status).min(1).max(lineMachine.status.options.length).optional(),
    warning: z.array(WarningKind).min(1).max(WarningKind.options.length).optional(),
    unitId: Id.optional(),
    method: Method.optional(),
    /** May be fetched in cash tomorrow. */
    dueTomorrow: Flag.optional(),
  },
  row: z.object({
    id: Id,
    listId: Id,
    listCode: CodeText,
    lineNo: Count,
    beneficiaryCode: CodeText,
    name: NameText,
    birthDate: DateOnly.nullable(),
    identityType: IdentityType,
    /** The last digits alone. */
    identityNumber: CodeText,
    month: MonthText,
    amount: Money,
    status: lineMachine.status,
    unitName: UnitText,
    method: Method,
    address: AddressText,
    bankBin: CodeText.nullable(),
    accountNumber: CodeText.nullable(),
    accountName: NameText.nullable(),
    receiverName: NameText.nullable(),
    holdReason: NoteText,
    /** The first of what is unusual about it. */
    warning: WarningKind.nullable(),
    paidAt: Timestamp.nullable(),
    paidUnitName: UnitText.nullable(),
    tellerName: NameText.nullable(),
    slipCode: CodeText.nullable(),
    updatedAt: Timestamp,
    version: Version,
  }),
  sort: ['lineNo', 'beneficiaryCode', 'name', 'amount', 'paidAt', 'updatedAt'],
  defaultSort: 'lineNo',
  sums: ['amount'],
  split: { by: 'status', words: { vi: '{n} người', en: '{n} {n|person|people}' } },
})

/** What a beneficiary was paid, month by month; one programme after the other. */
export const beneficiaryHistory = defineQuery({
  path: `${API}/history`,
  permission: `${LISTS}/view`,
  summary: { vi: 'Lịch sử chi trả của một người thụ hưởng', en: 'Payout history of a beneficiary' },
  input: { id: Id },
  output: z.array(
    z.object({
      id: Id,
      listId: Id,
      listCode: CodeText,
      programmeName: NameText,
      month: MonthText,
      amount: Money,
      status: lineMachine.status,
      unitName: UnitText,
      paidAt: Timestamp.nullable(),
    }),
  ),
})

/** An identity number in full; the audit log keeps who has seen it, and why. */
export const revealLine = defineCommand({
  path: `${API}/reveal`,
  permission: `${LISTS}/reveal`,
  summary: { vi: 'Xem số giấy tờ của người thụ hưởng', en: 'Show the identity number of a beneficiary' },
  input: { id: Id, reason: RequiredNote(200) },
  output: z.object({ identityNumber: CodeText, receiverIdentity: CodeText.nullable() }),
})
