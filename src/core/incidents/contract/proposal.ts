import { z } from 'zod'
import { Code, CodeText, Money, NameText, NoteText, RequiredNote } from '#kernel/primitives.ts'
import { Cause, incidentMachine } from './incident.ts'

/** Greatest amount that a checker of the first tier decides, in hundredths. */
export const FIRST_TIER = 50_000_000_00n

/** What the checker of a proposal sees. */
export const ProposalPicture = z.object({
  status: incidentMachine.status,
  categoryName: NameText,
  subjectCode: CodeText.nullable(),
  actionName: NameText,
  actionAmount: Money.nullable(),
  /** What was moved before for the same record, a line each. */
  earlier: NoteText.nullable(),
  cause: Cause,
  resolution: NoteText,
  /** What would be posted, a line each. */
  postings: NoteText.nullable(),
})

export const ProposalPayload = z.strictObject({ action: Code, amount: Money.nullable(), cause: Cause, resolution: RequiredNote(2000) })
export type ProposalPayload = z.output<typeof ProposalPayload>
