import type { z } from 'zod'
import { enumOf } from '#kernel/primitives.ts'

/** What an answer of a partner says of a transaction. UNKNOWN: nothing that money may be moved by. */
export const Verdict = enumOf('partners.verdict', ['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN'])
export type Verdict = z.output<typeof Verdict>

/** What a partner is asked: the state of a transaction, whose an account is, to give money back, to pay out, for the statement of a day. */
export const Operation = enumOf('partners.operation', ['INQUIRE', 'ACCOUNT_NAME', 'REFUND', 'PAYOUT', 'STATEMENT'])
export type Operation = z.output<typeof Operation>

/**
 * Why there is no verdict. The first four: nothing has left this system (no connection set up, the operation turned off, an address that
 * must not be called, the circuit open). CONNECTION is either; the rest: the partner may have done what was asked.
 */
export const Fault = enumOf('partners.fault', [
  'NOT_CONFIGURED',
  'SWITCHED_OFF',
  'ADDRESS',
  'CIRCUIT_OPEN',
  'CONNECTION',
  'TIMEOUT',
  'STATUS',
  'REDIRECT',
  'TOO_LARGE',
  'UNREADABLE',
  'SIGNATURE',
  'MISMATCH',
  'UNMAPPED',
])
export type Fault = z.output<typeof Fault>
