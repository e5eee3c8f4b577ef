/** Dates of the wire are YYYY-MM-DD in Asia/Ho_Chi_Minh (UTC+7, no summer time since 1975). */
export const TIME_ZONE = 'Asia/Ho_Chi_Minh'
const OFFSET_MS = 7 * 3_600_000
const DAY_MS = 86_400_000

/** The local calendar day of an instant: Date → 'YYYY-MM-DD'. */
export function localDate(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** First instant of a local day: 'YYYY-MM-DD' → Date. */
export function startOfDay(date: string): Date {
  return new Date(`${date}T00:00:00+07:00`)
}

/** First instant after a local day, so that ranges include both days as `>= startOfDay(from) and < endOfDay(to)`. */
export function endOfDay(date: string): Date {
  return new Date(startOfDay(date).getTime() + DAY_MS)
}

/** 'YYYY-MM-DD' plus whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** An instant as ISO 8601 with the local offset: '2026-11-21T08:30:00.000+07:00'. */
export function isoLocal(at: Date): string {
  return `${new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, -1)}+07:00`
}

/** 'YYYY-MM-DD' → 'DD/MM/YYYY'. */
export function showDate(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** '2026-11' → '11/2026' */
export function showMonth(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(0, 4)}`
}

/** ISO timestamp → 'DD/MM/YYYY HH:mm:ss' in local time. */
export function showTimestamp(iso: string): string {
  const local = isoLocal(new Date(iso))
  return `${showDate(local)} ${local.slice(11, 19)}`
}

/** The day that an instant ends: midnight is the end of the day before. Undefined for any other time. */
export function dayEndedAt(iso: string): string | undefined {
  const at = new Date(iso)
  const day = localDate(at)
  return startOfDay(day).getTime() === at.getTime() ? addDays(day, -1) : undefined
}

/** Whole days from one day to another, both 'YYYY-MM-DD'; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
}

/** Years of the portal: outside them sums of days leave the four digits, and PostgreSQL and JavaScript disagree about what a day is. */
const YEARS = /^(19|2\d)\d\d-/

/** True for an existing calendar day in the form YYYY-MM-DD (2026-02-30 is none) of the years 1900 to 2999. */
export function isDateOnly(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !YEARS.test(text)) return false
  // Compared by its parts: tens of thousands of rows of a file are asked one after another, and text is slow to make.
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** True for a well-formed ISO timestamp of the years 1900 to 2999 whose offset exists on earth (at most 14 hours; PostgreSQL refuses 16). */
export function isPlausibleTimestamp(iso: string): boolean {
  return YEARS.test(iso) && /(Z|[+-](0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00))$/.test(iso)
}
