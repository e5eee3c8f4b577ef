import type { z } from 'zod'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

/** What the address of the list calls the case that is open over it. */
export const ASKED_CASE = '_case'

/** Cases have come or changed, somewhere. */
export const casesTopic: LiveTopic = { name: 'outcomes.cases' }

/**
 * The life of a case. DECIDED ends it; what contradicts the verdict later changes no state. A proposal is given back when more comes to
 * light before it was decided.
 */
export const caseMachine = defineMachine({
  name: 'outcomes.caseStatus',
  initial: 'OPEN',
  states: {
    OPEN: { tone: 'unknown' },
    INQUIRING: { tone: 'moving' },
    EVIDENCED: { tone: 'attention' },
    PROPOSED: { tone: 'attention' },
    DECIDED: { tone: 'success', final: true },
  },
  events: {
    inquire: { from: ['OPEN'], to: 'INQUIRING' },
    evidence: { from: ['OPEN', 'INQUIRING'], to: 'EVIDENCED' },
    propose: { from: ['EVIDENCED'], to: 'PROPOSED' },
    giveBack: { from: ['PROPOSED'], to: 'EVIDENCED' },
    decide: { from: ['OPEN', 'INQUIRING', 'EVIDENCED', 'PROPOSED'], to: 'DECIDED' },
  },
})
export type CaseEvent = keyof typeof caseMachine.events

/** A proposal ends once: decided, or STALE because more came to light. */
export const proposalMachine = defineMachine({
  name: 'outcomes.proposalStatus',
  initial: 'OPEN',
  states: {
    OPEN: { tone: 'attention' },
    STALE: { tone: 'neutral', final: true },
    ACCEPTED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    WITHDRAWN: { tone: 'neutral', final: true },
    EXPIRED: { tone: 'neutral', final: true },
  },
  events: {
    outdate: { from: ['OPEN'], to: 'STALE' },
    accept: { from: ['OPEN'], to: 'ACCEPTED' },
    reject: { from: ['OPEN'], to: 'REJECTED' },
    withdraw: { from: ['OPEN'], to: 'WITHDRAWN' },
    expire: { from: ['OPEN'], to: 'EXPIRED' },
  },
})
export type ProposalEvent = keyof typeof proposalMachine.events

/** Why there is a case: see outcome.outcome_case. */
export const Cause = enumOf('outcomes.cause', ['UNKNOWN', 'OVERDUE', 'CONTRADICTED'])
export type Cause = z.output<typeof Cause>

/**
 * When the partner is asked next: at a known time, as soon as it has a place (WAITING), not before there is a connection, or not at all
 * because the case is decided or what was heard is enough.
 */
export const NextInquiry = enumOf('outcomes.nextInquiry', ['PLANNED', 'WAITING', 'NO_CONNECTION', 'ENOUGH', 'DECIDED'])
export type NextInquiry = z.output<typeof NextInquiry>

/** What two people say of a contradicted verdict. RELEASE: it stands, and its money goes on; KEEP: what came later is right, the difference is booked, and that is final. */
export const ConflictDecision = enumOf('outcomes.conflictDecision', ['RELEASE', 'KEEP'])
export type ConflictDecision = z.output<typeof ConflictDecision>

/** What a case is decided by. */
export const Verdict = enumOf('outcomes.verdict', ['SUCCEEDED', 'FAILED'])
export type Verdict = z.output<typeof Verdict>

/** Who ended a case: the channel's own report, an answer to an inquiry, two people. */
export const ResolvedBy = enumOf('outcomes.resolvedBy', ['REPORT', 'INQUIRY', 'PERSON'])
export type ResolvedBy = z.output<typeof ResolvedBy>

/** What a piece of evidence says. PENDING: the partner is still at it; UNKNOWN: nothing that counts. */
export const Finding = enumOf('outcomes.finding', ['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN'])
export type Finding = z.output<typeof Finding>

/** What the pieces of one sort come to. */
export const Findings = enumOf('outcomes.finding', ['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN', 'MIXED'])
export type Findings = z.output<typeof Findings>

/** What was asked, reported, or brought by somebody. */
export const EvidenceKind = enumOf('outcomes.evidenceKind', ['INQUIRY', 'CALLBACK', 'STATEMENT', 'RESULT_FILE', 'SLIP', 'DOCUMENT', 'PHONE', 'EMAIL'])
export type EvidenceKind = z.output<typeof EvidenceKind>

/** Of these a final finding is enough for a verdict. What people bring is where it has what proves it: see server/proof.ts. */
export const HARD: readonly EvidenceKind[] = ['INQUIRY', 'CALLBACK', 'RESULT_FILE']

/** Why a verdict is suggested, or none; each has its sentence. */
export const Reason = enumOf('outcomes.reason', [
  'NOTHING',
  'NO_ANSWER',
  'PENDING',
  'PAPER_ONLY',
  'STATEMENT',
  'COUNTER_PAPER',
  'INQUIRY_SUCCEEDED',
  'INQUIRY_FAILED',
  'PARTNER_SUCCEEDED',
  'PARTNER_FAILED',
  'CONTRADICTION',
])
export type Reason = z.output<typeof Reason>

const BASE = 'payments/outcomes'
export const outcomePermissions = {
  see: `${BASE}/view`,
  work: `${BASE}/update`,
  ask: `${BASE}/submit`,
  import: `${BASE}/import`,
  approve: `${BASE}/approve`,
  /** Where the evidence contradicts itself, or a verdict that stands. */
  approveContradicted: 'payments/contradicted-outcomes/approve',
} as const
