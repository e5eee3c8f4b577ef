import type { z } from 'zod'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf, openKey } from '#kernel/primitives.ts'

/** Sessions, their lines or their breaks have moved, somewhere. */
export const sessionsTopic: LiveTopic = { name: 'reconciliation.sessions' }
export const breaksTopic: LiveTopic = { name: 'reconciliation.breaks' }
export const requestsTopic: LiveTopic = { name: 'reconciliation.requests' }
export const setupsTopic: LiveTopic = { name: 'reconciliation.setups' }

/** Key of a plug: which ones there are is the composition root's to say. */
export const PlugKey = openKey('reconciliation.plug')

export const setupMachine = defineMachine({
  name: 'reconciliation.setups.setupStatus',
  initial: 'DRAFT',
  states: { DRAFT: { tone: 'neutral' }, ACTIVE: { tone: 'success' }, SUSPENDED: { tone: 'attention' } },
  events: {
    activate: { from: ['DRAFT', 'ACTIVE'], to: 'ACTIVE' },
    suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
    resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  },
})

/** A revision is tested by a dry run after its last edit, then two people put it into force. */
export const revisionMachine = defineMachine({
  name: 'reconciliation.setups.revisionStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    TESTED: { tone: 'moving' },
    PENDING: { tone: 'attention' },
    ACTIVE: { tone: 'success' },
    RETIRED: { tone: 'neutral', final: true },
  },
  events: {
    edit: { from: ['DRAFT', 'TESTED'], to: 'DRAFT' },
    test: { from: ['DRAFT', 'TESTED'], to: 'TESTED' },
    submit: { from: ['DRAFT', 'TESTED'], to: 'PENDING' },
    giveBack: { from: ['PENDING'], to: 'DRAFT' },
    activate: { from: ['PENDING'], to: 'ACTIVE' },
    retire: { from: ['ACTIVE', 'DRAFT', 'TESTED'], to: 'RETIRED' },
  },
})

/**
 * A session from its days to its settlement. What is taken in again, matched again, reopened or reversed goes back along the same line;
 * a settled one changes by the reversal of two people alone.
 */
export const sessionMachine = defineMachine({
  name: 'reconciliation.sessions.sessionStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    IMPORTED: { tone: 'moving' },
    MATCHED: { tone: 'moving' },
    REVIEWING: { tone: 'attention' },
    CONFIRMED: { tone: 'moving' },
    SETTLED: { tone: 'success' },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    stage: { from: ['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING'], to: 'IMPORTED' },
    clear: { from: ['IMPORTED', 'MATCHED', 'REVIEWING'], to: 'DRAFT' },
    /** Everything agrees. */
    match: { from: ['IMPORTED', 'MATCHED', 'REVIEWING'], to: 'MATCHED' },
    /** Something does not. */
    review: { from: ['IMPORTED', 'MATCHED', 'REVIEWING'], to: 'REVIEWING' },
    confirm: { from: ['MATCHED', 'REVIEWING'], to: 'CONFIRMED' },
    reopen: { from: ['CONFIRMED'], to: 'REVIEWING' },
    settle: { from: ['CONFIRMED'], to: 'SETTLED' },
    reverse: { from: ['SETTLED'], to: 'REVIEWING' },
    cancel: { from: ['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING'], to: 'CANCELLED' },
  },
})
export const SessionStatus = sessionMachine.status
export type SessionStatus = z.output<typeof SessionStatus>

export const breakMachine = defineMachine({
  name: 'reconciliation.breaks.breakStatus',
  initial: 'OPEN',
  states: { OPEN: { tone: 'attention' }, PROPOSED: { tone: 'moving' }, RESOLVED: { tone: 'success' } },
  events: {
    propose: { from: ['OPEN'], to: 'PROPOSED' },
    giveBack: { from: ['PROPOSED'], to: 'OPEN' },
    resolve: { from: ['OPEN', 'PROPOSED'], to: 'RESOLVED' },
    reopen: { from: ['RESOLVED'], to: 'OPEN' },
  },
})

