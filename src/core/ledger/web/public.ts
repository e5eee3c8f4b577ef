/** What screens of other modules show of the ledger. */
export { JournalDrawer } from './journal-drawer.tsx'
