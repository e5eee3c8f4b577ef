import type { z } from 'zod'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

export const AccountClass = enumOf('ledger.accountClass', ['ASSET', 'LIABILITY', 'INCOME', 'EXPENSE', 'OFF_BALANCE'])
export type AccountClass = z.output<typeof AccountClass>

/** D = debit, C = credit. */
export const Side = enumOf('ledger.side', ['D', 'C'])
export type Side = z.output<typeof Side>

/** Whose money an account holds; OPERATOR is the operator itself and has no owner id. */
export const OwnerType = enumOf('ledger.ownerType', ['OPERATOR', 'UNIT', 'PARTNER', 'MERCHANT', 'CUSTOMER'])
export type OwnerType = z.output<typeof OwnerType>

export const PeriodGranularity = enumOf('ledger.periodGranularity', ['DAY', 'MONTH'])
export type PeriodGranularity = z.output<typeof PeriodGranularity>

/** A locked account refuses postings until it is unlocked; a closed one has no balance and refuses them for ever. */
export const accountMachine = defineMachine({
  name: 'ledger.accountStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  },
})
export const AccountStatus = accountMachine.status
export type AccountStatus = z.output<typeof AccountStatus>
export type AccountEvent = keyof typeof accountMachine.events

/** A closed period refuses postings; what was never closed is open. */
export const periodMachine = defineMachine({
  name: 'ledger.periodStatus',
  initial: 'OPEN',
  states: { OPEN: { tone: 'success' }, CLOSED: { tone: 'neutral' } },
  events: { close: { from: ['OPEN'], to: 'CLOSED' }, reopen: { from: ['CLOSED'], to: 'OPEN' } },
})
