import type { Labels } from '#platform/web/i18n.ts'
import type { vi } from '../labels/vi.ts'

const EVERY_MINUTES = /^\*\/(\d+) \* \* \* \*$/
const HOURLY = /^(\d+) \* \* \* \*$/
const DAILY = /^(\d+) (\d+) \* \* \*$/

/** The five fields of a timetable in words: every so many minutes, every hour, every day; others as they are. */
export function timetable(labels: Pick<Labels<typeof vi>, 'text'>, cron: string): string {
  const [, minutes] = EVERY_MINUTES.exec(cron) ?? []
  if (minutes) return labels.text('everyMinutes', { minutes })
  const [, minute] = HOURLY.exec(cron) ?? []
  if (minute) return labels.text('hourly', { minute })
  const [, at = '', hour] = DAILY.exec(cron) ?? []
  return hour === undefined ? cron : labels.text('daily', { time: `${hour.padStart(2, '0')}:${at.padStart(2, '0')}` })
}
