import type { z } from 'zod'
import { enumOf } from '#kernel/primitives.ts'

/**
 * What may stand in the history of a session. Each has a title under `enums.past` and a sentence under `texts` ('past' and its name) of the labels of
 * sessions, filled with the details that are kept with it.
 */
export const Past = enumOf('reconciliation.sessions.past', [
  'CREATED',
  'CANCELLED',
  'FILE_STAGED',
  'FILE_REFUSED',
  'FILE_WITHDRAWN',
  'FETCHED',
  'MATCHED',
  'STOPPED',
  'HAND_MATCHED',
  'UNMATCHED',
  'BREAK_ASSIGNED',
  'BREAK_PROPOSED',
  'MATCH_PROPOSED',
  'MATCH_AGREED',
  'BREAK_GIVEN_BACK',
  'BREAK_RESOLVED',
  'BREAK_REOPENED',
  'WORKBOOK',
  'LETTER',
  'CONFIRMED',
  'REOPENED',
  'SETTLE_ASKED',
  'SETTLED',
  'REVERSE_ASKED',
  'REVERSED',
])
export type Past = z.output<typeof Past>
