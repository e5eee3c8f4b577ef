import type { Text } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'

/** What is expected at a unit on a day. */
export interface Expected {
  unitId: string
  moneyIn: Hundredths
  moneyOut: Hundredths
}

/** What will come in and go out of a unit's vaults and tills. Each area adds its own, in src/app/modules.ts. */
export interface Forecast {
  name: string
  title: Text
  /** How it is reckoned, in a sentence. */
  basis: Text
  /** USUAL: what such a day brings. DUE: what has to be paid or will arrive, by records that stand. */
  kind: 'USUAL' | 'DUE'
  /** The screen that shows the records behind it, of a unit and everything below it or of all, with what it asks for. */
  screen?: { permission: string; path: (unitId: string | undefined) => string }
  /** For these units in one question: the position asks for thousands. Units of which nothing is expected are left out. */
  forecast(db: Queryable, unitIds: readonly string[], day: string): Promise<Expected[]>
}

export const defineForecast = (forecast: Forecast): Forecast => forecast

export interface ForecastSum {
  forecast: Forecast
  moneyIn: Hundredths
  moneyOut: Hundredths
}

/** What every plug expects of these units together. */
export async function forecastSums(db: Queryable, forecasts: readonly Forecast[], unitIds: readonly string[], day: string): Promise<ForecastSum[]> {
  const sums: ForecastSum[] = []
  // One after the other: inside a transaction there is one connection.
  for (const forecast of forecasts) {
    const rows = unitIds.length === 0 ? [] : await forecast.forecast(db, unitIds, day)
    const total = (field: 'moneyIn' | 'moneyOut') => rows.reduce((sum, row) => sum + row[field], 0n)
    sums.push({ forecast, moneyIn: total('moneyIn'), moneyOut: total('moneyOut') })
  }
  return sums
}

/** What has to be paid at these units on a day, by records that stand. */
export async function payoutsDue(db: Queryable, forecasts: readonly Forecast[], unitIds: readonly string[], day: string): Promise<Hundredths> {
  const due = forecasts.filter(({ kind }) => kind === 'DUE')
  return (await forecastSums(db, due, unitIds, day)).reduce((sum, { moneyOut }) => sum + moneyOut, 0n)
}

/** What will lie there: what is due is part of what such a day usually brings, so the larger of the two counts. Pure. */
export function expectedAfter(balance: Hundredths, sums: readonly ForecastSum[]): Hundredths {
  const larger = (field: 'moneyIn' | 'moneyOut') => {
    const of = (kind: Forecast['kind']) => sums.filter(({ forecast }) => forecast.kind === kind).reduce((sum, one) => sum + one[field], 0n)
    const [usual, due] = [of('USUAL'), of('DUE')]
    if (usual > due) return usual
    return due
  }
  return balance + larger('moneyIn') - larger('moneyOut')
}
