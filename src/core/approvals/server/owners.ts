import type { OwnerColumns } from '#platform/server/scope.ts'

/** Who sees only what is their own sees the requests they made. */
export const OWNERS: OwnerColumns = { 'approvals.request': 'maker_id' }
