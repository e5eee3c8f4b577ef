import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

/** Transactions have come or changed, somewhere. */
export const transactionsTopic: LiveTopic = { name: 'payments.transactions' }

/** What kind of movement it is. */
export const TransactionType = enumOf('payments.transactionType', ['PAYMENT', 'REFUND', 'COLLECTION', 'PAYOUT', 'TRANSFER'])
/** Where the person who paid stood. */
export const Channel = enumOf('payments.channel', ['COUNTER', 'WALLET', 'QR', 'BANK', 'SDK', 'APP'])
/** IN: money comes to the operator; OUT: money leaves it. */
export const Direction = enumOf('payments.direction', ['IN', 'OUT'])
/** What does not stand in the books where and when it belongs: LATE counts for a later day, SUSPENSE waits for an account that refused it. */
export const Deviation = enumOf('payments.deviation', ['LATE', 'SUSPENSE'])
/** Who caused a step of the timeline: a channel through the gateway, a person, or the system itself. */
export const ActorKind = enumOf('payments.actorKind', ['GATEWAY', 'USER', 'SYSTEM'])

export type TransactionType = (typeof TransactionType.options)[number]
export type Channel = (typeof Channel.options)[number]
export type Direction = (typeof Direction.options)[number]

/**
 * The life of a transaction of any service. While the outcome is unknown nothing is posted and nothing is paid a second
 * time; an inquiry, a statement line or two people end it. A cancellation is possible on the business day only, before cut-off; what leaves
 * through a partner and is answered on a later day has been refunded.
 */
export const transactionMachine = defineMachine({
  name: 'payments.transactionStatus',
  initial: 'INITIATED',
  states: {
    INITIATED: { tone: 'neutral' },
    PROCESSING: { tone: 'moving' },
    SUCCEEDED: { tone: 'success' },
    FAILED: { tone: 'failure', final: true },
    UNKNOWN: { tone: 'unknown' },
    REFUND_PENDING: { tone: 'attention' },
    PARTIALLY_REFUNDED: { tone: 'success' },
    REFUNDED: { tone: 'neutral', final: true },
    CANCEL_PENDING: { tone: 'attention' },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['INITIATED'], to: 'PROCESSING' },
    succeed: { from: ['PROCESSING', 'UNKNOWN'], to: 'SUCCEEDED' },
    fail: { from: ['PROCESSING', 'UNKNOWN'], to: 'FAILED' },
    loseTrack: { from: ['PROCESSING'], to: 'UNKNOWN' },
    requestRefund: { from: ['SUCCEEDED', 'PARTIALLY_REFUNDED'], to: 'REFUND_PENDING' },
    refund: { from: ['REFUND_PENDING', 'CANCEL_PENDING'], to: 'REFUNDED' },
    refundPartly: { from: ['REFUND_PENDING'], to: 'PARTIALLY_REFUNDED' },
    refuseRefund: { from: ['REFUND_PENDING'], to: 'SUCCEEDED' },
    refuseFurtherRefund: { from: ['REFUND_PENDING'], to: 'PARTIALLY_REFUNDED' },
    requestCancel: { from: ['SUCCEEDED'], to: 'CANCEL_PENDING' },
    cancel: { from: ['CANCEL_PENDING'], to: 'CANCELLED' },
    refuseCancel: { from: ['CANCEL_PENDING'], to: 'SUCCEEDED' },
  },
})

export const TransactionStatus = transactionMachine.status
export type TransactionStatus = (typeof TransactionStatus.options)[number]
export type TransactionEvent = keyof typeof transactionMachine.events

/** The states of a payment whose money came in, given back later or not: only these carry a fee. */
export const PAID_STATUSES = ['SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING'] as const satisfies readonly TransactionStatus[]

/** The states of a payment that came to nothing: it counts for no limit. */
export const GONE_STATUSES = ['FAILED', 'CANCELLED'] as const satisfies readonly TransactionStatus[]

/** The states that a success rate is taken of. What was cancelled is left out, as the books do: it is as if it had never been paid. */
export const RATED_STATUSES: readonly TransactionStatus[] = [...PAID_STATUSES, 'FAILED']

/** Per cent with one decimal of the payments in RATED_STATUSES, rounded down, so that 100 means all of them; null of none. */
export const successRate = (succeeded: number, rated: number): number | null => (rated === 0 ? null : Math.floor((succeeded * 1000) / rated) / 10)

/** Hours of the day, in Viet Nam. */
export const HourOfDay = enumOf('payments.hour', [
  ...(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'] as const),
])
export type HourOfDay = (typeof HourOfDay.options)[number]

/** Steps of the timeline: 'receive' opens it, 'agreeReturn' says who agreed to what now leaves through the partner, the others are the machine's events. */
export const TimelineStep = enumOf('payments.timelineStep', [
  'receive',
  'submit',
  'succeed',
  'fail',
  'loseTrack',
  'requestRefund',
  'agreeReturn',
  'refund',
  'refundPartly',
  'refuseRefund',
  'refuseFurtherRefund',
  'requestCancel',
  'cancel',
  'refuseCancel',
] as const satisfies readonly ('receive' | 'agreeReturn' | TransactionEvent)[])
export type TimelineStep = (typeof TimelineStep.options)[number]

/** How far payments have been given back, refunded or cancelled: what the list is asked for. */
export const Returned = enumOf('payments.returned', ['PENDING', 'PARTLY', 'REFUNDED', 'CANCELLED'])
export const RETURNED_STATUSES: Record<(typeof Returned.options)[number], readonly TransactionStatus[]> = {
  PENDING: ['REFUND_PENDING', 'CANCEL_PENDING'],
  PARTLY: ['PARTIALLY_REFUNDED'],
  REFUNDED: ['REFUNDED'],
  CANCELLED: ['CANCELLED'],
}

/** What the partner refused to give back and nobody has asked for again. */
export const RefusedReturn = enumOf('payments.refusedReturn', ['OPEN'])

/** The states of a payment of which something is still to come: its outcome, or the end of giving it back. */
export const OPEN_STATUSES: readonly TransactionStatus[] = [
  ...TransactionStatus.options.filter((status) => ![...PAID_STATUSES, ...GONE_STATUSES].some((known) => known === status)),
  ...RETURNED_STATUSES.PENDING,
]
