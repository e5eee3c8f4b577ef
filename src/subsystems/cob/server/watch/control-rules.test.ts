/** Rules that hold the debt of postmen against the ledger: quiet over what really happens, and loud where a row was tampered with. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected } from '../../../../../test/cob.ts'
import { gatewayCall } from '../../../../../test/payments.ts'
import { codRules } from './control-rules.ts'

const rules = new Map(
  codRules({
    courier: (code) => `/couriers?text=${code}`,
    item: (id) => `/items/${id}`,
    overdue: (id) => `/items?courierId=${id}`,
    keyAccount: (id) => `/key-accounts/${id}`,
    office: (id) => `/items?unitId=${id}`,
    surplusLeft: '/deposits?surplusState=LEFT',
  }).map((rule) => [rule.code, rule]),
)

let app: TestApp
let world: CobWorld
let items: { code: string; id: string }[]
beforeAll(async () => {
  app = await testApp()
  world = await cobWorld(app)
  items = await collected(app, world, [{ amount: '350000' }, { amount: '200000', keyAccount: 'KHL-01' }, { amount: '100000', courier: 'BT-HCM' }])
  const [first] = items
  const reply = await gatewayCall(app.app, world.other, '/og-001/v1/transactions', {
    ...{
      externalRef: randomUUID().slice(0, 20),
      service: 'COD',
      type: 'COLLECTION',
      channel: 'WALLET',
      kind: 'WALLET',
      courier: 'BT-HN',
      items: [first?.code],
    },
    ...{ amount: '150000', currency: 'VND', occurredAt: isoLocal(new Date()) },
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Thành công', evidence: { bankReference: 'FT01' } },
  })
  expect(reply).toMatchObject({ status: 200 })
})
afterAll(() => app?.close())

const found = async (code: string, now = new Date()) => (await rules.get(code)?.query(app.runtime.db, now)) ?? []
/** Past the triggers that keep what is booked.. */
const tamper = (table: string, change: string, id = '') =>
  app.runtime.database.owner.query(
    `alter table ${table} disable trigger user; update ${table} set ${change.replace('$1', `'${id}'`)}; alter table ${table} enable trigger user`,
  )

test('find nothing while items, positions, sums and the ledger agree', async () => {
  for (const code of [
    'COD_POSITIONS',
    'COD_DEBT_SUMS',
    'COD_KEPT_SUMS',
    'COD_ITEM_STATES',
    'COD_KEY_ACCOUNTS',
    'COD_SURPLUS',
    'COD_OVER_CEILING',
    'COD_LATE_HAND_IN',
  ])
    expect([code, await found(code)]).toEqual([code, []])
})

test('a position that nobody has posted is told by the ledger, by the sums and by its item', async () => {
  const id = items[1]?.id
  await tamper('cob.position', 'amount = amount + 1000 where item_id = $1', id)
  expect(await found('COD_POSITIONS')).toMatchObject([{ subject: 'BT-HN', amount: '1000.00', link: '/couriers?text=BT-HN' }])
  expect(await found('COD_DEBT_SUMS')).toMatchObject([{ subject: 'BT-HN', amount: '-1000.00' }])
  expect(await found('COD_ITEM_STATES')).toMatchObject([{ subject: items[1]?.code, amount: '1000.00', link: `/items/${id}` }])
  await tamper('cob.position', 'amount = amount - 1000 where item_id = $1', id)
  for (const code of ['COD_POSITIONS', 'COD_DEBT_SUMS', 'COD_ITEM_STATES']) expect([code, await found(code)]).toEqual([code, []])
})

test('surplus that its account does not hold is told', async () => {
  await tamper('cob.deposit', 'surplus = surplus + 1000')
  expect(await found('COD_SURPLUS')).toMatchObject([{ subject: '3381.COD', amount: '1000.00', link: '/deposits?surplusState=LEFT' }])
  await tamper('cob.deposit', 'surplus = surplus - 1000')
  expect(await found('COD_SURPLUS')).toEqual([])
})

