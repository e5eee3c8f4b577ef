import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import { printCounterSlip } from '../contract/counter/slip.ts'
import { cancelCount, explainVariance, printCount, startCount, submitCount } from '../contract/counts.ts'
import { openShift, printShift, takeOverShift } from '../contract/shifts.ts'
import { registerCountList } from './count-list.ts'
import { countMinutes, printMinutes } from './count-minutes.ts'
import { registerCashOrders } from './counter/cash-orders.ts'
import { type PayParts, registerPay } from './counter/pay.ts'
import { counterSlip, printSlipOf } from './counter/slip-paper.ts'
import { cancel, start, submit } from './counts.ts'
import { daySheet } from './day-close/sheet.ts'
import { registerDocuments } from './documents.ts'
import { registerShiftList } from './shift-list.ts'
import { printSlip, shiftSlip } from './shift-slip.ts'
import { open, takeOver } from './shifts.ts'
import { treasurySlips } from './treasury/slip.ts'
import { explain } from './variance.ts'

/** Counts, shifts, and the papers of both. */
export function registerCounter(on: Registrar, journals: LedgerWords, pay: PayParts): void {
  const slips = counterSlip(pay.sources)
  registerCountList(on, pay.cases)
  on.command(startCount, start)
  on.command(submitCount, submit)
  on.command(cancelCount, cancel)
  on.command(explainVariance, explain)
  on.command(printCount, printMinutes)
  registerShiftList(on, { journals, cases: pay.cases })
  on.command(openShift, open)
  on.command(takeOverShift, takeOver)
  on.command(printShift, printSlip)
  on.command(printCounterSlip, (input, ctx) => printSlipOf(input, ctx, slips))
  registerPay(on, pay)
  registerCashOrders(on)
  registerDocuments(on, [countMinutes, shiftSlip, daySheet, slips, ...treasurySlips])
}
