import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { PaymentService, UnitPlace } from './service.ts'

/** A day on which something happened, and where. */
export interface HappenedOn {
  service: PaymentService
  place: UnitPlace
  day: string
  /** The day may be closed: the first open one from there on is looked for. */
  look: boolean
}

/** The unit itself that a place stands for. */
export const unitOf = ({ headUnitId, provinceUnitId, districtUnitId, officeUnitId }: UnitPlace): string =>
  officeUnitId ?? districtUnitId ?? provinceUnitId ?? headUnitId

/** The business dates of what happened, in order: the day itself or as its service dates its work, and the first open day where asked for. */
export async function businessDates(tx: Tx, happened: readonly HappenedOn[], today: string): Promise<string[]> {
  const days = happened.map(({ day }) => day)
  for (const [{ businessDates: datesOf }, places] of Map.groupBy(happened.keys(), (at) => (happened[at] as HappenedOn).service)) {
    if (!datesOf) continue
    const asked = places.map((at) => happened[at] as HappenedOn).map(({ place, day }) => ({ unitId: unitOf(place), day }))
    const dated = await datesOf(tx, asked)
    for (const [n, at] of places.entries()) days[at] = dated[n] as string
  }
  const open = [...happened.keys()].filter((at) => happened[at]?.look)
  if (open.length === 0) return days
  const { rows } = await sql<{ day: string }>`
    select d as day from payment.first_open_days(
      ${open.map((at) => happened[at]?.service.declaration.code)}::text[], ${open.map((at) => days[at])}::date[],
      ${open.map((at) => happened[at]?.place.officeUnitId ?? null)}::bigint[], ${today}::date) with ordinality as f (d, ord)
    order by ord
  `.execute(tx)
  for (const [n, at] of open.entries()) days[at] = rows[n]?.day as string
  return days
}

/** The first day from one on that is open for a service at a place: for journals that go along with what becomes of a transaction. */
export async function openDay(tx: Tx, service: PaymentService, place: UnitPlace, day: string, today: string): Promise<string> {
  return (await businessDates(tx, [{ service, place, day, look: true }], today))[0] ?? day
}
