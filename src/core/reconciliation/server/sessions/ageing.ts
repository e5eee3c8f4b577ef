import { sql } from 'kysely'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, daysBetween, localDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import type { AgeBucket } from '../../contract/machines.ts'
import { MAX_DAYS, type SessionContracts } from '../../contract/sessions.ts'
import { atDesk } from '../desk.ts'
import { RATE_FALLS } from './past-words.ts'

type Health = OutputOf<SessionContracts['ageing']>
type Speed = Health['speed'][number]

/** Working days after which a break falls into the next bucket. */
const BUCKETS: readonly [AgeBucket, number][] = [
  ['D0_1', 1],
  ['D2_3', 3],
  ['D4_7', 7],
  ['OVER_7', Number.POSITIVE_INFINITY],
]

/** Percentage points by which a configuration's rate has to fall, and days with lines that tell on both sides. */
const FALL = 2
const DAYS_THAT_TELL = 3

/** The first working days before today, the nearest first: a break of a day before the n-th is older than n working days. */
function agesOf(days: readonly string[], today: string, off: ReadonlySet<string>): Map<string, number> {
  return new Map(days.map((day) => [day, workdaysBetween(day, today, off)]))
}

function workdaysBetween(from: string, to: string, off: ReadonlySet<string>): number {
  let count = 0
  for (let day = nextWorkday(from, off); day <= to && count < 100; day = nextWorkday(day, off)) count++
  return count
}

/** Open breaks by partner and age, how much of each day agrees, and how long breaks stand until they are resolved. */
export async function ageingOf(place: DeskPlace, { from, to }: InputOf<SessionContracts['ageing']>, ctx: RequestContext): Promise<Health> {
  if (from > to || daysBetween(from, to) >= MAX_DAYS) throw refusedField('to', reconciliationErrors.daysOrder, ctx.language, { days: MAX_DAYS })
  const days = await ratesOf(place, from, to, ctx)
  return { ageing: await openByAge(place, ctx), days, speed: await speedOf(place, { from, to, days }, ctx) }
}

async function openByAge(place: DeskPlace, { scope, runtime, now }: RequestContext): Promise<Health['ageing']> {
  const rows = await scope
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .innerJoin('reconciliation.setup as c', 'c.id', 's.setup_id')
    .leftJoin('organisation.partner as p', 'p.id', 's.partner_id')
    .select(['c.id', 'c.name as setupName', sql<string>`coalesce(p.name, c.name)`.as('partnerName'), 'b.day'])
    .select([sql<number>`count(*)::int`.as('breaks'), sql<string>`sum(b.at_risk)::numeric(20,2)`.as('amount')])
    .where(atDesk('s', place))
    .where('b.status', '<>', 'RESOLVED')
    .where('s.status', 'not in', ['CANCELLED', 'SETTLED'])
    .groupBy(['c.id', 'p.name', 'c.name', 'b.day'])
    .execute()
  const ages = agesOf([...new Set(rows.map(({ day }) => day))], localDate(now), await holidays(runtime.db))
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .map((own) => {
      const buckets = BUCKETS.map(([age, most], at) => {
        const least = at === 0 ? -1 : (BUCKETS[at - 1]?.[1] ?? 0)
        const inside = own.filter(({ day }) => (ages.get(day) ?? 0) > least && (ages.get(day) ?? 0) <= most)
        return { age, breaks: inside.reduce((sum, { breaks }) => sum + breaks, 0), amount: formatMoney(total(inside)) }
      })
      const { partnerName = '', id = '', setupName = '' } = own[0] ?? {}
      return { partnerName, setupId: id, setupName, buckets, total: formatMoney(total(own)) }
    })
    .sort((one, other) => Number(parseMoney(other.total) > parseMoney(one.total)) - Number(parseMoney(other.total) < parseMoney(one.total)))
}

const total = (rows: readonly { amount: string }[]): Hundredths => rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)

/** Of the lines that are matched or do not agree; what may still come counts as neither. */
async function ratesOf(place: DeskPlace, from: string, to: string, { scope }: RequestContext): Promise<Health['days']> {
  return scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.setup as c', 'c.id', 's.setup_id')
    .select(['s.to_day as day', 'c.id as setupId', 'c.name as setupName'])
    .select(
      sql<number>`(trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8`.as(
        'matchedPercent',
      ),
    )
    .select(sql<number>`s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs`.as('lines'))
    .where(atDesk('s', place))
    .where('s.status', 'in', ['MATCHED', 'REVIEWING', 'CONFIRMED', 'SETTLED'])
    .where('s.to_day', '>=', from)
    .where('s.to_day', '<=', to)
    .where(sql<boolean>`s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0`)
    .orderBy('s.to_day')
    .orderBy('c.name')
    .execute()
}

/** How fast breaks are resolved; warns where the second half of the period agrees noticeably less than the first. */
async function speedOf(
  place: DeskPlace,
  { from, to, days }: { from: string; to: string; days: Health['days'] },
  { scope, language }: RequestContext,
): Promise<Speed[]> {
  const rows = await scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.setup as c', 'c.id', 's.setup_id')
    .leftJoin('reconciliation.break as b', (on) => on.onRef('b.session_id', '=', 's.id').on('b.status', '=', 'RESOLVED'))
    .select(['c.id as setupId', 'c.name as setupName', sql<number>`count(b.id)::int`.as('resolved')])
    .select(
      sql<
        number | null
      >`(percentile_cont(0.5) within group (order by extract(epoch from b.resolved_at - s.matched_at) / 60) filter (where b.resolved_at >= s.matched_at))::float8`.as(
        'medianMinutes',
      ),
    )
    .where(atDesk('s', place))
    .where('s.status', '<>', 'CANCELLED')
    .where('s.to_day', '>=', from)
    .where('s.to_day', '<=', to)
    .groupBy(['c.id', 'c.name'])
    .orderBy('c.name')
    .execute()
  const middle = addDays(from, Math.floor(daysBetween(from, to) / 2))
  return rows.map((row) => {
    const own = days.filter(({ setupId }) => setupId === row.setupId)
    const before = average(own.filter(({ day }) => day <= middle))
    const after = average(own.filter(({ day }) => day > middle))
    const falls = before !== null && after !== null && before - after >= FALL
    const warning = falls ? fill(RATE_FALLS[language], { before: before.toFixed(1), after: after.toFixed(1) }, language) : null
    return { ...row, medianMinutes: row.medianMinutes === null ? null : Math.floor(row.medianMinutes), warning }
  })
}

/** Weighed by lines; null of too few days. */
function average(days: Health['days']): number | null {
  if (days.length < DAYS_THAT_TELL) return null
  const lines = days.reduce((sum, day) => sum + day.lines, 0)
  return days.reduce((sum, day) => sum + day.matchedPercent * day.lines, 0) / lines
}
