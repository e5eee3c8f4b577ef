import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

test('bigint, numeric and date come as text, alone and in arrays; timestamptz as Date; the session is in UTC', async () => {
  const { rows } = await database.pool.query(`
    SELECT 9007199254740993::int8 AS id, ARRAY[9007199254740993::int8] AS ids, 1234567890123456.70::numeric(20,2) AS amount,
      ARRAY[0.10::numeric] AS amounts, date '2026-01-31' AS day, ARRAY[date '2026-01-31'] AS days,
      timestamptz '2026-01-31T23:30:00+07' AS at, current_setting('TimeZone') AS zone, NULL::numeric AS nothing`)
  expect(rows[0]).toEqual({
    id: '9007199254740993',
    ids: ['9007199254740993'],
    amount: '1234567890123456.70',
    amounts: ['0.10'],
    day: '2026-01-31',
    days: ['2026-01-31'],
    at: new Date('2026-01-31T16:30:00Z'),
    zone: 'UTC',
    nothing: null,
  })
})
