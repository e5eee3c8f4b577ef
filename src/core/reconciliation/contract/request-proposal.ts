import { z } from 'zod'
import { Count, Id, Money, NoteText, Text } from '#kernel/primitives.ts'
import { RequestKind, requestMachine } from './machines.ts'

export const RequestPayload = z.strictObject({ requestId: Id })
export type RequestPayload = z.output<typeof RequestPayload>

/** What the checker of a handling request sees. */
export const RequestPicture = z.object({
  status: requestMachine.status,
  kind: RequestKind,
  items: Count,
  total: Money,
  reason: NoteText,
  sessionCode: Text.nullable(),
  partnerName: Text.nullable(),
  /** The transactions, a line each. */
  transactions: NoteText,
  files: NoteText.nullable(),
})
