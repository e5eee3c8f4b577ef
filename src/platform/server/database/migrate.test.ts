import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { StartupError } from '../startup-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let dir: string

beforeEach(async () => {
  database = await testDatabase()
  // A database without a migration, but with the rights of one.
  await database.owner.query('DROP TABLE platform.migration')
  dir = mkdtempSync(join(tmpdir(), 'buutram-migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const file = (name: string, sql: string) => writeFileSync(join(dir, name), sql)
const tables = async () =>
  (await database.owner.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).rows.map((row) => row.name)

test('runs each file once, in order of its number, a later module with a lower number too', async () => {
  file('0020_b.sql', 'CREATE TABLE b (id int REFERENCES a (id))')
  file('0010_a.sql', 'CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1)')
  expect(await migrate(database.owner, dir)).toEqual(['0010_a.sql', '0020_b.sql'])
  expect(await migrate(database.owner, dir)).toEqual([])
  file('0015_c.sql', 'CREATE TABLE c (id int)')
  expect(await migrate(database.owner, dir)).toEqual(['0015_c.sql'])
  expect(await tables()).toEqual(['a', 'b', 'c'])
})

test('a file that fails leaves nothing behind and is named with its line', async () => {
  file('0001_good.sql', 'CREATE TABLE good (id int)')
  file('0002_bad.sql', 'CREATE TABLE half (id int);\nSELEC 1')
  await expect(migrate(database.owner, dir)).rejects.toThrow(new StartupError('Migration 0002_bad.sql failed at line 2: syntax error at or near "SELEC"'))
  expect(await tables()).toEqual(['good'])
  file('0002_bad.sql', 'CREATE TABLE whole (id int)')
  expect(await migrate(database.owner, dir)).toEqual(['0002_bad.sql'])
})

test('refuses a database that is newer than the code', async () => {
  file('0001_a.sql', 'SELECT 1')
  file('0002_b.sql', 'SELECT 1')
  await migrate(database.owner, dir)
  rmSync(join(dir, '0002_b.sql'))
  await expect(migrate(database.owner, dir)).rejects.toThrow(/The database is newer than this program: it holds migration 0002_b\.sql/)
})

test('refuses a file that was changed after it was applied, but not for its line ends', async () => {
  file('0001_a.sql', 'SELECT 1;\nSELECT 2')
  await migrate(database.owner, dir)
  file('0001_a.sql', 'SELECT 1;\r\nSELECT 2')
  expect(await migrate(database.owner, dir)).toEqual([])
  file('0001_a.sql', 'SELECT 1;\nSELECT 3')
  await expect(migrate(database.owner, dir)).rejects.toThrow(/0001_a\.sql has changed since it was applied/)
})

test('refuses two files of one number and a name without one', async () => {
  file('0001_a.sql', 'SELECT 1')
  file('0001_b.sql', 'SELECT 1')
  await expect(migrate(database.owner, dir)).rejects.toThrow('Two migrations have one number: 0001_a.sql and 0001_b.sql')
  rmSync(join(dir, '0001_b.sql'))
  file('later.sql', 'SELECT 1')
  await expect(migrate(database.owner, dir)).rejects.toThrow('later.sql is not named like 0001_name.sql')
})

test('processes that start together migrate once', async () => {
  file('0001_a.sql', 'CREATE TABLE a (id int)')
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.owner, dir)))
  expect(ran.flat()).toEqual(['0001_a.sql'])
})
