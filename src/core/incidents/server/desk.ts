import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import type { IncidentAction, IncidentSubject } from './subject.ts'

/** One sub-system's incidents: its calls, the records that they may be about, and what may be done with money. */
export interface DeskPlan {
  contracts: IncidentContracts
  /** The approval kind of its proposals. */
  kind: ApprovalKindName
  subjects: readonly IncidentSubject[]
  actions: readonly IncidentAction[]
}

/** The records whose money is that of any of some, with those themselves: incidents about any of them belong together. */
export type SameMoney = (db: Queryable, subjects: readonly TraceSubject[]) => Promise<readonly TraceSubject[]>

/** A desk with the approval kind made for it. */
export interface IncidentDesk extends DeskPlan {
  proposal: ApprovalKind
}
