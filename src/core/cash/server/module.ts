import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { Language } from '#kernel/language.ts'
import { defineModule, type Report, type ServerModule } from '#platform/server/module.ts'
import { approveLargeOrders, cashOrderErrors } from '../contract/counter/cash-order.ts'
import { counterErrors } from '../contract/counter/counter.ts'
import { payErrors } from '../contract/counter/pay.ts'
import { countErrors } from '../contract/counts.ts'
import { dayCloseErrors } from '../contract/day-close/machine.ts'
import { differenceErrors } from '../contract/differences.ts'
import { documentErrors } from '../contract/documents.ts'
import { cashErrors } from '../contract/errors.ts'
import { holdingErrors } from '../contract/holdings.ts'
import { openShiftErrors } from '../contract/shifts.ts'
import { treasuryErrors } from '../contract/treasury/errors.ts'
import { en as counterEn } from '../labels/counter/en.ts'
import { vi as counterVi } from '../labels/counter/vi.ts'
import { en as dayCloseEn } from '../labels/day-close/en.ts'
import { vi as dayCloseVi } from '../labels/day-close/vi.ts'
import { en as differencesEn } from '../labels/differences/en.ts'
import { vi as differencesVi } from '../labels/differences/vi.ts'
import { en } from '../labels/en.ts'
import { en as positionEn } from '../labels/position/en.ts'
import { vi as positionVi } from '../labels/position/vi.ts'
import { en as reportsEn } from '../labels/reports/en.ts'
import { vi as reportsVi } from '../labels/reports/vi.ts'
import { en as shiftsEn } from '../labels/shifts/en.ts'
import { vi as shiftsVi } from '../labels/shifts/vi.ts'
import { en as treasuryEn } from '../labels/treasury/en.ts'
import { vi as treasuryVi } from '../labels/treasury/vi.ts'
import { vi } from '../labels/vi.ts'
import { cashOrderJobs, cashOrderSchedules } from './counter/cash-orders.ts'
import { CASH_ORDER } from './counter/order-record.ts'
import type { PayParts } from './counter/pay.ts'
import { registerCounter } from './counter.ts'
import type { DayCloseParts } from './day-close/parts.ts'
import { dayCloseSubjects, dayCloseTasks, registerDayClose } from './day-close/register.ts'
import { registerDifferences } from './differences.ts'
import type { Forecast } from './forecast/forecast.ts'
import { registerHoldingChanges } from './holding-changes.ts'
import { registerHoldingList } from './holding-list.ts'
import { registerPosition } from './position/register.ts'
import { counterTasks } from './tasks.ts'
import { isTreasuryHidden } from './treasury/blind.ts'
import { registerTreasury } from './treasury/register.ts'

/** The words of the counter with what its sources are called. */
const named = (words: typeof counterVi, { sources }: PayParts, language: Language) => ({
  ...words,
  enums: { ...words.enums, sourceKind: Object.fromEntries(sources.map(({ kind, title }) => [kind, title[language]])) },
})

/** What the cash position and the ways of money are composed of. */
export interface PositionParts {
  forecasts: readonly Forecast[]
  trace: MoneyTrace
  /** What kinds of journals are called, and where the records behind them stand. */
  journals: LedgerWords
}

/** Why the system has changed what a count has found. */
const MADE = { payout: { vi: 'Khoản chi', en: 'Payout' } }

/** Who holds the cash: vaults, tills and couriers, each with a ledger account of its own. */
export function cashModule(pay: PayParts, dayClose: DayCloseParts, { forecasts, trace, journals }: PositionParts, reports: readonly Report[]): ServerModule {
  return defineModule({
    name: 'cash',
    audit: {
      events: {
        'cash.expireOrder': { vi: 'Lệnh chi quá ngày làm việc', en: 'A cash order outlived its business date' },
        'cash.payoutMade': { vi: 'Khoản chi được xác định là đã chi sau khi kiểm quỹ', en: 'A payout was found to have been made, after the count' },
      },
      subjects: {
        'cash.treasury_transaction': {
          vi: 'Giao dịch ngân quỹ',
          en: 'Treasury transaction',
          entity: 'cash.treasury.transaction',
          fields: { receiptCalledOff: { vi: 'Huỷ lượt kiểm đếm', en: 'Receipt called off' } },
          veil: isTreasuryHidden,
        },
        'cash.holding': {
          vi: 'Quỹ',
          en: 'Holding',
          entity: 'cash.shifts.holding',
          fields: { countReason: { vi: 'Bắt đầu kiểm quỹ', en: 'Count started' }, countCancelled: { vi: 'Huỷ lượt kiểm', en: 'Count called off' } },
        },
        'cash.shift': { vi: 'Ca', en: 'Shift', entity: 'cash.shifts.shift', fields: MADE },
        'cash.count': { vi: 'Lần kiểm quỹ', en: 'Cash count', entity: 'cash.shifts.count', fields: MADE },
        'cash.pending_difference': { vi: 'Tiền thiếu, thừa chờ xử lý', en: 'Pending cash difference', entity: 'cash.differences.difference', fields: MADE },
        [CASH_ORDER]: { vi: 'Lệnh chi tiền mặt', en: 'Cash order', entity: 'cash.counter.cashOrder' },
        'cash.slip': { vi: 'Phiếu thu, chi', en: 'Counter slip', entity: 'cash.counter.claim' },
        'cash.payable': {
          vi: 'Khoản chi tại quầy',
          en: 'Payment at a counter',
          entity: 'cash.counter.claim',
          fields: { text: { vi: 'Tìm theo', en: 'Looked for' }, found: { vi: 'Tìm thấy', en: 'Found' }, refused: { vi: 'Bị từ chối', en: 'Refused' } },
        },
        'cash.document': { vi: 'Chứng từ in', en: 'Printed document', entity: 'cash.shifts.document' },
        ...dayCloseSubjects,
      },
    },
    labels: { vi, en },
    labelParts: {
      counter: { vi: named(counterVi, pay, 'vi'), en: named(counterEn, pay, 'en') },
      'day-close': { vi: dayCloseVi, en: dayCloseEn },
      differences: { vi: differencesVi, en: differencesEn },
      position: { vi: positionVi, en: positionEn },
      reports: { vi: reportsVi, en: reportsEn },
      shifts: { vi: shiftsVi, en: shiftsEn },
      treasury: { vi: treasuryVi, en: treasuryEn },
    },
    errors: {
      ...cashErrors,
      ...cashOrderErrors,
      ...payErrors,
      ...counterErrors,
      ...dayCloseErrors,
      ...differenceErrors,
      ...holdingErrors,
      ...openShiftErrors,
      ...countErrors,
      ...documentErrors,
      ...treasuryErrors,
    },
    permissions: { [approveLargeOrders]: { vi: 'Lệnh chi tiền mặt lớn', en: 'Large cash orders' } },
    tasks: [...counterTasks, ...dayCloseTasks],
    jobs: () => cashOrderJobs,
    schedules: cashOrderSchedules,
    register(on) {
      registerHoldingList(on, journals)
      registerHoldingChanges(on)
      registerCounter(on, journals, pay)
      registerDifferences(on)
      registerDayClose(on, dayClose, journals)
      registerTreasury(on, forecasts, trace)
      registerPosition(on, forecasts, journals)
      for (const report of reports) on.report(report)
    },
  })
}
