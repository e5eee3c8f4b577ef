import { z } from 'zod'

/**
 * What a 409 (errors.stale) carries in `data`: the version there is now, and for forms that can put a person's changes on top of it
 * also who changed what and when. `current` holds the fields of the form as they are now.
 */
export const Stale = z.object({
  version: z.number().int(),
  changedBy: z.string(),
  changedAt: z.string(),
  current: z.record(z.string(), z.unknown()),
})
export type Stale = z.output<typeof Stale>
