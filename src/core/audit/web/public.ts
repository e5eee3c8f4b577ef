export { EntryDrawer } from './entry-drawer.tsx'
export { ActionSelect, SubjectSelect } from './filters.tsx'
export { ActionText, ActorText, SubjectText } from './names.tsx'
export { RecordHistory } from './record-history.tsx'
