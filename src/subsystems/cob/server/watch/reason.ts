import { showDate, showTimestamp } from '#kernel/dates.ts'
import { fill, type Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { WatchRule } from '../../contract/watch.ts'
import { en } from '../../labels/watch/en.ts'
import { vi } from '../../labels/watch/vi.ts'

const REASONS = { vi: vi.texts, en: en.texts }

type Facts = Record<string, string | number>

const MONEY = ['amount', 'before', 'after', 'collected', 'wanted']
/** Instants as PostgreSQL writes them into JSON, with its zone, to the second in Viet Nam. */
const timeOf = (text: string) => showTimestamp(new Date(text).toISOString())

function shown(name: string, value: string | number, language: Language): string {
  if (MONEY.includes(name)) return showMoney(String(value), language, 0)
  if (name === 'due') return showDate(String(value))
  return name === 'at' ? timeOf(String(value)) : String(value)
}

/** Why a row is watched, in words with its figures. `hours`: how long the reason is there. */
export function reasonOf(rule: WatchRule, facts: Facts, hours: number, language: Language): string {
  const figures = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shown(name, value, language)]))
  // A day that has begun is one day late.
  return fill(REASONS[language][`reason${rule}`], { hours, lateDays: Math.floor(hours / 24) + 1, ...figures }, language)
}
