import { z } from 'zod'

/**
 * What a refusal carries in `data` when something is still open that has to be settled first (a shift, cash in a holding, money in
 * transit): what it is in the reader's language, its code, and the address where it is seen; without one where the system has no such screen.
 */
export const OpenMatters = z.object({ open: z.array(z.object({ title: z.string(), code: z.string(), path: z.string().nullable() })) })
export type OpenMatters = z.output<typeof OpenMatters>
