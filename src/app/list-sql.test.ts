/** The SQL of every list: what its lookups promise is true, and what it asks of the database was reviewed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupsOf } from '#platform/server/list/lookup.ts'
import { type TestRuntime, testRuntime } from '../../test/app.ts'
import { SQL_FOLDER } from './docs.ts'
import { systemRegistry } from './server.ts'
import { asked, sqlDocuments } from './sql.ts'

const registry = systemRegistry()

let runtime: TestRuntime
beforeAll(async () => {
  runtime = await testRuntime()
})
afterAll(() => runtime.database.drop())

describe('every lookup', () => {
  const promised = [...registry.entries.values()].flatMap((entry) =>
    entry.kind === 'list' ? lookupsOf(asked((ctx) => entry.handler.query(ctx, {}).toOperationNode())) : [],
  )
  const once = new Map(promised.map(({ table, key }) => [`${table} (${key.join(', ')})`, { table, key }]))

  it('there are some', () => expect(once.size).toBeGreaterThan(3))

  it.each([...once])('%s finds one row at most: PostgreSQL does without the join where only that can follow', async (_name, { table, key }) => {
    const { rows: types } = await runtime.database.owner.query(
      `select string_agg(format('l.%I = v.x::text::%s', attname, format_type(atttypid, atttypmod)), ' and ') as condition from pg_attribute where attrelid = $1::regclass and attname = any($2)`,
      [table, key],
    )
    const { rows: plan } = await runtime.pool.query(
      `explain (costs off) select v.x from generate_series(1, 9) v(x) left join ${table} l on ${types[0].condition}`,
    )
    expect(plan.map((line) => line['QUERY PLAN'])).toEqual(['Function Scan on generate_series v'])
  })
})

it('the SQL of lists and reports is what was reviewed in docs/sql (npm run docs)', () => {
  const kept = new Map(readdirSync(SQL_FOLDER).map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(SQL_FOLDER, file), 'utf8')]))
  const now = sqlDocuments(registry)
  expect([...kept.keys()].sort()).toEqual([...now.keys()].sort())
  for (const [module, text] of now) expect(text, module).toBe(kept.get(module))
})
