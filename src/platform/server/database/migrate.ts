import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartupError } from '../startup-error.ts'

interface Migration {
  number: number
  name: string
  sql: string
  sha256: string
}

interface Applied {
  number: number
  name: string
  sha256: string
}

/** Key of the advisory lock that lets one process at a time migrate a database. */
const LOCK = 7_203_114

/**
 * Brings the database up to the files of `dir` (`0001_name.sql`, …) and returns the names of those it ran.
 * One transaction a file; a file's sha256 is kept, so that a changed file is noticed. Numbers come in ranges, one a module,
 * so a new file may have a lower number than one already applied: files build on lower numbers only.
 * Throws StartupError when the database is newer than the code, when an applied file has changed, or when a file fails.
 */
export async function migrate(pool: pg.Pool, dir: string): Promise<string[]> {
  const files = await readMigrations(dir)
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    try {
      await client.query(`
        CREATE SCHEMA IF NOT EXISTS platform;
        CREATE TABLE IF NOT EXISTS platform.migration (
          number integer PRIMARY KEY,
          name text NOT NULL,
          sha256 text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now()
        )`)
      const { rows } = await client.query<Applied>('SELECT number, name, sha256 FROM platform.migration ORDER BY number')
      const pending = pendingMigrations(files, rows)
      for (const file of pending) await apply(client, file)
      return pending.map((file) => file.name)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    }
  } finally {
    client.release()
  }
}

function pendingMigrations(files: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.number, file]))
  for (const row of applied) {
    const file = known.get(row.number)
    if (!file)
      throw new StartupError(
        `The database is newer than this program: it holds migration ${row.name}, which this version does not know. Start a newer version.`,
      )
    if (file.sha256 !== row.sha256) {
      throw new StartupError(`Migration ${file.name} has changed since it was applied to this database. Restore the file; changes belong in a new migration.`)
    }
    known.delete(row.number)
  }
  return [...known.values()].sort((a, b) => a.number - b.number)
}

async function apply(client: pg.PoolClient, file: Migration): Promise<void> {
  try {
    // The owner sees rows of scoped tables while it mends them, and not otherwise.
    await client.query("BEGIN; SELECT set_config('app.maintenance', 'on', true)")
    await client.query(file.sql)
    await client.query('INSERT INTO platform.migration (number, name, sha256) VALUES ($1, $2, $3)', [file.number, file.name, file.sha256])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new StartupError(`Migration ${file.name} failed${lineOf(file.sql, error)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** ' at line n' from the character position that PostgreSQL reports. */
function lineOf(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (!number) throw new StartupError(`Migration ${name} is not named like 0001_name.sql`)
      // Line ends are normalised, or a check-out on Windows would look like a changed file.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const seen = new Map<number, string>()
  for (const { number, name } of files) {
    const other = seen.get(number)
    if (other) throw new StartupError(`Two migrations have one number: ${other} and ${name}`)
    seen.set(number, name)
  }
  return files
}
