/** What screens of other modules show of the ledger. */
export { JournalLink } from './journal-link.tsx'
