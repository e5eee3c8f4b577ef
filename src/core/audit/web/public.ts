export { EntryDrawer } from './entry-drawer.tsx'
export { ActionSelect, SubjectSelect } from './filters.tsx'
export { RecordHistory } from './record-history.tsx'
export { ActionText, SubjectText } from './said.tsx'
