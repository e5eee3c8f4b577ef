/** What screens of other modules show of the money trace. */
export { MoneySteps } from './money-steps.tsx'
export { TraceLink } from './trace-link.tsx'
