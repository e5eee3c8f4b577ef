/** The door of the ledger: accounts, postings, reversals, balances, periods. See docs/ledger.md. */
export { type AccountInput, fireAccount, openAccounts, setAccountLimits } from './accounts.ts'
export { balancesAt, type LedgerDifference, type TrialBalance, trialBalance, verifyLedger } from './balances.ts'
export type { EntryInput, JournalInput, ReversalInput } from './journal.ts'
export { type Journal, type JournalEntry, journalsOf, withOwnBalances } from './journals.ts'
export { ledgerModule } from './module.ts'
export { closePeriod, type PeriodInput, reopenPeriod } from './periods.ts'
export { createPoster, type Poster } from './poster.ts'
export { type PostResult, post, postMany, reverse, tryPostMany } from './posting.ts'
