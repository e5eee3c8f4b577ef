import { addDays } from '#kernel/dates.ts'
import type { ShellKey, useShellText } from '../../i18n.ts'

/** First and last day of 'today', 'yesterday', 'last:7', 'this-month' or 'last-month'; undefined for anything else. */
export function daysOf(name: string, today: string): readonly [from: string, to: string] | undefined {
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(monthStart, -1)
  switch (name) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)]
    case 'this-month':
      return [monthStart, today]
    case 'last-month':
      return [`${lastMonthEnd.slice(0, 8)}01`, lastMonthEnd]
    default: {
      const days = Number(/^last:([1-9]\d{0,2})$/.exec(name)?.[1])
      return days ? [addDays(today, 1 - days), today] : undefined
    }
  }
}

const WORDS: Record<string, ShellKey> = {
  today: 'list.today',
  yesterday: 'list.yesterday',
  'this-month': 'list.thisMonth',
  'last-month': 'list.lastMonth',
}

/** What a period is called. */
export function periodWords(t: ReturnType<typeof useShellText>, name: string): string {
  const word = WORDS[name]
  return word ? t(word) : t('list.lastDays', { n: name.slice('last:'.length) })
}
