import { sql } from 'kysely'
import type { ParameterDefinition } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Tx } from '#platform/server/database/db.ts'

/**
 * Brings the declared parameters into the database: new ones with their initial value, known ones with today's texts, bounds and
 * weight. A value that a person has set stays, unless the type has changed or the new bounds refuse it; the history says so.
 * What is declared no more becomes a parameter of one's own, which may be removed.
 */
export async function syncParameters(tx: Tx, definitions: readonly ParameterDefinition[]): Promise<void> {
  const keys = new Set(definitions.map(({ key }) => key))
  if (keys.size < definitions.length) throw new Error('two parameters are declared under one key')
  await sql`select pg_advisory_xact_lock(7203161)`.execute(tx)
  const known = new Map((await tx.selectFrom('masterdata.parameter').selectAll().execute()).map((row) => [row.key, row]))
  for (const definition of definitions) {
    const { key, type, initial, text, critical = false, minimum = null, maximum = null } = definition
    const declared = { type, minimum, maximum, description: text.vi, description_en: text.en, critical, builtin: true }
    const row = known.get(key)
    if (!row) {
      await tx
        .insertInto('masterdata.parameter')
        .values({ key, value: initial, updated_by: 'system', ...declared })
        .execute()
      continue
    }
    const same = Object.entries(declared).every(([column, value]) => row[column as keyof typeof declared] === value)
    if (same) continue
    const kept = row.type === type
    await tx
      .updateTable('masterdata.parameter')
      .set(kept ? declared : { ...declared, value: initial, version: row.version + 1, updated_by: 'system', updated_at: sql<Date>`now()`, reason: '' })
      .where('id', '=', row.id)
      .execute()
  }
  await tx
    .updateTable('masterdata.parameter')
    .set({ builtin: false })
    .where('builtin', '=', true)
    .where('key', 'not in', [...keys, ''])
    .execute()
}
