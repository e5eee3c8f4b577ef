/** How far the clock of who feeds may be ahead. */
const AHEAD_MS = 300_000

/** Whether something is told to have happened that cannot have happened yet. */
export const isAhead = (at: string, now: Date): boolean => Date.parse(at) > now.getTime() + AHEAD_MS
