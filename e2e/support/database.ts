import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Runs a statement in the database of the server under test, as an administrator's command would have done; there is no screen for it yet. */
export async function inDatabase(statement: string, values: unknown[] = []): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const [, , , port, socket, address] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: socket || address || 'localhost',
    port: Number(port),
    user: 'buutram',
    database: 'buutram',
    options: '-c role=buutram_system',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
  })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
