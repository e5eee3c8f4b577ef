import type { ApprovalContext, Release } from '#core/approvals/server/public.ts'
import type { LimitKind } from '#core/limits/contract/limits.ts'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { ActionState } from '../contract/incident.ts'

/** The four unit columns of a record: an incident stands where its record does. */
export interface RecordPlace {
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
}

/** A record of the portal as an incident shows it. */
export interface RecordFacts {
  type: string
  id: string
  code: string
  /** Whose it is, or what it belongs to. */
  title: string
  status: { machine: string; value: string }
  /** Kept with the incident, which many see: null where somebody may have to count it without knowing. */
  amount: string | null
  at: Date
  /** Address of its screen, for whom may open it. */
  link: string | null
  place: RecordPlace
}

/** Records of one kind that incidents may be about; handed to a desk by the composition root. */
export interface IncidentSubject {
  /** 'payment.transaction' */
  type: string
  /** What its records are called. */
  title: Text
  /** Stands with an incident about the same money without having been linked to it: what is being decided there. */
  shownBeside?: true
  /** Another desk takes them now: none is opened here any more. */
  over?: true
  /** Within the caller's scope: by the whole code, or by ids. */
  find(ctx: Pick<RequestContext, 'scope' | 'session' | 'language'>, by: { code: string } | { ids: readonly string[] }): Promise<RecordFacts[]>
}

export interface ActionOffer {
  /** The most that it can move; all of it where it is fixed. */
  greatest: string
  fixed: boolean
  /** Who gets the money: name, account, bank. */
  beneficiary: string | null
}

/** What may be done with money to end an incident: a plug of who moves that money. It happens with the approval of the incident's proposal. */
export interface IncidentAction {
  /** Kept with incidents, so it never changes: 'REFUND'. */
  key: string
  title: Text
  /** Of which records. */
  subjectType: string
  /** What its money counts against, of whoever approves it. */
  limit?: LimitKind
  /** Whether it is possible now for a record as that stands; undefined: it is not. */
  offer(db: Queryable, subjectId: string, now: Date): Promise<ActionOffer | undefined>
  /** Marks the record as waiting. Throws when it is not possible. */
  hold(ctx: ApprovalContext, what: ActionInput): Promise<void>
  /** Moves the money. */
  apply(ctx: ApprovalContext, what: ActionInput): Promise<void>
  /** Posts at once what comes of it in the end, for showing it: it is undone afterwards. Left out: what `apply` posts. */
  tryOut?(ctx: ApprovalContext, what: ActionInput): Promise<void>
  /** What has become of it since it was applied; left out, or undefined: it was done at once. */
  result?(db: Queryable, ref: string): Promise<ActionResult | undefined>
  /** Gives the record back as it was. */
  release(ctx: ApprovalContext, what: ActionInput, how: Release, note: string): Promise<void>
}

/** The record by which money moves that takes its time. */
export interface ActionResult {
  type: string
  id: string
  code: string
  state: ActionState
}

export interface ActionInput {
  subjectId: string
  /** Decimal string. */
  amount: string
  reason: string
  /** What it was agreed by. */
  ref: string
}
