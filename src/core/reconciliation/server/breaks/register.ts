import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'

/** Breaks of the sessions that a desk shows. */
export function registerBreaks(_on: Registrar, _parts: ReconciliationParts, _desk: ReconciliationDesk): void {}

/** Resolutions of breaks that two people decide: one by one, and by a filled-in workbook; made for each desk. */
export const breakKinds = (_parts: ReconciliationParts): ApprovalKind[] => []
