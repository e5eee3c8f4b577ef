import type { z } from 'zod'
import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

export const TREASURY_BASE = 'treasury/transactions'
export const TREASURY_API = '/cfm-admin/treasury/v1'

/** Treasury transactions have come or moved, somewhere. */
export const treasuryTopic: LiveTopic = { name: 'cash.treasury' }

/** Why cash moves: replenishment, remittance, transfer between units; to and from a bank; between vault and till of one unit. */
export const TreasuryKind = enumOf('cash.treasury.kind', [
  'REPLENISHMENT',
  'REMITTANCE',
  'TRANSFER',
  'BANK_DEPOSIT',
  'BANK_WITHDRAWAL',
  'TILL_ISSUE',
  'TILL_RETURN',
])
export type TreasuryKind = z.output<typeof TreasuryKind>
/** Those that people draft and somebody approves. */
export const DraftedKind = enumOf('cash.treasury.kind', ['REPLENISHMENT', 'REMITTANCE', 'TRANSFER', 'BANK_DEPOSIT', 'BANK_WITHDRAWAL'])
export type DraftedKind = z.output<typeof DraftedKind>
export const TillKind = enumOf('cash.treasury.kind', ['TILL_ISSUE', 'TILL_RETURN'])
export type TillKind = z.output<typeof TillKind>

export const isTill = (kind: TreasuryKind): kind is TillKind => kind === 'TILL_ISSUE' || kind === 'TILL_RETURN'
export const isBank = (kind: TreasuryKind): boolean => kind === 'BANK_DEPOSIT' || kind === 'BANK_WITHDRAWAL'

/**
 * Cash leaves a holding with the dispatch and reaches the other with the receipt; between them it lies with the courier. A receipt that
 * differs moves nothing: two people decide about it first.
 */
export const treasuryMachine = defineMachine({
  name: 'cash.treasury.status',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    SUBMITTED: { tone: 'attention' },
    APPROVED: { tone: 'moving' },
    DISPATCHED: { tone: 'moving' },
    RECEIVED: { tone: 'success', final: true },
    DISCREPANCY: { tone: 'attention' },
    SETTLED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    CANCELLED: { tone: 'neutral', final: true },
    RETURNED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['DRAFT'], to: 'SUBMITTED' },
    giveBack: { from: ['SUBMITTED'], to: 'DRAFT' },
    approve: { from: ['SUBMITTED'], to: 'APPROVED' },
    reject: { from: ['SUBMITTED'], to: 'REJECTED' },
    cancel: { from: ['DRAFT', 'APPROVED'], to: 'CANCELLED' },
    dispatch: { from: ['APPROVED'], to: 'DISPATCHED' },
    /** Between vault and till: the giver alone has confirmed yet. */
    handOver: { from: ['DRAFT'], to: 'DISPATCHED' },
    startReceipt: { from: ['DISPATCHED'], to: 'DISPATCHED' },
    /** By somebody else, for a count that nobody will finish. */
    callOffReceipt: { from: ['DISPATCHED'], to: 'DISPATCHED' },
    receive: { from: ['DISPATCHED'], to: 'RECEIVED' },
    differ: { from: ['DISPATCHED'], to: 'DISCREPANCY' },
    return: { from: ['DISPATCHED'], to: 'RETURNED' },
    settle: { from: ['DISCREPANCY'], to: 'SETTLED' },
  },
})
export const TreasuryStatus = treasuryMachine.status
export type TreasuryStatus = z.output<typeof TreasuryStatus>

/** What becomes of a difference. Short: kept pending, recovered from a person, written off. Over: kept pending, owed to whose it is. */
export const Settlement = enumOf('cash.treasury.settlement', ['CORRECT_COUNT', 'KEEP_PENDING', 'RECOVER', 'WRITE_OFF', 'PAY_BACK'])
export type Settlement = z.output<typeof Settlement>

/** Which of them fit a difference (received less sent). */
export function settlementsFor(difference: bigint): readonly Settlement[] {
  return difference < 0n ? ['CORRECT_COUNT', 'KEEP_PENDING', 'RECOVER', 'WRITE_OFF'] : ['CORRECT_COUNT', 'KEEP_PENDING', 'PAY_BACK']
}

/** Of a transaction with a bank that has come to its end: whether the line of the bank's statement was found. */
export const StatementState = enumOf('cash.treasury.statement', ['WAITING', 'MATCHED'])
/** Of what is with a courier: in time, or out longer than the parameter says. */
export const TransitState = enumOf('cash.treasury.transit', ['IN_TRANSIT', 'OVERDUE'])