export const requestMachine = defineMachine({
  name: 'reconciliation.requests.requestStatus',
  initial: 'NEW',
  states: {
    NEW: { tone: 'neutral' },
    SUBMITTED: { tone: 'attention' },
    APPROVED: { tone: 'moving' },
    DONE: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['NEW'], to: 'SUBMITTED' },
    giveBack: { from: ['SUBMITTED'], to: 'NEW' },
    approve: { from: ['SUBMITTED'], to: 'APPROVED' },
    reject: { from: ['SUBMITTED'], to: 'REJECTED' },
    finish: { from: ['APPROVED'], to: 'DONE' },
    cancel: { from: ['NEW'], to: 'CANCELLED' },
  },
})

export const BreakKind = enumOf('reconciliation.breaks.breakKind', ['MISSING_OURS', 'MISSING_THEIRS', 'AMOUNT', 'STATUS', 'DUPLICATE', 'DATE', 'AMBIGUOUS'])
export type BreakKind = z.output<typeof BreakKind>

/** What may become of a break. MATCH: by hand, outside the tolerance (FORCED) by two people. */
export const Resolution = enumOf('reconciliation.breaks.resolution', ['MATCH', 'WRITE_OFF', 'ADJUST', 'CREATE', 'OUTCOME', 'REFUND', 'CARRY', 'DISPUTE'])
export type Resolution = z.output<typeof Resolution>

/** Resolutions without money: one person is enough. */
export const ALONE = ['CARRY', 'DISPUTE'] as const satisfies readonly Resolution[]

/** Open breaks by how long they have stood, in working days from the business day. */
export const AgeBucket = enumOf('reconciliation.breaks.age', ['D0_1', 'D2_3', 'D4_7', 'OVER_7'])
export type AgeBucket = z.output<typeof AgeBucket>

/** By amount or age, whatever is worse. */
export const Severity = enumOf('reconciliation.breaks.severity', ['LOW', 'MEDIUM', 'HIGH'])

export const MatchMethod = enumOf('reconciliation.sessions.method', ['AUTO', 'TOLERANCE', 'MANUAL', 'FORCED'])
export type MatchMethod = z.output<typeof MatchMethod>

export const Side = enumOf('reconciliation.sessions.side', ['OURS', 'THEIRS'])
export type Side = z.output<typeof Side>

/** Where a line has ended up. BREAK: in an open one; PROPOSED and DECIDED: in one that two people decide on, or have decided on. */
export const LineState = enumOf('reconciliation.sessions.lineState', ['MATCHED', 'BREAK', 'PROPOSED', 'DECIDED', 'EXPECTED', 'CARRIED', 'NO_MONEY', 'NEW'])

/** What a session waits for. */
export const NextStep = enumOf('reconciliation.sessions.nextStep', ['IMPORT', 'MATCH', 'RESOLVE', 'MEND', 'CONFIRM', 'SETTLE', 'NONE'])

export const SessionTask = enumOf('reconciliation.sessions.task', ['COLLECT', 'READ', 'MATCH', 'SETTLE'])

export const StatementStatus = enumOf('reconciliation.sessions.statementStatus', ['UPLOADING', 'READING', 'STAGED', 'REFUSED', 'WITHDRAWN'])
export const StatementOrigin = enumOf('reconciliation.sessions.origin', ['UPLOAD', 'CONNECTOR', 'RECORDS'])

export const RequestKind = enumOf('reconciliation.requests.requestKind', ['OUTCOME', 'REFUND', 'RESEND', 'AMOUNT', 'WRITE_OFF', 'OTHER'])
export type RequestKind = z.output<typeof RequestKind>
export const ItemStatus = enumOf('reconciliation.requests.itemStatus', ['WAITING', 'DONE', 'FAILED'])
