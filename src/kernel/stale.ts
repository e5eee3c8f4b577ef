import { z } from 'zod'

/**
 * What a 409 (errors.stale) carries in `data` when a record is changed (platform/server/record): the version there is now, who changed it
 * last and when, and the fields of its form as they are now, by their names there, so that a form can put a person's changes on top of it.
 * An event that is fired without reading the record first says its version and status.
 */
export const Stale = z.object({
  version: z.number().int(),
  changedBy: z.string(),
  changedAt: z.string(),
  current: z.record(z.string(), z.unknown()),
})
export type Stale = z.output<typeof Stale>
