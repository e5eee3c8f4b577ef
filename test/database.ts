import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, connect } from '#platform/server/database/connect.ts'

export interface TestDatabase extends Connection {
  connectionString: string
  /** The role that owns the tables, seeing all rows: for a test that tampers, or changes the form of a table. `pool` and `db` are the server's. */
  owner: pg.Pool
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** A database of this test's own: a copy of the migrated and seeded template. Takes some 30 ms. Call drop() when done. */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await maintain(templateUrl, `CREATE DATABASE ${name} TEMPLATE buutram`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  const connectionString = url.toString()
  const connection = connect(connectionString, { max: options.max ?? 10 })
  url.searchParams.set('options', '-c TimeZone=UTC -c DateStyle=ISO -c app.maintenance=on')
  const owner = connect(url.toString(), { as: 'owner', max: 2 })
  return {
    ...connection,
    connectionString,
    owner: owner.pool,
    async drop() {
      await owner.close()
      await connection.close()
      await maintain(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Runs a statement outside the template, which must have no connections while it is copied. */
async function maintain(templateUrl: string, statement: string): Promise<void> {
  const url = new URL(templateUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
