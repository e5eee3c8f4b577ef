import { z } from 'zod'
import { CodeText, Count, DateOnly, Id, Money, NameText, NoteText, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { lineMachine } from './machine.ts'
import { Method, MoneyPart, MonthText, REPORTS } from './words.ts'

const API = '/cfm-report'
const filter = { from: DateOnly, to: DateOnly, programmeId: Id.optional(), listId: Id.optional(), unitId: Id.optional(), method: Method.optional() }
const person = {
  programmeId: Id,
  programmeName: NameText,
  listId: Id,
  listCode: CodeText,
  lineNo: Count,
  lineId: Id,
  beneficiaryCode: CodeText,
  name: NameText,
  birthDate: DateOnly.nullable(),
  /** The last digits alone. */
  identityNumber: CodeText,
  month: MonthText,
  amount: Money,
  method: Method,
  unitName: UnitText,
}
const common = {
  groups: [
    { by: 'programmeId', name: 'programmeName' },
    { by: 'listId', name: 'listCode' },
  ],
  order: ['lineNo', 'lineId'],
  totals: ['amount'],
  inWords: 'amount',
  current: ['programmeName', 'unitName'],
} as const

/** Who was paid in a period, list by list: what the payer gets, signed. A day that is over stays as it was. */
export const paidReport = defineReport({
  path: `${API}/payout-paid/v1/search`,
  permission: `${REPORTS}/view`,
  summary: { vi: 'Danh sách người hưởng đã chi trả', en: 'Beneficiaries who were paid' },
  entity: 'payouts.paidReport',
  title: 'paidReport',
  form: '01/CT-ĐC',
  filter,
  row: z.object({ ...person, paidOn: DateOnly, receiverName: NameText.nullable(), slipCode: CodeText.nullable() }),
  ...common,
  notPrinted: ['method'],
})

/** Who had not fetched their money by the end of a period: still waiting, held, or gone back or carried over within it. */
export const unpaidReport = defineReport({
  path: `${API}/payout-unpaid/v1/search`,
  permission: `${REPORTS}/view`,
  summary: { vi: 'Danh sách người hưởng chưa nhận tiền', en: 'Beneficiaries who were not paid' },
  entity: 'payouts.unpaidReport',
  title: 'unpaidReport',
  form: '02/CT-CC',
  filter,
  row: z.object({
    ...person,
    /** As it stood on the last day. */
    status: lineMachine.status,
    holdReason: NoteText,
    /** The list that pays it next. */
    nextCode: CodeText.nullable(),
  }),
  ...common,
  notPrinted: ['method'],
  current: ['programmeName', 'unitName', 'nextCode'],
})

/** What is left of the payer's money, list by list: what was paid, what went back or is carried over and why, what still waits. */
export const moneyLeftReport = defineReport({
  path: `${API}/payout-money-left/v1/search`,
  permission: `${REPORTS}/view`,
  summary: { vi: 'Kinh phí chi trả còn lại', en: 'Payout money left' },
  entity: 'payouts.moneyLeftReport',
  title: 'moneyLeftReport',
  form: '03/CT-KP',
  filter: { from: DateOnly, to: DateOnly, programmeId: Id.optional(), listId: Id.optional(), unitId: Id.optional() },
  row: z.object({
    programmeId: Id,
    programmeName: NameText,
    listId: Id,
    listCode: CodeText,
    month: MonthText,
    part: MoneyPart,
    holdReason: NoteText,
    lines: Count,
    amount: Money,
    paid: Money,
    returned: Money,
    carried: Money,
    waiting: Money,
    /** Returned and carried over: it lies with the payer's prefunding again. */
    left: Money,
  }),
  groups: common.groups,
  order: ['month', 'part', 'holdReason'],
  totals: ['lines', 'amount', 'paid', 'returned', 'carried', 'waiting', 'left'],
  adds: { amount: ['paid', 'returned', 'carried', 'waiting'], left: ['returned', 'carried'] },
  inWords: 'left',
  current: ['programmeName'],
})
