const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Minutes after a case was opened at which the partner is asked; then once a day. */
export const INQUIRY_MINUTES: readonly number[] = [1, 5, 15, 60]

/** When the partner is asked next, after so many inquiries; never sooner than in a minute. Pure. */
export function nextInquiry(openedAt: Date, inquiries: number, now: Date): Date {
  const minutes = INQUIRY_MINUTES[inquiries]
  if (minutes === undefined) return new Date(now.getTime() + DAY_MS)
  return new Date(Math.max(openedAt.getTime() + minutes * MINUTE_MS, now.getTime() + MINUTE_MS))
}
