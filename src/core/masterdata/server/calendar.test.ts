import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { holidays, nextWorkday } from './calendar.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

it('leaves out weekends, holidays and days in lieu, as the list of every installation has them', async () => {
  const off = await holidays(database.db)
  const next = (day: string) => nextWorkday(day, off)
  expect(['2026-11-20', '2026-11-23', '2026-02-13', '2026-04-24', '2026-04-29', '2027-02-04', '2027-04-30'].map(next)).toEqual([
    '2026-11-23',
    '2026-11-25',
    '2026-02-23',
    '2026-04-28',
    '2026-05-04',
    '2027-02-12',
    '2027-05-04',
  ])
})

it('follows the list: a day that is locked there is worked', async () => {
  await database.owner.query("update masterdata.global_list_entry set status = 'LOCKED' where key = '2026-11-24'")
  const off = await database.db.transaction().execute((tx) => holidays(tx))
  expect(nextWorkday('2026-11-23', off)).toBe('2026-11-24')
})
