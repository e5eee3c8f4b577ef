/** The door of the money trace: what an area says of its records, and the way of money for a record's own screen. */
export { journalTrace } from './journal.ts'
export { sameMoney } from './life.ts'
export { traceModule } from './module.ts'
export { MoneyTrace } from './money.ts'
export {
  defineTraceStep,
  idsOf,
  type Moved,
  opened,
  type Share,
  type TraceFacts,
  type TraceParts,
  type TraceReader,
  type TraceStep,
  type TraceSubject,
} from './plug.ts'
export { traceSearch } from './search.ts'
