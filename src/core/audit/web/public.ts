export { EntryDrawer } from './entry-drawer.tsx'
export { RecordHistory } from './record-history.tsx'
