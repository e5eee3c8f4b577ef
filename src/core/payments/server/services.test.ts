import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentServices } from '#app/plugs/services.ts'
import { isoLocal } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { COUNTER_TABLES, counterPayout } from '../../../../test/fixtures/counter-payout.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld } from '../../../../test/payments.ts'
import type { ServiceDeclaration } from '../contract/service.ts'
import type { PaymentService } from './service.ts'
import { registerServices } from './services.ts'

let it: TestApp
let world: GatewayWorld
const [plug] = counterPayout.services as [PaymentService]

beforeAll(async () => {
  it = await testApp({ additions: counterPayout, tables: COUNTER_TABLES })
  world = await gatewayWorld(it.runtime)
  await it.runtime.pool.query("insert into payment.service (code, name_vi, name_en, active) values ('SO', 'SO', 'SO', false)")
})
afterAll(() => it.close())

const register = (...services: PaymentService[]) => it.runtime.db.transaction().execute((tx) => registerServices(tx, services))
const declared = (change: Partial<ServiceDeclaration>): PaymentService => ({ ...plug, declaration: { ...plug.declaration, ...change } })
const stored = async (code: string) =>
  (await it.runtime.pool.query('select prefix, name_vi, active, fee_on_top from payment.service where code = $1', [code])).rows[0]

test('a program that does not know a service leaves it as it is', async () => {
  const before = await stored('CTP')
  expect(before).toMatchObject({ prefix: 'CTP', active: true, fee_on_top: true })
  await register(...paymentServices)
  expect(await stored('CTP')).toEqual(before)
})

test('what was taken out of service stays out when a program starts, but one that was known by name only comes in', async () => {
  await it.runtime.pool.query("update payment.service set active = false where code = 'CTP'")
  await register(plug)
  expect(await stored('CTP')).toMatchObject({ active: false })
  await it.runtime.pool.query("update payment.service set active = true where code = 'CTP'")
  await it.runtime.pool.query("insert into payment.service (code, name_vi, name_en, active) values ('POB', 'POB', 'POB', false)")
  await register({ ...declared({ code: 'POB', prefix: 'PB' }), accounts: {} })
  expect(await stored('POB')).toMatchObject({ prefix: 'PB', name_vi: 'Chi tại quầy', active: true })
})

test('a service that is known by name only is not offered', async () => {
  await expect(it.runtime.pool.query("update payment.service set active = true where code = 'SO'")).rejects.toThrow('prefix_of_active')
})

test('the prefix stands as soon as transactions carry it', async () => {
  await register(declared({ prefix: 'CTQ' }))
  expect(await stored('CTP')).toMatchObject({ prefix: 'CTQ' })
  await register(plug)
  const line = {
    ...{ externalRef: 'CTP-1', service: 'CTP', type: 'PAYOUT', channel: 'COUNTER', officeCode: '010101', receiver: { name: 'TRAN VAN BINH' } },
    ...{ slip: 'PC.1', paper: 'CCCD 001', handling: '12.50', amount: '1000', currency: 'VND', occurredAt: isoLocal(new Date()) },
  }
  expect((await gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', line)).status).toBe(200)
  await expect(register(declared({ prefix: 'CTQ' }))).rejects.toThrow('transactions have codes like CTP')
  expect(await stored('CTP')).toMatchObject({ prefix: 'CTP' })
})

test('two services whose codes begin alike are told apart by nobody: the second does not start', async () => {
  await expect(register({ ...declared({ code: 'SO', prefix: 'CTP' }), accounts: {} })).rejects.toThrow(
    'Payment service SO: its codes begin with CTP, as those of CTP do',
  )
  expect(await stored('SO')).toMatchObject({ prefix: null, active: false })
})

test('a service that has had fees beside the amount cannot say that it never had', async () => {
  const types = { PAYOUT: { ...plug.declaration.types.PAYOUT, fee: 'INSIDE' } } as ServiceDeclaration['types']
  await expect(register(declared({ types }))).rejects.toThrow('it has had fees beside the amount')
  await expect(it.runtime.pool.query("update payment.service set fee_on_top = false where code = 'CTP'")).rejects.toThrow('is kept as it is')
})

const KEY = 'id bigint, business_date date'
const PLACE = 'head_unit_id bigint, province_unit_id bigint, district_unit_id bigint, office_unit_id bigint, partner_id bigint'
const OWN = 'slip_code text, paper text, handling numeric'
test.each([
  ['without the unit columns', `${KEY}, ${OWN}, unique (id, business_date)`, 'no column head_unit_id'],
  ['without its own columns', `${KEY}, ${PLACE}, unique (id, business_date)`, 'no column slip_code'],
  ['without a key', `${KEY}, ${PLACE}, ${OWN}`, 'no unique key'],
  ['with a key on more', `${KEY}, ${PLACE}, ${OWN}, unique (id, business_date, paper)`, 'no unique key'],
])('a table of own columns %s is refused', async (_, columns, why) => {
  await it.runtime.database.owner.query(`drop table if exists counter.wrong; create table counter.wrong (${columns})`)
  await it.runtime.database.owner.query('grant select on counter.wrong to buutram_system')
  await expect(register({ ...plug, own: { table: 'counter.wrong', columns: plug.own?.columns ?? {} } })).rejects.toThrow(why)
})

test('a table of own columns must be there and be guarded', async () => {
  await expect(register({ ...plug, own: { table: 'counter.none', columns: {} } })).rejects.toThrow('does not exist')
  await it.runtime.database.owner.query('create table counter.bare (like counter.payout including all)')
  await expect(register({ ...plug, own: { table: 'counter.bare', columns: {} } })).rejects.toThrow('not under row-level security')
})

test('the migration that replaces the lists of services stops where it does not find every one of them', async () => {
  const migration = readFileSync(new URL('../../../../db/migrations/0171_payment_service.sql', import.meta.url), 'utf8')
  // Fee plans have moved since.
  const replace = (/^do \$\$.*?^end \$\$;/ms.exec(migration)?.[0] ?? '').replace('payment.fee_plan', 'merchants.fee_plan')
  const { owner } = it.runtime.database
  await expect(owner.query(replace)).rejects.toThrow('found 0 of 5')
  await owner.query("alter table policy.policy add constraint known check (service in ('QR', 'COD')) not valid")
  await expect(owner.query(replace)).rejects.toThrow('found 1 of 5')
  await owner.query('alter table policy.policy drop constraint known')
})
