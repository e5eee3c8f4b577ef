import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import type { OwnColumns } from './service.ts'

/** The key of a table of own columns, which is that of the transaction. */
export const OWN_KEY = ['id', 'business_date'] as const
/** Who may see a row of it: with these columns row-level security guards it like the transaction. */
export const OWN_SCOPE = ['head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id', 'partner_id'] as const

/** Throws StartupError unless the table of a service's own columns has the key of the transaction, its scope, and row-level security. */
export async function checkOwnTable(tx: Tx, service: string, { table, columns }: OwnColumns): Promise<void> {
  const { rows } = await sql<{ names: string[]; keyed: boolean; guarded: boolean }>`
    select c.relrowsecurity and c.relforcerowsecurity as guarded,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as names,
      exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
          and array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey) order by 1) = ${[...OWN_KEY].sort()}::text[]
          and i.indnatts = ${OWN_KEY.length}
      ) as keyed
    from pg_class c where c.oid = to_regclass(${table})
  `.execute(tx)
  const refuse = (why: string) => new StartupError(`Payment service ${service}: its table ${table} ${why}`)
  const found = rows[0]
  if (!found) throw refuse('does not exist')
  const missing = [...OWN_KEY, ...OWN_SCOPE, ...Object.values(columns)].filter((name) => !found.names.includes(name))
  if (missing.length > 0) throw refuse(`has no column ${missing.join(', ')}`)
  if (!found.keyed) throw refuse(`has no unique key on (${OWN_KEY.join(', ')})`)
  if (!found.guarded) throw refuse('is not under row-level security')
}
