/** The door of cash: holdings and the business date of a unit. */
export { counterDates } from './business-date.ts'
export { type HoldingInput, type OpenedHolding, openHoldings } from './holdings.ts'
export { cashHoldsMoney } from './holds-money.ts'
export { cashModule } from './module.ts'
