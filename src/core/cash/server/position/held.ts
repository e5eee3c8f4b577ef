import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#kernel/dates.ts'
import { within } from '#platform/server/list/where.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { WEEKS } from '../../contract/position/position.ts'
import { isBlind } from '../blind.ts'

/** Whose cash is asked about. */
export interface Asked {
  unitId: string | undefined
  /** Holdings that the caller counts: no figure has them. */
  hidden: readonly string[]
}

/** Between vault and till of a unit: no cash came or went. */
export const WITHIN_UNIT = 'TREASURY_TILL'

export async function askedOf({ scope, session: { userId } }: RequestContext, unitId: string | undefined): Promise<Asked> {
  let query = scope.selectFrom('cash.holding as h').select('h.id').where(isBlind('h.id', userId))
  if (unitId !== undefined) query = query.where(within('h')(unitId))
  return { unitId, hidden: (await query.execute()).map(({ id }) => id) }
}

/** The holdings that the figures are of. */
export function held({ scope }: Pick<RequestContext, 'scope'>, { unitId, hidden }: Asked) {
  let query = scope.selectFrom('cash.holding as h')
  if (unitId !== undefined) query = query.where(within('h')(unitId))
  return hidden.length > 0 ? query.where('h.id', 'not in', hidden) : query
}

/** Today, and the same weekday of the weeks before it. */
export const sameWeekdays = (date: string): string[] => Array.from({ length: WEEKS + 1 }, (_, week) => addDays(date, -7 * week))

/** The place that a holding's figures stand for. */
export const placeOf = (alias: string, provinces: boolean): RawBuilder<string> =>
  provinces ? sql<string>`coalesce(${sql.ref(`${alias}.province_unit_id`)}, ${sql.ref(`${alias}.head_unit_id`)})` : sql<string>`${sql.ref(`${alias}.unit_id`)}`

export const isOpen: RawBuilder<SqlBool> = sql<SqlBool>`${sql.ref('h.status')} <> 'CLOSED'`