test('kept sums of one day that another day makes up for are told', async () => {
  await tamper('cob.debt', 'due_on = due_on + 1 where courier_id = $1', world.hcm.id)
  expect(await found('COD_DEBT_SUMS')).toMatchObject([{ subject: 'BT-HCM', amount: '0.00' }])
  await tamper('cob.debt', 'due_on = due_on - 1 where courier_id = $1', world.hcm.id)
  expect(await found('COD_DEBT_SUMS')).toEqual([])
})

test('sums of an office that are not those of its postmen or of its items are told, folded or not', async () => {
  const { owner } = app.runtime.database
  const link = `/items?unitId=${world.hcm.unitId}`
  await tamper('cob.debt', 'collected = collected + 500 where courier_id = $1', world.hcm.id)
  expect(await found('COD_KEPT_SUMS')).toMatchObject([{ amount: '-1000.00', link }])
  await owner.query('select cob.fold_debt_deltas()')
  expect(await found('COD_KEPT_SUMS')).toMatchObject([{ amount: '-1000.00', link }])
  await tamper('cob.debt', 'collected = collected - 500 where courier_id = $1', world.hcm.id)
  expect(await found('COD_KEPT_SUMS')).toEqual([])
  await owner.query('select cob.fold_item_deltas()')
  await tamper('cob.item_sum', 'n = n + 1 where not by_key and unit_id = $1', world.hanoi.unitId)
  expect(await found('COD_KEPT_SUMS')).toMatchObject([{ amount: '0.00', link: `/items?unitId=${world.hanoi.unitId}` }])
  await tamper('cob.item_sum', 'n = n - 1 where not by_key and unit_id = $1', world.hanoi.unitId)
  expect(await found('COD_KEPT_SUMS')).toEqual([])
})

test('what an office holds by the board and what a key account is owed are held against the books', async () => {
  await tamper('cob.held', 'amount = amount + 700 where courier_id = $1', world.hcm.id)
  expect(await found('COD_KEPT_SUMS')).toMatchObject([{ amount: '700.00' }])
  await tamper('cob.held', 'amount = amount - 700 where courier_id = $1', world.hcm.id)
  expect(await found('COD_KEPT_SUMS')).toEqual([])
  await tamper('cob.item', "money_state = 'PAID_OUT' where id = $1", items[1]?.id)
  expect(await found('COD_KEY_ACCOUNTS')).toMatchObject([{ subject: 'KHL-01', amount: '-200000.00' }])
  await tamper('cob.item', "money_state = 'COLLECTED' where id = $1", items[1]?.id)
  expect(await found('COD_KEY_ACCOUNTS')).toEqual([])
})

test('an item whose state its money does not bear is told', async () => {
  await tamper('cob.item', "money_state = 'HANDED_IN' where id = $1", items[0]?.id)
  expect(await found('COD_ITEM_STATES')).toMatchObject([{ subject: items[0]?.code, amount: '0.00' }])
  await tamper('cob.item', "money_state = 'PARTIAL' where id = $1", items[0]?.id)
  expect(await found('COD_ITEM_STATES')).toEqual([])
})

test('a postman above the ceiling is told with the excess', async () => {
  await app.runtime.db.updateTable('cob.courier').set({ ceiling: '300000.00' }).where('code', '=', 'BT-HN').execute()
  expect(await found('COD_OVER_CEILING')).toMatchObject([{ subject: 'BT-HN', amount: '100000.00', unitId: world.hanoi.unitId }])
  await app.runtime.db.updateTable('cob.courier').set({ ceiling: null }).where('code', '=', 'BT-HN').execute()
  expect(await found('COD_OVER_CEILING')).toEqual([])
})

test('what is past its due day is told by postman, from the day after it', async () => {
  const { due_on: due } = await app.runtime.db
    .selectFrom('cob.item')
    .select('due_on')
    .where('id', '=', items[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  const at = (day: string) => new Date(`${day}T09:00:00+07:00`)
  expect(await found('COD_LATE_HAND_IN', at(due as string))).toEqual([])
  expect(await found('COD_LATE_HAND_IN', at(addDays(due as string, 1)))).toMatchObject([
    { subject: 'BT-HCM', amount: '100000.00' },
    { subject: 'BT-HN', amount: '400000.00', link: `/items?courierId=${world.hanoi.id}` },
  ])
  expect(localDate(new Date()) <= (due as string)).toBe(true)
})
