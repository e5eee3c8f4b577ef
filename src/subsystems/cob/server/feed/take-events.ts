import { sql } from 'kysely'
import { gatewayErrors } from '#core/payments/contract/errors.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cobErrors } from '../../contract/errors.ts'
import type { EventLine } from '../../contract/feed.ts'
import { applyEvents } from '../items/apply.ts'
import { CollectionsRefused } from '../items/collections.ts'
import { type KnownEvent, keepEvents, type Taken } from '../items/ingest.ts'
import { isAhead } from './ahead.ts'
import { type FeedAnswer, type FeedCall, type RefusedBefore, refuseAll, takeTogether } from './group.ts'
import { couriersBy, type KnownCourier, unitsBy } from './look-up.ts'

/** Takes events in, a group in one transaction: kept, folded and booked. */
export function takeEvents(call: FeedCall, lines: readonly EventLine[]): Promise<FeedAnswer[]> {
  return takeTogether(
    call,
    lines,
    ({ item }) => item,
    (tx, some, refused) => take(call, tx, some, refused),
  )
}

/** The same within a transaction that does more, for what people record in the portal: a refusal is thrown and undoes all of it. */
export async function takeEventsIn(call: FeedCall, tx: Tx, lines: readonly EventLine[]): Promise<void> {
  try {
    refuseAll(await take(call, tx, lines, () => undefined))
  } catch (error) {
    throw error instanceof CollectionsRefused ? ([...error.items.values()][0] ?? error) : error
  }
}

async function take(
  { runtime, caller: { partnerId, suspended }, language }: FeedCall,
  tx: Tx,
  lines: readonly EventLine[],
  refused: RefusedBefore,
): Promise<Taken[]> {
  const now = runtime.clock.now()
  const couriers = await couriersBy(tx, named(lines, 'courier'))
  const units = await unitsBy(tx, named(lines, 'unit'))
  const told = await toldBefore(tx, partnerId, lines)
  const known = lines.map((line, at): KnownEvent | AppError => {
    const courier = line.courier === undefined ? undefined : couriers.get(line.courier)
    const unit = line.unit === undefined ? undefined : units.get(line.unit)
    const why = refused(at) ?? unknownIn(line, { courier, unit }, language)
    if (why) return why
    // What has been told is not judged again: it answers 'repeated', whoever was locked since.
    const news = told.has(line.reference) ? undefined : refusalOf(line, courier, now, language)
    if (suspended && !told.has(line.reference) && line.kind === 'OUT_FOR_DELIVERY') return new AppError(gatewayErrors.partnerSuspended)
    return news ?? { line, unitId: unit?.id ?? null, courierId: courier?.id ?? null }
  })
  const good = known.filter((one): one is KnownEvent => !(one instanceof AppError))
  const { taken, items } = await keepEvents(tx, partnerId, good, now)
  await applyEvents(tx, items, now)
  const results = taken.values()
  return known.map((one) => (one instanceof AppError ? one : (results.next().value as Taken)))
}

const named = (lines: readonly EventLine[], what: 'courier' | 'unit') => lines.map((line) => line[what]).filter((code) => code !== undefined)

async function toldBefore(tx: Tx, partnerId: string, lines: readonly EventLine[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from cob.event where partner_id = ${partnerId} and reference = any(${lines.map(({ reference }) => reference)}::text[])`.execute(tx)
  return new Set(rows.map(({ reference }) => reference))
}

/** A line that names what there is not; pure. */
function unknownIn({ courier, unit }: EventLine, found: { courier: unknown; unit: unknown }, language: Language): AppError | undefined {
  if (courier !== undefined && !found.courier) return refusedField('courier', cobErrors.feedCourierUnknown, language, { code: courier })
  if (unit !== undefined && !found.unit) return refusedField('unit', cobErrors.feedUnitUnknown, language, { code: unit })
  return undefined
}

/**
 * Why a new event is refused; pure. What has happened is taken in, also of somebody who is locked; what is handed out to a postman who is to get nothing
 * more is refused, as is everything of one who is closed.
 */
function refusalOf(line: EventLine, courier: KnownCourier | undefined, now: Date, language: Language): AppError | undefined {
  if (isAhead(line.at, now)) return refusedField('at', cobErrors.inFuture, language)
  if (!courier) return undefined
  const { code, status, held, limit } = courier
  if (status === 'CLOSED') return refusedField('courier', cobErrors.feedCourierUnknown, language, { code })
  if (line.kind !== 'OUT_FOR_DELIVERY') return undefined
  if (status === 'LOCKED') return refusedField('courier', cobErrors.courierTakesNoMore, language, { code })
  if (limit === null || held < limit) return undefined
  return refusedField('courier', cobErrors.ceilingReached, language, { code, held: moneyText(held), ceiling: moneyText(limit) })
}
