import { isoLocal } from '#kernel/dates.ts'

/** An event as it is stored, apart from what becomes of it. */
export interface StoredEvent {
  eventId: string
  kind: string
  subject: string
  sequence: number
  stateVersion: number
  replayOf: string | null
  occurredAt: Date
  createdAt: Date
  payload: unknown
}

/** The bytes of an event: the same each time it is sent. */
export const bodyOf = ({ eventId, kind, subject, sequence, stateVersion, replayOf, occurredAt, createdAt, payload }: StoredEvent): string =>
  JSON.stringify({
    id: eventId,
    kind,
    subject,
    sequence,
    stateVersion,
    replayOf,
    occurredAt: isoLocal(occurredAt),
    createdAt: isoLocal(createdAt),
    data: payload,
  })
