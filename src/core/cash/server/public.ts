/** The door of cash: holdings and the business date of a unit. */
export { blindHoldings, isBlind, isBlindAccount } from './blind.ts'
export { counterDates } from './business-date.ts'
export { dayToClose, openBusinessDate } from './day-close/open.ts'
export { type HoldingInput, type OpenedHolding, openHoldings } from './holdings.ts'
export { cashModule } from './module.ts'
export { openShiftsOf, requireOpenShift } from './open-shifts.ts'
export { personOf } from './people.ts'
export { cashVariance } from './variance.ts'
