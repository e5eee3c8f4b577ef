import type { z } from 'zod'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf } from '#kernel/primitives.ts'

/** Where cash lies: the main vault of a unit (quỹ chính), a till (quầy), or somebody on the way with it (bưu tá, người áp tải). */
export const HoldingKind = enumOf('cash.holdingKind', ['VAULT', 'TILL', 'COURIER'])
export type HoldingKind = z.output<typeof HoldingKind>

/** WARN: more than the ceiling is shown and reported; BLOCK: it is refused. */
export const CeilingPolicy = enumOf('cash.ceilingPolicy', ['WARN', 'BLOCK'])
export type CeilingPolicy = z.output<typeof CeilingPolicy>

/** A locked holding starts nothing new; a closed one is empty and stays closed. */
export const holdingMachine = defineMachine({
  name: 'cash.holdingStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  },
})
