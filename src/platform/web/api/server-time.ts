import { localDate } from '#kernel/dates.ts'

/** Milliseconds by which the server's clock is ahead of this machine's. */
let ahead = 0

/** Takes the time of an answer from its Date header. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** The server's day in Vietnam, 'YYYY-MM-DD', whatever clock and time zone this machine has. */
export function today(): string {
  return localDate(new Date(Date.now() + ahead))
}
