import { type ParameterDefinition, type ParameterType, type ParameterValues, readValue } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'

/** The table is small, so all of it. */
const snapshots = new Recent<ReadonlyMap<string, string>>()

/**
 * The value of a declared parameter, as code works with it: money in hundredths, decimals as text. At most one second old;
 * inside a transaction it is read afresh. A parameter that the database does not hold yet has its initial value.
 */
export async function parameter<T extends ParameterType>(db: Queryable, definition: ParameterDefinition<T>): Promise<ParameterValues[T]> {
  const values = await snapshots.read(db, () => load(db))
  return readValue(definition.type, values.get(definition.key) ?? definition.initial)
}

async function load(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('masterdata.parameter').select(['key', 'value']).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}
