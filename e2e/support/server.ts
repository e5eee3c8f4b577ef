import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#platform/server/database/db.ts'
import { freePort } from '#platform/server/database/embedded-process.ts'
import { testConfig } from '../../test/config.ts'
import { serverProcess } from '../../test/server-process.ts'

/** Settings of the servers under test; an export of more than a thousand rows is written by a job. */
export const DEMO = { DEMO: '1', DEMO_SCALE: 'small', LOG_LEVEL: 'warn', EXPORT_JOB_ROWS: '1000' }

/** What the command line needs to know of the servers under test. */
export const COMMAND_LINE = { ...DEMO, SECRET_KEY: testConfig().secretKey.toString('base64') }

export interface Server {
  origin: string
  /** Ends it and removes its database. */
  end(): Promise<void>
}

let database: pg.Pool | undefined

/** The real server of one worker, on a clone of the demo world: nobody else changes what its tests see. */
export async function startServer(worker: number): Promise<Server> {
  const template = process.env.E2E_TEMPLATE ?? ''
  const name = `worker_${worker}`
  await maintain(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await maintain(template, `CREATE DATABASE ${name} TEMPLATE buutram`)
  const connectionString = on(template, name)
  const folder = join(process.env.E2E_FOLDER ?? '', name)
  mkdirSync(folder, { recursive: true })
  // Known before it starts: links in mails name it.
  const server = serverProcess(connectionString, { ...DEMO, DATA_DIR: folder, PORT: String(await freePort()) })
  const pool = new pg.Pool({ connectionString, max: 1, options: '-c role=buutram_system' })
  database = pool
  return {
    origin: await server.ready,
    async end() {
      await pool.end()
      await server.end('SIGTERM')
      await maintain(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

function on(template: string, name: string): string {
  const url = new URL(template)
  url.pathname = `/${name}`
  return url.toString()
}

/** Runs a statement outside the databases, one of which must have no connections while it is copied. */
async function maintain(template: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: on(template, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The database of the worker's server, for what only code can read from it. */
export function demoDatabase(): Kysely<DB> {
  if (!database) throw new Error('no server has been started')
  return new Kysely({ dialect: new PostgresDialect({ pool: database }) })
}

/** Runs a statement in the database of the worker's server, as an administrator's command would have done. */
export async function inDatabase(statement: string, values: unknown[] = []): Promise<void> {
  await database?.query(statement, values)
}

/** The id that addresses name a unit by. */
export async function idOfUnit(code: string): Promise<string> {
  const found = await database?.query<{ id: string }>('select id::text from organisation.unit where code = $1', [code])
  const id = found?.rows[0]?.id
  if (id === undefined) throw new Error(`no unit ${code}`)
  return id
}
