import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/** The rows of the file that is being read; its columns are those of the reader, in their order. */
export const STAGING = 'statement_rows'

export async function makeStaging(tx: Tx): Promise<void> {
  await sql
    .raw(
      `create temp table ${STAGING} (file_row bigint not null, verdict "char" not null, day date, at timestamptz, amount bigint, fee bigint, tax bigint, balance bigint,
        reference text, document_no text, counter_account text, counter_name text, text text, status text, about text, value text, error_code text, error_params jsonb) on commit drop`,
    )
    .execute(tx)
}
