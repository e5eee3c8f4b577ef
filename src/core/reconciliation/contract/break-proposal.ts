import { z } from 'zod'
import { CodeText, Count, enumOf, Money, NoteText, OptionalNote, RequiredNote, Text } from '#kernel/primitives.ts'
import { LineNumbers } from './lines.ts'
import { BreakKind, breakMachine, Resolution } from './machines.ts'

/** Greatest amount at risk that a checker of the first tier decides, in hundredths. */
export const FIRST_TIER = 50_000_000_00n

export const BreakOutcome = enumOf('reconciliation.breaks.outcome', ['SUCCEEDED', 'FAILED'])

export const BreakPayload = z.strictObject({
  resolution: Resolution,
  reason: RequiredNote(500),
  note: OptionalNote(1000),
  outcome: BreakOutcome.optional(),
})
export type BreakPayload = z.output<typeof BreakPayload>

/** What the checker of one break's resolution sees. */
export const BreakPicture = z.object({
  status: breakMachine.status,
  kind: BreakKind,
  reference: CodeText,
  explanation: NoteText,
  difference: Money,
  atRisk: Money,
  resolution: Resolution.nullable(),
  outcome: BreakOutcome.nullable(),
  reason: NoteText.nullable(),
  note: NoteText.nullable(),
})

export const MatchPayload = z.strictObject({ ours: LineNumbers, theirs: LineNumbers, reason: RequiredNote(500), note: OptionalNote(1000) })
export type MatchPayload = z.output<typeof MatchPayload>

/** What the checker of a match of several breaks sees. */
export const MatchPicture = z.object({
  status: breakMachine.status,
  breaks: Count,
  /** The lines of each side: reference, day, amount. */
  oursLines: NoteText,
  theirsLines: NoteText,
  oursSum: Money,
  theirsSum: Money,
  /** What the partner takes out by contract, so that the sums differ by more than the difference. */
  fee: Money,
  difference: Money,
  reason: NoteText.nullable(),
  note: NoteText.nullable(),
})

export const BookStatus = enumOf('reconciliation.breaks.bookStatus', ['COMPARED', 'PROPOSED', 'APPLIED', 'GIVEN_BACK'])

export const WorkbookPayload = z.strictObject({ uploadId: z.uuid() })
export type WorkbookPayload = z.output<typeof WorkbookPayload>

/** What the checker of a filled-in workbook sees. */
export const WorkbookPicture = z.object({
  status: BookStatus,
  fileName: Text,
  hash: CodeText,
  rows: Count,
  stale: Count,
  invalid: Count,
  byResolution: NoteText,
  atRisk: Money,
  writeOff: Money,
})

/** What a workbook may ask for: an outcome needs to be named as well, which is done on the screen. */
export const BREAK_BOOK_RESOLUTIONS = ['MATCH', 'WRITE_OFF', 'ADJUST', 'CREATE', 'REFUND', 'CARRY', 'DISPUTE'] as const satisfies readonly Resolution[]
