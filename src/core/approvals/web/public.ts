export { DiffTable } from './diff-table.tsx'
export { PendingBadge } from './pending-badge.tsx'
export { RequestDrawer } from './request-drawer.tsx'
export { RequestHistory } from './request-history.tsx'
