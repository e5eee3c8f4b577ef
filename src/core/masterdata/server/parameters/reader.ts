import { type ParameterDefinition, type ParameterType, type ParameterValues, readValue } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Queryable } from '#platform/server/database/db.ts'

interface Snapshot {
  at: number
  values: Promise<ReadonlyMap<string, string>>
}

const MAX_AGE_MS = 1_000
const snapshots = new WeakMap<Queryable, Snapshot>()

/**
 * The value of a declared parameter, as code works with it: money in hundredths, decimals as text. At most one second old;
 * inside a transaction it is read afresh. A parameter that the database does not hold yet has its initial value.
 */
export async function parameter<T extends ParameterType>(db: Queryable, definition: ParameterDefinition<T>): Promise<ParameterValues[T]> {
  const values = await (db.isTransaction ? load(db) : recent(db))
  return readValue(definition.type, values.get(definition.key) ?? definition.initial)
}

/** One query a second at most, shared by everybody who asks meanwhile. The table is small, so all of it. */
function recent(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const known = snapshots.get(db)
  if (known && performance.now() - known.at < MAX_AGE_MS) return known.values
  const values = load(db)
  const snapshot = { at: performance.now(), values }
  snapshots.set(db, snapshot)
  values.catch(() => {
    // What failed is not kept: the next one tries again.
    if (snapshots.get(db) === snapshot) snapshots.delete(db)
  })
  return values
}

async function load(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('masterdata.parameter').select(['key', 'value']).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Forgets what was read, in this process: whoever changed a value here sees it at once. */
export function forgetParameters(db: Queryable): void {
  snapshots.delete(db)
}
