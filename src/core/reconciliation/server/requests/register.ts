import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import type { ReconciliationParts, RequestDesk } from '../plug.ts'

/** Handling requests of a desk. */
export function registerRequests(_on: Registrar, _parts: ReconciliationParts, _desk: RequestDesk): void {}

/** Handling requests that two people decide; made for each desk. */
export const requestKinds = (_parts: ReconciliationParts): ApprovalKind[] => []
