import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testClock } from '../../../../../test/app.ts'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { counterDates, dayToClose, openBusinessDate, openHoldings } from '../public.ts'

let database: TestDatabase
let unitId: string
let n = 0
const MORNING = new Date('2026-11-23T08:00:00+07:00')
const clock = testClock(MORNING)
type Tx = Parameters<typeof openBusinessDate>[0]
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)
const open = () => inTx((tx) => openBusinessDate(tx, unitId, clock.now(), 'teller'))

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  const units = await database.db.selectFrom('organisation.unit').select('id').where('level', '=', 'POST_OFFICE').orderBy('id').execute()
  unitId = (units[n++] as { id: string }).id
  await inTx((tx) => openHoldings(tx, [{ code: `OPENING-${n}`, name: 'Quỹ chính', kind: 'VAULT', unitId }]))
  clock.set(MORNING)
})

async function closeDay(day: string) {
  const { owner } = database
  await owner.query("update cash.day_close set status = 'CLOSED', closed_at = now(), figures = '{}' where unit_id = $1 and business_date = $2", [unitId, day])
  await owner.query('update ledger.unit_day set closed_through = $2 where unit_id = $1', [unitId, day])
  await owner.query('update cash.unit_state set business_date = null where unit_id = $1', [unitId])
}

it('the first shift or count opens the day, whoever comes next finds it', async () => {
  const days = await Promise.all(Array.from({ length: 8 }, open))
  expect(new Set(days)).toEqual(new Set(['2026-11-23']))
  const rows = await database.db.selectFrom('cash.day_close').select(['business_date', 'status']).where('unit_id', '=', unitId).execute()
  expect(rows).toEqual([{ business_date: '2026-11-23', status: 'OPEN' }])
})

it('over midnight an open day holds up the next one, and what ends it still counts for it', async () => {
  await open()
  clock.set(new Date('2026-11-23T23:59:59+07:00'))
  expect(await open()).toBe('2026-11-23')
  clock.advance(1000)
  await expect(open()).rejects.toMatchObject({ definition: { code: 'CSH-350' }, params: { date: '23/11/2026' } })
  expect(await inTx((tx) => dayToClose(tx, unitId, clock.now(), 'teller'))).toBe('2026-11-23')
  expect((await counterDates(database.db, [unitId], '2026-11-24')).get(unitId)).toBe('2026-11-24')
  await closeDay('2026-11-23')
  expect(await open()).toBe('2026-11-24')
})

it('work after the close counts for the next day, also before midnight', async () => {
  await open()
  await closeDay('2026-11-23')
  expect(await open()).toBe('2026-11-24')
  expect((await counterDates(database.db, [unitId], '2026-11-23')).get(unitId)).toBe('2026-11-24')
  clock.set(new Date('2026-11-24T08:00:00+07:00'))
  expect(await open()).toBe('2026-11-24')
})

it('nothing begins in a day that waits for its checker, nor in a unit without cash', async () => {
  await open()
  await database.owner.query("update cash.day_close set status = 'SUBMITTED' where unit_id = $1", [unitId])
  await expect(open()).rejects.toMatchObject({ definition: { code: 'CSH-352' } })
  await expect(inTx((tx) => dayToClose(tx, unitId, clock.now(), 'teller'))).rejects.toMatchObject({ definition: { code: 'CSH-352' } })
  const head = await database.db.selectFrom('organisation.unit').select('id').where('level', '=', 'HEAD_OFFICE').executeTakeFirstOrThrow()
  await expect(inTx((tx) => openBusinessDate(tx, head.id, clock.now(), 'teller'))).rejects.toMatchObject({ definition: { code: 'CSH-351' } })
})
