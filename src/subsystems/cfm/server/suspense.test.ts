/** Cash that a locked till did not take, and how it comes to lie there after all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { closeDay, verifyLedger } from '#core/ledger/server/public.ts'
import { listSuspense, settleSuspense } from '#core/payments/contract/suspense.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, transfer } from '../../../../test/counter.ts'

let it: TestApp
let world: CounterWorld
beforeAll(async () => {
  it = await testApp()
  world = await counterWorld(it)
})
afterAll(() => it.close())

const by = (as: string) => ({ as, clientId: 'PP_CFM' as const, headers: { 'idempotency-key': crypto.randomUUID() } })
const till = async () =>
  Number((await it.runtime.db.selectFrom('ledger.account').select('balance').where('code', '=', world.hanoi.accountCode).executeTakeFirstOrThrow()).balance)
const setTill = (status: 'LOCKED' | 'ACTIVE') =>
  it.runtime.database.owner.query('update ledger.account set status = $1 where code = $2', [status, world.hanoi.accountCode])

test('money in suspense goes to the till that it was meant for, for the business date of its unit, even after that of today is closed', async () => {
  await setTill('LOCKED')
  const reply = await world.send(transfer(world.hanoi))
  expect(reply).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  await setTill('ACTIVE')
  expect(await till()).toBe(0)
  const { data } = await it.list(listSuspense, { filter: { text: reply.data?.transactionCode ?? '' } }, by('ketoan'))
  const [row] = data?.result ?? []
  expect(row).toMatchObject({ accountCode: world.hanoi.accountCode, amount: '1022000.00', reason: 'INACTIVE', status: 'OPEN' })
  const today = localDate(it.runtime.clock.now())
  await it.runtime.db.transaction().execute((tx) => closeDay(tx, world.hanoi.unitId, today))
  const asked = await it.call(settleSuspense, { id: row?.id ?? '', version: row?.version ?? 0, target: 'MEANT', reason: 'Quầy đã mở lại' }, by('ketoan'))
  expect(asked).toMatchObject({ status: 200 })
  expect(await till()).toBe(0)
  const decision = { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' as const }
  expect(await it.call(decideRequest, decision, { ...by('kiemsoat'), clientId: 'O2O_CRM' })).toMatchObject({ status: 200 })
  expect(await till()).toBe(1_022_000)
  const { rows } = await it.runtime.pool.query("select business_date from ledger.journal where kind = 'SUSPENSE_MOVED'")
  expect(rows).toEqual([{ business_date: addDays(today, 1) }])
  expect(await verifyLedger(it.runtime.db)).toEqual([])
})
