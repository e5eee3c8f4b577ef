import { defineCommand } from '#kernel/contract.ts'
import type { Text } from '#kernel/language.ts'
import { defineMachine } from '#kernel/machine.ts'
import { Id, openKey } from '#kernel/primitives.ts'
import { Printed } from '../documents.ts'

/** What is paid, by its plug; which there are is the composition root's to say. */
export const SourceKind = openKey('cash.counter.sourceKind')

/** A kind of record that counters pay, in a word: on the screen and on the printed slip. */
export interface SlipKind {
  /** Of its slips; never changes. */
  kind: string
  title: Text
}

/** The life of a slip: claimed until its cash has changed hands, or not. EXCESS: it was paid out for nothing that was owed any more. */
export const slipMachine = defineMachine({
  name: 'cash.counter.slipStatus',
  initial: 'CLAIMED',
  states: {
    CLAIMED: { tone: 'moving' },
    UNKNOWN: { tone: 'unknown' },
    PAID: { tone: 'success', final: true },
    RELEASED: { tone: 'neutral', final: true },
    EXCESS: { tone: 'failure', final: true },
  },
  events: {
    pay: { from: ['CLAIMED', 'UNKNOWN'], to: 'PAID' },
    loseTrack: { from: ['CLAIMED'], to: 'UNKNOWN' },
    release: { from: ['CLAIMED', 'UNKNOWN'], to: 'RELEASED' },
    exceed: { from: ['CLAIMED', 'UNKNOWN'], to: 'EXCESS' },
  },
})

/** Of the transaction whose cash it is about. */
export const printCounterSlip = defineCommand({
  path: '/cfm-admin/slip/v1/print',
  permission: 'counter/slips/view',
  summary: { vi: 'In phiếu thu, chi', en: 'Print a counter slip' },
  input: { id: Id },
  output: Printed,
})
