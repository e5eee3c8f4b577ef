/** What has happened is taken in whatever our state is: closed days, locked merchants, accounts that refuse, partners that are suspended. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { closePeriod, fireAccount, journalsOf, verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { askQrRefund } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { balances, type GatewayCallOptions, type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../test/payments.ts'
import type { TransactionReceipt } from '../contract/gateway.ts'
import { listSuspense, settleSuspense } from '../contract/suspense.ts'

const ADMIN = { as: 'admin', clientId: 'PP_SYS' } as const

let it: TestApp
let world: GatewayWorld
const today = localDate(new Date())
const day = (back: number) => addDays(today, -back)
const at = (date: string) => `${date}T10:00:00+07:00`

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.close()
})

const send = (body: unknown, options: GatewayCallOptions = {}) => gatewayCall<TransactionReceipt>(it.app, world.vcb, '/og-001/v1/transactions', body, options)
const close = (date: string, granularity: 'DAY' | 'MONTH' = 'DAY', unitId: string | null = null) =>
  it.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId, granularity, date, at: new Date() }))
const rowOf = (externalRef: string) =>
  it.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', externalRef).executeTakeFirstOrThrow()
const heldOf = async (externalRef: string) => {
  const { id } = await rowOf(externalRef)
  const { rows } = await it.runtime.pool.query(
    'select a.code, s.reason, s.side, s.amount, s.status from payment.suspense s join ledger.account a on a.id = s.account_id where s.transaction_id = $1 order by 1',
    [id],
  )
  return rows
}
const setAccount = (code: string, change: string) => it.runtime.pool.query(`update ledger.account set ${change} where code = $1`, [code])
const event = async (code: string, name: 'lock' | 'unlock') => {
  const { id } = await it.runtime.db.selectFrom('ledger.account').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  await it.runtime.db.transaction().execute((tx) => fireAccount(tx, id, name))
}

describe('a closed day', () => {
  test('the report is dated to the first open day, posted there, and names its own', async () => {
    await close(day(20))
    await close(day(19))
    const body = report({ occurredAt: at(day(20)) })
    const reply = await send(body)
    expect(reply).toMatchObject({ status: 200, data: { status: 'SUCCEEDED', businessDate: day(18), lateOf: day(20) } })
    const row = await rowOf(body.externalRef)
    expect(row).toMatchObject({ business_date: day(18), late_of: day(20) })
    const [journal] = await journalsOf(it.runtime.db, { sourceType: 'payment.transaction', sourceId: row.id })
    expect(journal).toMatchObject({ businessDate: day(18), occurredAt: new Date(at(day(20))) })
    // The same again, under another key: the same answer.
    expect((await send(body)).data).toEqual(reply.data)
  })

  test('what posts nothing is dated alike: the figures of a closed day stay', async () => {
    const body = report({ occurredAt: at(day(20)), outcome: { status: 'FAILED', code: '51', message: 'no money' } })
    expect(await send(body)).toMatchObject({ status: 200, data: { status: 'FAILED', businessDate: day(18), lateOf: day(20) } })
  })

  test('a day of one unit is closed for that unit alone', async () => {
    const { id } = await it.runtime.db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()
    await close(day(15), 'DAY', id)
    expect((await send(report({ occurredAt: at(day(15)) }))).data).toMatchObject({ businessDate: day(14), lateOf: day(15) })
    expect((await send(report({ occurredAt: at(day(15)), merchantCode: 'M-HCM' }))).data).toMatchObject({ businessDate: day(15), lateOf: null })
  })

  test('in a batch each line goes its own way', async () => {
    const bodies = [report({ occurredAt: at(day(20)) }), report({ occurredAt: at(day(10)) })]
    const reply = await gatewayCall(it.app, world.vcb, '/og-002/v1/transactions/batch', bodies.map((body) => JSON.stringify(body)).join('\n'))
    expect(reply.data).toMatchObject({ created: 2, refused: 0 })
    const rows = await Promise.all(bodies.map(({ externalRef }) => rowOf(externalRef)))
    expect(rows.map(({ business_date, late_of }) => [business_date, late_of])).toEqual([
      [day(18), day(20)],
      [day(10), null],
    ])
  })
})

describe('an account that refuses', () => {
  test('a locked one: what it would have got lies in suspense, the rest where it belongs', async () => {
    await event('3388.M-HCM', 'lock')
    const before = await balances(it.runtime)
    const body = report({ merchantCode: 'M-HCM', amount: '1000000' })
    expect(await send(body)).toMatchObject({ status: 200, data: { status: 'SUCCEEDED', lateOf: null } })
    await event('3388.M-HCM', 'unlock')
    const after = await balances(it.runtime)
    const change = (code: string) => Number(after[code] ?? 0) - Number(before[code] ?? 0)
    expect(['1388.VCB', '3388.M-HCM', '3388.SUSPENSE.QR', '5113.QR', '33311.QR'].map(change)).toEqual([1_000_000, 0, 993_950, 5_500, 550])
    expect(await heldOf(body.externalRef)).toEqual([{ code: '3388.M-HCM', reason: 'INACTIVE', side: 'C', amount: '993950.00', status: 'OPEN' }])
  })

  test('one over its limit, and two at once', async () => {
    await setAccount('3388.M-HANOI', 'max_balance = balance')
    await event('1388.VCB', 'lock')
    const body = report({ amount: '150000' })
    expect(await send(body)).toMatchObject({ status: 200 })
    await event('1388.VCB', 'unlock')
    await setAccount('3388.M-HANOI', 'max_balance = null')
    expect(await heldOf(body.externalRef)).toEqual([
      { code: '1388.VCB', reason: 'INACTIVE', side: 'D', amount: '150000.00', status: 'OPEN' },
      { code: '3388.M-HANOI', reason: 'LIMIT', side: 'C', amount: '148350.00', status: 'OPEN' },
    ])
  })

  test('the open rows of suspense add up to its account, which nobody can lock or limit', async () => {
    const { rows } = await it.runtime.pool.query(
      "select sum(case side when 'C' then amount else -amount end) as held from payment.suspense where status = 'OPEN' and service = 'QR'",
    )
    expect(rows[0]?.held).toBe((await balances(it.runtime))['3388.SUSPENSE.QR'])
    await expect(event('3388.SUSPENSE.QR', 'lock')).rejects.toThrow('stays open')
    await expect(setAccount('3388.SUSPENSE.QR', 'max_balance = 5')).rejects.toThrow('stays open')
  })
})

test('a merchant that is locked, and an amount over the cap: paid is paid', async () => {
  await it.runtime.pool.query("update merchants.merchant set status = 'LOCKED' where code = 'M-HCM'")
  expect(await send(report({ merchantCode: 'M-HCM', amount: '500000001' }))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  expect(await send(report({ merchantCode: 'M-HCM', outcome: undefined }))).toMatchObject({ status: 422, code: 'PAY-003' })
  await it.runtime.pool.query("update merchants.merchant set status = 'ACTIVE' where code = 'M-HCM'")
})

test('a suspended partner begins nothing, and tells what has happened', async () => {
  const open = report({ outcome: undefined })
  const path = '/og-001/v1/transactions'
  expect(await gatewayCall(it.app, world.saoviet, path, open)).toMatchObject({ status: 200 })
  await it.runtime.pool.query("update organisation.partner set status = 'LOCKED' where id = $1", [world.saoviet.partnerId])
  // What is known of a partner may be a second old.
  await expect.poll(async () => (await gatewayCall(it.app, world.saoviet, path, report({ outcome: undefined }))).code, { timeout: 10_000 }).toBe('GTW-009')
  expect(await gatewayCall(it.app, world.saoviet, path, report())).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  const lines = [report({ outcome: undefined }), report()].map((body) => JSON.stringify(body)).join('\n')
  expect((await gatewayCall(it.app, world.saoviet, '/og-002/v1/transactions/batch', lines)).data).toMatchObject({
    created: 1,
    refused: 1,
    results: [{ code: 'GTW-009' }, { status: 'created' }],
  })
  const outcome = { status: 'SUCCEEDED', code: '00', message: 'ok', occurredAt: new Date().toISOString() }
  expect(await gatewayCall(it.app, world.saoviet, `${path}/${open.externalRef}/outcome`, outcome)).toMatchObject({ status: 200 })
  // A repetition of what it began before is no new request.
  expect(await gatewayCall(it.app, world.saoviet, path, open)).toMatchObject({ status: 200, data: { externalRef: open.externalRef } })
})

describe('what lies in suspense', () => {
  /** A payment whose merchant account refused it, as it stands in the list. */
  async function leftInSuspense() {
    const code = '3388.M-HCM'
    await event(code, 'lock')
    const body = report({ merchantCode: 'M-HCM' })
    await send(body)
    await event(code, 'unlock')
    const transaction = await rowOf(body.externalRef)
    const { data } = await it.list(listSuspense, { filter: { text: transaction.code } }, ADMIN)
    const row = data?.result[0]
    if (!row) throw new Error('nothing in suspense')
    return { code, row, transaction }
  }
  const ask = ({ id, version }: { id: string; version: number }, target: 'MEANT' | 'BACK') =>
    it.call(settleSuspense, { id, version, target, reason: 'Tài khoản đã mở lại' }, { ...ADMIN, headers: { 'idempotency-key': crypto.randomUUID() } })
  const decide = async (requestId: string, as: string) => {
    const { rows } = await it.runtime.pool.query('select version from approvals.request where id = $1', [requestId])
    return it.call(
      decideRequest,
      { id: requestId, version: rows[0].version, decision: 'APPROVE', reason: 'Đồng ý' },
      { as, clientId: 'PP_SYS', headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  }

  beforeAll(() =>
    it.runtime.pool.query(`
      insert into iam.user_application select u.id, 'PP_SYS' from iam.user_account u where u.account in ('kiemsoat', 'admin') on conflict do nothing;
      insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'kiemsoat' and r.code = 'SYSTEM_ADMIN' on conflict do nothing`),
  )

  test.each(['MEANT', 'BACK'] as const)('goes %s once two people agree, by a journal that names the first', async (target) => {
    const { code, row, transaction } = await leftInSuspense()
    const before = await balances(it.runtime)
    const asked = await ask(row, target)
    expect(asked).toMatchObject({ status: 200 })
    expect(await balances(it.runtime)).toEqual(before)
    const requestId = asked.data?.requestId ?? ''
    expect((await decide(requestId, 'admin')).status).not.toBe(200)
    expect(await decide(requestId, 'kiemsoat')).toMatchObject({ status: 200 })
    const after = await balances(it.runtime)
    const moved = Object.fromEntries(
      Object.keys(after).flatMap((name) => (after[name] === before[name] ? [] : [[name, Number(after[name]) - Number(before[name] ?? 0)]])),
    )
    const amount = Number(row.amount)
    expect(moved).toMatchObject(target === 'MEANT' ? { [code]: amount } : { '1388.VCB': -amount })
    expect(Object.values(moved)).toHaveLength(2)
    const journals = await journalsOf(it.runtime.db, { sourceType: 'payment.transaction', sourceId: transaction.id })
    expect(journals.at(-1)).toMatchObject({ kind: 'SUSPENSE_MOVED', description: expect.stringContaining(journals[0]?.businessKey ?? '?') })
    expect((await it.list(listSuspense, { filter: { text: transaction.code } }, ADMIN)).data?.result[0]).toMatchObject({
      status: 'SETTLED',
      target,
      settledBy: 'kiemsoat',
    })
  })

  describe('and a refund of the payment', () => {
    const refund = async (id: string) => {
      const { version, amount } = await it.runtime.db.selectFrom('payment.transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return it.call(askQrRefund, { id, version, amount, reason: 'Khách trả hàng' }, { as: 'ketoan', headers })
    }

    test('waits until it is known where the money belongs', async () => {
      const { transaction } = await leftInSuspense()
      expect(await refund(transaction.id)).toMatchObject({ status: 409, code: 'PAY-014' })
      expect(await rowOf(transaction.external_ref)).toMatchObject({ status: 'SUCCEEDED' })
    })

    test('takes the whole from where it was moved, and leaves suspense alone', async () => {
      const before = await balances(it.runtime)
      const { row, transaction } = await leftInSuspense()
      const asked = await ask(row, 'MEANT')
      expect(await decide(asked.data?.requestId ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
      const refunded = await refund(transaction.id)
      expect(refunded).toMatchObject({ status: 200 })
      expect(await decide(refunded.data?.requestId ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
      expect(await rowOf(transaction.external_ref)).toMatchObject({ status: 'REFUNDED' })
      expect(await balances(it.runtime)).toEqual(before)
    })

    test('is not made a second time of what went back', async () => {
      const { row, transaction } = await leftInSuspense()
      const asked = await ask(row, 'BACK')
      expect(await decide(asked.data?.requestId ?? '', 'kiemsoat')).toMatchObject({ status: 200 })
      expect(await refund(transaction.id)).toMatchObject({ status: 409, code: 'PAY-015' })
    })
  })
})
