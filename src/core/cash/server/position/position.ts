import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney, sumMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { cashPosition, Outside, Place } from '../../contract/position/position.ts'
import { expectedAfter, type Forecast, forecastSums } from '../forecast/forecast.ts'
import { inTransit, overdue, rowsOf, sentBy } from '../treasury/list.ts'
import { type Flows, flowsOf } from './flows.ts'
import { type Asked, askedOf } from './held.ts'
import { type CashOfPlace, cashByPlace, closeByPlace, namesOf, outsideLimits } from './places.ts'

type Position = OutputOf<typeof cashPosition>

const OUTSIDE_SHOWN = 12
const BAGS_SHOWN = 12
const NO_FLOWS: Omit<Flows, 'placeId' | 'days'> = { moneyIn: '0.00', moneyOut: '0.00', usualIn: null, usualOut: null }
const NO_CASH: Omit<CashOfPlace, 'placeId'> = {
  amount: '0.00',
  vaults: '0.00',
  tills: '0.00',
  couriers: '0.00',
  holdings: 0,
  over: 0,
  near: 0,
  under: 0,
  excess: '0.00',
}

/** Where the cash lies: a fixed number of questions, however many holdings there are. Throws SYS-404 for a unit outside the scope. */
export async function position({ unitId }: InputOf<typeof cashPosition>, ctx: RequestContext, forecasts: readonly Forecast[]): Promise<Position> {
  const { now } = ctx
  const date = localDate(now)
  const unit = unitId === undefined ? undefined : await unitOf(ctx, unitId)
  if (unitId !== undefined && !unit) throw new AppError(errors.notFound)
  const provinces = byProvince(ctx, unit?.level)
  const asked = await askedOf(ctx, unitId)
  const cash = await cashByPlace(ctx, asked, provinces)
  const flows = await flowsOf(ctx, asked, date, provinces)
  const closes = await closeByPlace(ctx, asked, date, provinces)
  const outside = await outsideLimits(ctx, asked, OUTSIDE_SHOWN)
  const together = flows.find(({ placeId }) => placeId === null)
  const add = (field: 'holdings' | 'over' | 'near' | 'under') => cash.reduce((sum, one) => sum + one[field], 0)
  const count = (field: 'units' | 'closed' | 'late') => closes.reduce((sum, one) => sum + one[field], 0)
  const total = (field: 'amount' | 'vaults' | 'tills' | 'couriers' | 'excess') => sumMoney(cash.map((one) => one[field]))
  const tomorrow = addDays(date, 1)
  const sums = await forecastSums(
    ctx.db as unknown as Queryable,
    forecasts,
    closes.flatMap(({ unitIds }) => unitIds),
    tomorrow,
  )
  return {
    asOf: isoLocal(now),
    date,
    unit: unit ? { id: unit.id, name: unit.name } : null,
    provinces,
    leftOut: asked.hidden.length,
    total: total('amount'),
    ...{ vaults: total('vaults'), tills: total('tills'), couriers: total('couriers') },
    ...{ holdings: add('holdings'), over: add('over'), near: add('near'), under: add('under'), excess: total('excess') },
    today: { ...NO_FLOWS, days: 0, ...withoutPlace(together) },
    places: placesOf(await namesOf(ctx, [...new Set([...cash, ...closes].map(({ placeId }) => placeId))]), cash, flows, closes),
    outside: outside.map((one) => ({ ...one, unitName: one.unitName ?? '' }) as Outside),
    transit: await transitOf(ctx, unitId),
    ...{ units: count('units'), closed: count('closed'), late: count('late') },
    forecast: {
      date: tomorrow,
      lines: sums.map(({ forecast: { name, title, basis, screen }, moneyIn, moneyOut }) => ({
        name,
        title: title[ctx.language],
        basis: basis[ctx.language],
        moneyIn: formatMoney(moneyIn),
        moneyOut: formatMoney(moneyOut),
        path: screen && ctx.session.permissions.has(screen.permission) ? screen.path(unitId) : null,
      })),
      expected: formatMoney(expectedAfter(parseMoney(total('amount')), sums)),
    },
  }
}

const unitOf = ({ scope }: RequestContext, unitId: string) =>
  scope.selectFrom('organisation.unit as u').select(['u.id', 'u.name', 'u.level']).where('u.id', '=', unitId).executeTakeFirst()

/** Who sees the whole country begins with its provinces; everybody else with units. */
function byProvince({ session: { scope } }: RequestContext, asked: string | undefined): boolean {
  if (asked !== undefined) return asked === 'HEAD_OFFICE'
  return scope.kind === 'ALL' || (scope.kind === 'UNIT_AND_BELOW' && scope.unit.level === 'HEAD_OFFICE')
}

function withoutPlace(flows: Flows | undefined) {
  if (!flows) return {}
  const { placeId, ...rest } = flows
  return rest
}

type Closes = Awaited<ReturnType<typeof closeByPlace>>
type Names = Awaited<ReturnType<typeof namesOf>>

function placesOf(names: Names, cash: readonly CashOfPlace[], flows: readonly Flows[], closes: Closes): Place[] {
  const [cashBy, flowsBy, closesBy] = [byPlace(cash), byPlace(flows), byPlace(closes)]
  return names.map(({ id, name, level }) => {
    const { amount, holdings, over, under } = cashBy.get(id as string) ?? NO_CASH
    const { moneyIn, moneyOut, usualIn, usualOut } = flowsBy.get(id as string) ?? NO_FLOWS
    const { units, closed, late } = closesBy.get(id as string) ?? { units: 0, closed: 0, late: 0 }
    return {
      ...{ unitId: id as string, unitName: name as string, unitLevel: level },
      ...{ amount, holdings, over, under, moneyIn, moneyOut, usualIn, usualOut, units, closed, late },
    }
  })
}

const byPlace = <Row extends { placeId: string | null }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.placeId, row]))

/** Bags with couriers, of a unit those that it sent: what the treasury's own list shows as in transit under the same conditions. */
async function transitOf(ctx: RequestContext, unitId: Asked['unitId']): Promise<Position['transit']> {
  let query = rowsOf(ctx).where(inTransit)
  if (unitId !== undefined) query = query.where(sentBy(unitId))
  const { count, late } = await query
    .clearSelect()
    .select([sql<number>`count(*)::integer`.as('count'), sql<number>`count(*) filter (where ${overdue(ctx.now)})::integer`.as('late')])
    .executeTakeFirstOrThrow()
  const rows = count === 0 ? [] : await query.orderBy('t.dispatched_at').orderBy('t.id').limit(BAGS_SHOWN).execute()
  return {
    count,
    overdue: late,
    bags: rows.map((row) => ({
      ...{ id: row.id, code: row.code, fromName: row.fromName, toName: row.toName, courierName: row.courierName, sealNumber: row.sealNumber },
      amount: row.amount,
      dispatchedAt: row.dispatchedAt && isoLocal(row.dispatchedAt),
      hours: row.transitHours ?? 0,
      overdue: row.transit === 'OVERDUE',
    })),
  }
}
