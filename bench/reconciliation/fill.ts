import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#platform/server/database/db.ts'
import type { EmbeddedDatabase } from '#platform/server/database/embedded.ts'

/** Of a hundred payments one is changed: in turn another amount, another day, another reference, dropped, doubled. */
const CHANGED = 500
const COLUMNS = 'no, day, amount, fee, reference, document_no, counter_account, counter_name, text, status'

/** Lines of both sides as they are staged; theirs in an order of their own. */
export async function fillLines(db: Database, sessionId: string, period: string, lines: number): Promise<void> {
  await sql`
    insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference, document_no, counter_account, counter_name, text, status, source_id, source_code)
    select ${period}::date, ${sessionId}::bigint, 'O', n, true, ${period}::date + n / ${Math.ceil(lines / 3)}::int, (1000 + (n::bigint * 7919) % 5000000) * 100,
        'PAY' || lpad(((n::bigint * 1000003) % 100000000)::text, 8, '0'), 'FT' || lpad(n::text, 9, '0'), '0011' || lpad(((n::bigint * 7717) % 1000000)::text, 9, '0'),
        'NGUYEN VAN ' || n % 5000, 'Thanh toan ' || n, 'SUCCEEDED', n, 'T' || n from generate_series(1, ${lines}::int) n`.execute(db)
  await sql`
    insert into reconciliation.line (period, session_id, side, no, money, day, amount, reference, document_no, counter_account, counter_name, text, statement_id, file_row)
    select period, session_id, 'T', row_number() over (order by no + (no::bigint * 7919) % 50, twice), true, day + case no % ${CHANGED} when 2 then 9 else 0 end,
        amount + case no % ${CHANGED} when 1 then 100000 else 0 end, case no % ${CHANGED} when 3 then 'X' else '' end || reference, document_no, counter_account, counter_name, text, 1, no
      from reconciliation.line cross join generate_series(1, 2) twice
     where session_id = ${sessionId} and period = ${period} and side = 'O' and no % ${CHANGED} <> 4 and (twice = 1 or no % ${CHANGED} = 5)`.execute(db)
}

/** The same lines as two csv files, written by PostgreSQL itself. */
export async function writeFiles(database: EmbeddedDatabase, sessionId: string): Promise<{ folder: string; ours: string; theirs: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'buutram-bench-lines-'))
  // PostgreSQL may run as an account of its own.
  chmodSync(folder, 0o777)
  const url = new URL(database.adminConnectionString)
  url.pathname = '/buutram'
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    const file = async (side: string) => {
      const path = join(folder, `${side}.csv`)
      await client.query(
        `copy (select ${COLUMNS} from reconciliation.line where session_id = ${sessionId} and side = '${side}' order by no) to '${path}' with (format csv, header)`,
      )
      return path
    }
    return { folder, ours: await file('O'), theirs: await file('T') }
  } finally {
    await client.end()
  }
}
