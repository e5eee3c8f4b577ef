import { sql } from 'kysely'
import { PAID_STATUSES, RATED_STATUSES, RETURNED_STATUSES, type TransactionStatus } from '#core/payments/contract/transaction.ts'
import { type Figures, figuresOf, hoursOf, ofEvent, oldestUnknown, reportLines, topMerchants, waitsByPartner } from '#core/payments/server/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { parseMoney, sumMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type getQrOverview, MERCHANTS_SHOWN, NEWEST, OPEN_DAYS } from '../contract/overview.ts'
import { qrService } from '../contract/service.ts'

type Overview = OutputOf<typeof getQrOverview>

const WEEK = 7
const WEEK_MS = WEEK * 86_400_000
const service = qrService.code

const total = (figures: readonly Figures[], states?: readonly TransactionStatus[]) => {
  const counted = states ? figures.filter(({ status }) => states.includes(status)) : figures
  return { count: counted.reduce((sum, { count }) => sum + count, 0), amount: sumMoney(counted.map(({ amount }) => amount)) }
}

const partOf = (figures: readonly Figures[]) => ({
  count: total(figures).count,
  succeeded: total(figures, PAID_STATUSES).count,
  settled: total(figures, RATED_STATUSES).count,
  amount: total(figures, PAID_STATUSES).amount,
})

/** Payments of today, against the same weekday before, and what is open of the last months. */
export async function overview(ctx: RequestContext): Promise<Overview> {
  const { now } = ctx
  const date = localDate(now)
  const earlier = addDays(date, -WEEK)
  const today = { service, from: date, to: date }
  const lately = { ...today, from: addDays(date, 1 - OPEN_DAYS) }
  const [figures, open, oldest, hours, before, byBank, byProvince, merchants, refunded] = await Promise.all([
    figuresOf(today, ctx),
    figuresOf({ ...lately, status: ['UNKNOWN', ...RETURNED_STATUSES.PENDING] }, ctx),
    oldestUnknown(lately, ctx),
    hoursOf(service, date, now, ctx),
    hoursOf(service, earlier, new Date(now.getTime() - WEEK_MS), ctx),
    banks(today, ctx),
    provinces(today, ctx),
    topMerchants(today, ctx, MERCHANTS_SHOWN),
    refundsOf(date, ctx),
  ])
  const inHour = (rows: typeof hours, hour: number) => rows.find((one) => one.hour === hour)?.count ?? 0
  return {
    date,
    at: isoLocal(now),
    ...partOf(figures),
    before: { date: earlier, count: before.reduce((sum, { countUntil }) => sum + countUntil, 0), amount: sumMoney(before.map((row) => row.amountUntil)) },
    byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, count: inHour(hours, hour), before: inHour(before, hour) })),
    unknown: { count: total(open, ['UNKNOWN']).count, oldestAt: oldest && isoLocal(oldest) },
    waiting: { refunds: total(open, ['REFUND_PENDING']).count, cancellations: total(open, ['CANCEL_PENDING']).count },
    byBank,
    byProvince,
    topMerchants: merchants,
    refunded,
    cancelled: total(figures, ['CANCELLED']),
  }
}

/** Refunds of a day of the books, as the reports have them. */
const refundsOf = (day: string, { scope, session }: RequestContext) =>
  scope.db
    .selectFrom(reportLines({ scope, grant: session.scope }, { service, type: 'PAYMENT', from: day, to: day }, []).as('l'))
    .select([
      sql<number>`(${ofEvent('REFUNDED', 'n')})::integer`.as('count'),
      sql<string>`((${ofEvent('REFUNDED', 'amount')}) * 0.01)::numeric(20, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()

type Today = Parameters<typeof figuresOf>[0]

/** The figures of each partner or province by its name. */
function parts<T extends { id: string }>(figures: readonly Figures[], named: readonly T[]) {
  const byKey = Map.groupBy(figures, ({ key }) => key)
  return named.flatMap((one) => {
    const own = byKey.get(one.id)
    return own ? [{ ...one, ...partOf(own), unknown: total(own, ['UNKNOWN']).count }] : []
  })
}

async function banks(today: Today, ctx: RequestContext): Promise<Overview['byBank']> {
  const [figures, waits] = await Promise.all([figuresOf(today, ctx, 'partner'), waitsByPartner({ service, day: today.from, newest: NEWEST }, ctx)])
  const named = await ctx.db.selectFrom('organisation.partner').select(['id', 'code', 'name']).where('id', 'in', keysOf(figures)).execute()
  const seconds = new Map(waits.map((one) => [one.partnerId, one.seconds]))
  return parts(figures, named)
    .map((bank) => ({ ...bank, seconds: seconds.get(bank.id) ?? null }))
    .sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1) || b.count - a.count || a.code.localeCompare(b.code))
}

async function provinces(today: Today, ctx: RequestContext): Promise<Overview['byProvince']> {
  const figures = await figuresOf(today, ctx, 'province')
  const named = await ctx.db.selectFrom('organisation.unit_directory').select(['id', 'name']).where('id', 'in', keysOf(figures)).execute()
  return parts(figures, named as { id: string; name: string }[])
    .map(({ unknown: _, settled: __, ...part }) => part)
    .sort((a, b) => Number(parseMoney(b.amount) - parseMoney(a.amount)) || b.count - a.count || a.name.localeCompare(b.name, 'vi'))
}

/** An id that nobody has, where there is none. */
const keysOf = (figures: readonly Figures[]) => ['0', ...new Set(figures.flatMap(({ key }) => key ?? []))]
