/** The door of payout lists. What counters do with lines: paying.ts. */
export { accountLines } from './account-lines.ts'
export { oweAgain, payAfterAll } from './after-all.ts'
export { payoutList } from './approval.ts'
export { payoutRules } from './control-rules.ts'
export { payoutForecast } from './forecast.ts'
export { payoutFunds } from './funds.ts'
export { keepLines } from './import.ts'
export { lineSubject } from './incidents.ts'
export { payoutsModule } from './module.ts'
export {
  claimLine,
  claimRefusal,
  confirmLine,
  holdLine,
  type LineClaim,
  type LinePayment,
  type LineResults,
  linesById,
  lockLines,
  type PaidLine,
  type PayableLine,
  releaseLine,
  unknownLine,
} from './paying.ts'
export { LINE as payoutLine } from './records.ts'
export { payoutReports } from './reports.ts'
export { fundsTrace, lineTrace, listsOf, listTrace, type PaidLines } from './trace.ts'
export { payoutUpdate } from './version-approval.ts'
