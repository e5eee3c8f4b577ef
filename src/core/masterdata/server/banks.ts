import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'

/** The global list of banks: key BIN, value what people call the bank ('Vietcombank'). */
export const BANKS = 'BANK'

/** The name of the bank whose BIN a column holds ('t.payer_bank_bin'), to be selected; a number that is not in the list as it is, null for none. */
export const bankNameIn = (column: string): RawBuilder<string | null> =>
  sql`coalesce((select b.name from masterdata.bank b where b.bin = ${sql.ref(column)}), ${sql.ref(column)})`

/** The name of one bank, as `bankNameIn` has it. */
export async function bankName(db: Queryable, bin: string | null): Promise<string | null> {
  if (bin === null) return null
  const row = await db.selectFrom('masterdata.bank').select('name').where('bin', '=', bin).executeTakeFirst()
  return row?.name ?? bin
}

const known = new Recent<ReadonlySet<string>>()

/** BINs of the banks in use. At most one second old; inside a transaction they are read afresh. */
export const activeBanks = (db: Queryable): Promise<ReadonlySet<string>> =>
  known.read(db, async () => {
    const rows = await db.selectFrom('masterdata.bank').select('bin').where('active', '=', true).execute()
    return new Set(rows.map(({ bin }) => bin ?? ''))
  })
