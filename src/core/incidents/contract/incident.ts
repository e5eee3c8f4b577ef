import type { z } from 'zod'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

/** Incidents have come or moved, somewhere. */
export const incidentsTopic: LiveTopic = { name: 'incidents.incidents' }

/**
 * The life of an incident. Money moves with the approval of what was proposed; an outcome without money may be written down at once, unless
 * the category asks for two people.
 */
export const incidentMachine = defineMachine({
  name: 'incidents.status',
  initial: 'NEW',
  states: {
    NEW: { tone: 'neutral' },
    ASSIGNED: { tone: 'moving' },
    IN_PROGRESS: { tone: 'moving' },
    WAITING_PARTNER: { tone: 'unknown' },
    PROPOSED: { tone: 'attention' },
    APPROVED: { tone: 'moving' },
    RESOLVED: { tone: 'success' },
    CLOSED: { tone: 'neutral' },
    REJECTED: { tone: 'failure' },
    REOPENED: { tone: 'attention' },
  },
  events: {
    assign: { from: ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'REOPENED'], to: 'ASSIGNED' },
    /** To somebody else, while it waits for a partner or for what was agreed to be told. */
    handOver: { from: ['WAITING_PARTNER'], to: 'WAITING_PARTNER' },
    passOn: { from: ['APPROVED'], to: 'APPROVED' },
    start: { from: ['NEW', 'ASSIGNED', 'REOPENED'], to: 'IN_PROGRESS' },
    wait: { from: ['IN_PROGRESS'], to: 'WAITING_PARTNER' },
    resume: { from: ['WAITING_PARTNER'], to: 'IN_PROGRESS' },
    /** From APPROVED only where what was agreed on has failed. */
    propose: { from: ['IN_PROGRESS', 'APPROVED'], to: 'PROPOSED' },
    approve: { from: ['PROPOSED'], to: 'APPROVED' },
    giveBack: { from: ['PROPOSED'], to: 'IN_PROGRESS' },
    resolve: { from: ['IN_PROGRESS', 'APPROVED'], to: 'RESOLVED' },
    close: { from: ['RESOLVED'], to: 'CLOSED' },
    reject: { from: ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'REOPENED'], to: 'REJECTED' },
    reopen: { from: ['RESOLVED', 'CLOSED', 'REJECTED'], to: 'REOPENED' },
    merge: { from: ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_PARTNER', 'REOPENED'], to: 'CLOSED' },
  },
})
export const IncidentStatus = incidentMachine.status
export type IncidentStatus = z.output<typeof IncidentStatus>

/** Work is done on these. */
export const OPEN_STATUSES = [
  'NEW',
  'ASSIGNED',
  'IN_PROGRESS',
  'WAITING_PARTNER',
  'PROPOSED',
  'APPROVED',
  'REOPENED',
] as const satisfies readonly IncidentStatus[]

export const Priority = enumOf('incidents.priority', ['URGENT', 'HIGH', 'NORMAL', 'LOW'])
export type Priority = z.output<typeof Priority>

/** How it reached the operator. */
export const ReportChannel = enumOf('incidents.channel', ['COUNTER', 'PHONE', 'EMAIL', 'LETTER', 'INTERNAL'])
export const ReporterKind = enumOf('incidents.reporterKind', ['CUSTOMER', 'STAFF', 'PARTNER'])
/** How an answer reached who reported it: by e-mail from here, or told and written down. */
export const ReplyVia = enumOf('incidents.via', ['EMAIL', 'PHONE', 'COUNTER', 'LETTER'])
export const MessageFrom = enumOf('incidents.messageFrom', ['REPORTER', 'PARTNER'])
/** Where it came from. */
export const Cause = enumOf('incidents.cause', ['OURS', 'PARTNER', 'CUSTOMER'])
export type Cause = z.output<typeof Cause>

/** What a list is looked at for: one's own, those of one's unit, what is late, what nobody has taken. */
export const IncidentView = enumOf('incidents.view', ['MINE', 'TEAM', 'OVERDUE', 'UNASSIGNED', 'OPEN'])
export type IncidentView = z.output<typeof IncidentView>

export const ClockKind = enumOf('incidents.clockKind', ['FIRST_RESPONSE', 'RESOLUTION', 'PARTNER'])
export type ClockKind = z.output<typeof ClockKind>
export const ClockState = enumOf('incidents.clockState', ['RUNNING', 'PAUSED', 'MET', 'BREACHED', 'STOPPED'])
export type ClockState = z.output<typeof ClockState>

/** What has become of the money that an approved proposal moves. */
export const ActionState = enumOf('incidents.actionState', ['UNDER_WAY', 'DONE', 'FAILED'])
export type ActionState = z.output<typeof ActionState>

export const EventKind = enumOf('incidents.event', [
  'CREATED',
  'REPORTED',
  'ASSIGNED',
  'STARTED',
  'NOTE',
  'REPLY',
  'MESSAGE',
  'WAITING',
  'RESUMED',
  'PRIORITY',
  'LINKED',
  'PROPOSED',
  'APPROVED',
  'GIVEN_BACK',
  'RESOLVED',
  'CLOSED',
  'REJECTED',
  'REOPENED',
  'MERGED',
  'TOOK_IN',
  'LATE',
  'CALENDAR',
])
export type EventKind = z.output<typeof EventKind>

/** The action without money. */
export const NO_MONEY = 'NONE'
/** Of the global list that holds the templates of answers. */
export const REPLY_TEMPLATES = 'INCIDENT_REPLY'
/** Minutes for which who took one from the queue has it alone. */
export const HOLD_MINUTES = 10
