import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountInput, openAccounts, post } from '#core/ledger/server/public.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { counterDates, openHoldings } from './public.ts'

let database: TestDatabase
let unitId: string
beforeAll(async () => {
  database = await testDatabase()
  unitId = (await database.db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()).id
})
afterAll(() => database.drop())

type Tx = Parameters<typeof openHoldings>[0]
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)
const TODAY = '2026-11-22'

it('a holding has an account of its own that never goes below 0', async () => {
  const other: AccountInput = { code: 'OTHER', name: 'Khác', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }
  const [[vault], [otherId]] = await inTx(async (tx) => [
    await openHoldings(tx, [{ code: 'V1', name: 'Quỹ chính', kind: 'VAULT', unitId }]),
    await openAccounts(tx, [other]),
  ])
  const take = inTx((tx) =>
    post(tx, {
      businessKey: 'take',
      kind: 'TEST',
      service: 'CASH',
      businessDate: TODAY,
      occurredAt: new Date(),
      description: 'Chi',
      sourceType: 'test',
      sourceId: '1',
      officeUnitId: unitId,
      entries: [
        { accountId: otherId as string, side: 'D', amount: 100n },
        { accountId: vault?.accountId as string, side: 'C', amount: 100n },
      ],
    }),
  )
  await expect(take).rejects.toMatchObject({ definition: { code: 'LED-006' } })
})

it('a unit has one vault, and a code stands once', async () => {
  await expect(inTx((tx) => openHoldings(tx, [{ code: 'V2', name: 'Quỹ chính 2', kind: 'VAULT', unitId }]))).rejects.toThrow('holding_one_vault')
  const till = { name: 'Quầy', kind: 'TILL', unitId } as const
  await expect(
    inTx((tx) =>
      openHoldings(tx, [
        { ...till, code: 'T1' },
        { ...till, code: 'T1' },
      ]),
    ),
  ).rejects.toMatchObject({ definition: { status: 409 } })
})

it('counter work counts for the calendar day, unless the business date lies after it or the day is closed', async () => {
  const { db } = database
  const dayOf = async () => (await counterDates(db, [unitId], TODAY)).get(unitId)
  expect(await dayOf()).toBe(TODAY)
  await db.updateTable('cash.unit_state').set({ business_date: '2026-11-21' }).where('unit_id', '=', unitId).execute()
  expect(await dayOf()).toBe(TODAY)
  await db.updateTable('ledger.unit_day').set({ closed_through: TODAY }).where('unit_id', '=', unitId).execute()
  expect(await dayOf()).toBe('2026-11-23')
  await db.updateTable('cash.unit_state').set({ business_date: '2026-11-24' }).where('unit_id', '=', unitId).execute()
  expect(await dayOf()).toBe('2026-11-24')
})
