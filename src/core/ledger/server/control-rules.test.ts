import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { ledgerRules, openAccounts, post } from './public.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const NOW = new Date('2026-11-22T03:00:00Z')
const found = async (code: string) =>
  ledgerRules({ manual: (id) => id })
    .find((rule) => rule.code === code)
    ?.query(database.db, NOW)

it('sound books raise nothing; a payable below zero is found with what is missing', async () => {
  expect(await found('TRIAL_BALANCE')).toEqual([])
  expect(await found('PAYABLE_WRONG_SIDE')).toEqual([])
  await database.db.transaction().execute(async (tx) => {
    const [bank = '', owed = ''] = await openAccounts(tx, [
      { code: 'RULE-BANK', name: 'Ngân hàng', chart: 'BANK', class: 'ASSET' },
      { code: 'RULE-OWED', name: 'Khách hàng A', chart: 'CUSTOMER_SUSPENSE', class: 'LIABILITY', ownerType: 'CUSTOMER', ownerId: '7' },
    ])
    await post(tx, {
      ...{ businessKey: 'rule-1', kind: 'TEST', service: 'GL', businessDate: '2026-11-22', occurredAt: NOW, description: 'Chi thừa' },
      ...{ sourceType: 'test', sourceId: '1', officeUnitId: null },
      entries: [
        { accountId: owed, side: 'D', amount: 250_00n },
        { accountId: bank, side: 'C', amount: 250_00n },
      ],
    })
  })
  expect(await found('PAYABLE_WRONG_SIDE')).toMatchObject([{ subject: 'RULE-OWED', label: 'Khách hàng A', amount: '250.00', unitId: null }])
  expect(await found('TRIAL_BALANCE')).toEqual([])
})
