/** Money orders through the signed gateway: sent at one office, paid once at another, given back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyTrace } from '#app/plugs/trace.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { closeDay, verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { BINH, type CounterWorld, counterWorld, fetcherOf, LAN, PAID, payout, transfer } from '../../../../test/counter.ts'
import { balances, gatewayCall } from '../../../../test/payments.ts'
import { ORDER } from './order-list.ts'

let it: TestApp
let world: CounterWorld

beforeAll(async () => {
  it = await testApp()
  world = await counterWorld(it)
  await world.openShift(world.hcm)
  // Cash for the till that pays: sent there.
  for (let at = 0; at < 5; at++) await world.send(transfer(world.hcm, { amount: '10000000' }))
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.close()
})

const orderOf = (code: string) => it.runtime.db.selectFrom('cash.money_order').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const slipsOf = async (order: string) =>
  (
    await it.runtime.db.selectFrom('cash.slip').select(['source_kind', 'status', 'amount', 'direction']).where('source_id', '=', order).orderBy('id').execute()
  ).map(({ source_kind, status, amount, direction }) => [source_kind, direction, status, amount])
/** What `work` did to the ledger, by account code, in đồng. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(it.runtime)
  await work()
  const after = await balances(it.runtime)
  const change = [...new Set([...Object.keys(before), ...Object.keys(after)])].map(
    (code) => [code, Number(after[code] ?? 0) - Number(before[code] ?? 0)] as const,
  )
  return Object.fromEntries(change.filter(([, value]) => value !== 0))
}
/** An order that was sent in Hanoi, and its secret. */
async function sent(change: object = {}) {
  const reply = await world.send(transfer(world.hanoi, change))
  expect(reply).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  return { code: reply.data?.transactionCode ?? '', secret: reply.data?.told?.secret ?? '' }
}

describe('sending', () => {
  test('cash with fee and tax lies in the till, the amount is owed, the sender alone is told the secret', async () => {
    const body = transfer(world.hanoi)
    const change = await moved(async () => {
      const reply = await world.send(body)
      expect(reply).toMatchObject({ status: 200, data: { amount: '1000000.00', fee: '20000.00', tax: '2000.00' } })
      const { transactionCode = '', told } = reply.data ?? {}
      expect(transactionCode).toMatch(/^CT\d{6}\d{9}$/)
      expect(told?.secret).toMatch(/^\d{8}$/)
      // A lost answer is asked for again.
      expect((await world.send(body)).data?.told).toEqual(told)
      expect(await orderOf(transactionCode)).toMatchObject({ status: 'SENT', return_on: addDays(localDate(new Date(body.occurredAt)), 30), wrong_tries: 0 })
      expect(await slipsOf(transactionCode)).toEqual([['MONEY_ORDER', 'IN', 'PAID', '1022000.00']])
      const { rows } = await it.runtime.database.owner.query(
        'select string_agg(t::text, $1) as all from (select reply::text from platform.idempotency_key) t',
        [' '],
      )
      expect(rows[0].all).not.toContain(told?.secret)
    })
    expect(change).toEqual({ [world.hanoi.accountCode]: 1_022_000, '3388.CFM': 1_000_000, '5113.CFM': 20_000, '33311.CFM': 2_000 })
  })

  test('a receiver with an address is told by mail at once', async () => {
    const { code } = await sent({ receiver: { name: 'Bình', email: 'binh@example.com' } })
    expect(await orderOf(code)).toMatchObject({ status: 'NOTIFIED', told_how: 'MAIL' })
    const mail = await it.runtime.db.selectFrom('platform.mail').select('subject').where('recipient', '=', 'binh@example.com').executeTakeFirst()
    expect(mail?.subject).toContain(code)
  })

  test('cash whose outcome is unknown lies in the till and with the customer, and is moved on by the outcome', async () => {
    const unknown = transfer(world.hanoi, { outcome: { status: 'UNKNOWN', code: '68', message: 'mất mạng' } })
    expect(await moved(() => world.send(unknown))).toEqual({ [world.hanoi.accountCode]: 1_022_000, '3388.CFM.CUSTOMER': 1_022_000 })
    expect(await moved(() => world.outcome(unknown.externalRef, 'SUCCEEDED'))).toEqual({
      '3388.CFM.CUSTOMER': -1_022_000,
      '3388.CFM': 1_000_000,
      '5113.CFM': 20_000,
      '33311.CFM': 2_000,
    })
    const failing = transfer(world.hanoi, { outcome: { status: 'UNKNOWN', code: '68', message: 'mất mạng' } })
    const { data } = await world.send(failing)
    await world.outcome(failing.externalRef, 'FAILED')
    expect(await orderOf(data?.transactionCode ?? '')).toMatchObject({ status: 'RETURNING', return_amount: '1022000.00' })
  })

  test.each<[string, object, string, string]>([
    ['another channel', { channel: 'BANK' }, 'CSH-600', 'channel'],
    ['an unknown till', { till: 'T-NONE' }, 'CSH-602', 'till'],
    ['an unknown teller', { teller: 'NOBODY' }, 'CSH-603', 'teller'],
    ['an old identity card', { sender: { ...LAN, identityNumber: '012345678' } }, 'CSH-606', 'sender.identityNumber'],
    ['eleven digits', { sender: { ...LAN, identityNumber: '01234567890' } }, 'VAL-001', 'sender.identityNumber'],
    ['a fraction of a đồng', { amount: '1000.5' }, 'VAL-001', 'amount'],
  ])('%s is refused and changes nothing', async (_, change, code, field) => {
    const before = await moved(async () => {
      expect(await world.send(transfer(world.hanoi, change))).toMatchObject({ status: 422, code, errors: [{ field }] })
    })
    expect(before).toEqual({})
  })

  test('a teller who no longer works is refused a request, and what they have done is taken in', async () => {
    const { owner } = it.runtime.database
    await owner.query("insert into organisation.staff (code, full_name, unit_id, status) values ('GDV-GONE', 'Đã nghỉ', $1, 'LOCKED')", [world.hanoi.unitId])
    const gone = { ...world.hanoi, teller: 'GDV-GONE' }
    expect(await world.send(transfer(gone, { outcome: undefined }))).toMatchObject({ status: 422, code: 'CSH-609', errors: [{ field: 'teller' }] })
    expect(await world.send(transfer(gone))).toMatchObject({ status: 200 })
  })

  test('the vault of an office that was single-handed takes in what happened then, and no request', async () => {
    const { unitId, teller } = world.hanoi
    await it.runtime.db.transaction().execute((tx) => openHoldings(tx, [{ code: 'V-010101', name: 'Quỹ chính', kind: 'VAULT', unitId }]))
    const vault = { till: 'V-010101', teller }
    const single = (on: boolean) => it.runtime.database.owner.query('update cash.unit_state set single_handed = $2 where unit_id = $1', [unitId, on])
    expect(await world.send(transfer(vault))).toMatchObject({ status: 422, code: 'CSH-602' })
    await single(true)
    expect(await world.send(transfer(vault))).toMatchObject({ status: 200 })
    await single(false)
    const change = await moved(async () => expect(await world.send(transfer(vault))).toMatchObject({ status: 200 }))
    expect(change['CASH-V-010101']).toBe(1_022_000)
    expect(await world.send(transfer(vault, { outcome: undefined }))).toMatchObject({ status: 422, code: 'CSH-602' })
  })

  test('a bank reports nothing of a counter', async () => {
    expect(await gatewayCall(it.app, world.bank, '/og-001/v1/transactions', transfer(world.hanoi))).toMatchObject({ status: 403, code: 'CSH-601' })
  })
})

describe('paying', () => {
  test('a claim with the secret, then the cash: posted once, at the office that pays', async () => {
    const { code, secret } = await sent()
    const claim = payout(world.hcm, code, { secret })
    expect(await moved(async () => expect(await world.send(claim)).toMatchObject({ status: 200, data: { status: 'INITIATED' } }))).toEqual({})
    expect(await moved(async () => expect(await world.outcome(claim.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 }))).toEqual({
      [world.hcm.accountCode]: -1_000_000,
      '3388.CFM': -1_000_000,
    })
    expect(await orderOf(code)).toMatchObject({ status: 'PAID' })
    expect(await slipsOf(code)).toEqual([
      ['MONEY_ORDER', 'IN', 'PAID', '1022000.00'],
      ['MONEY_ORDER_PAYOUT', 'OUT', 'PAID', '1000000.00'],
    ])
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CFM-008' })
    expect(await world.send(claim)).toMatchObject({ status: 200, data: { status: 'INITIATED' } })
  })

  test('64 at the same time: one pays', async () => {
    const { code, secret } = await sent()
    const replies = await Promise.all(Array.from({ length: 64 }, () => world.send(payout(world.hcm, code, { secret }))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 'CFM-008')).toHaveLength(63)
  })

  test('a claim that came to nothing frees the order', async () => {
    const { code, secret } = await sent()
    const claim = payout(world.hcm, code, { secret })
    await world.send(claim)
    await world.outcome(claim.externalRef, 'FAILED')
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 200 })
  })

  test('five wrong secrets lock the order, in whatever office', async () => {
    const { code, secret } = await sent()
    const wrong = secret === '00000000' ? '11111111' : '00000000'
    for (const left of [4, 3, 2, 1])
      expect(await world.send(payout(world.hcm, code, { secret: wrong }))).toMatchObject({
        status: 409,
        code: 'CFM-004',
        message: `Mã bí mật không đúng; còn ${left} lần thử`,
      })
    for (const one of [wrong, secret, secret])
      expect(await world.send(payout(world.hcm, code, { secret: one }))).toMatchObject({ status: 409, code: 'CFM-005' })
    expect(await orderOf(code)).toMatchObject({ status: 'SENT', wrong_tries: 5, payout_transaction_id: null })
  })

  test.each<[string, object, number, string]>([
    ['no secret', { secret: undefined }, 422, 'CFM-003'],
    ['another amount', { amount: '999000' }, 422, 'CFM-002'],
    ['an unknown order', { orderCode: 'CT000000000000000' }, 422, 'CFM-001'],
    ['a teller without a shift', { till: 'T-010101', teller: 'GDV-010101' }, 409, 'CSH-120'],
    ['an old identity card', { payee: { ...BINH, identityNumber: '012345678' } }, 422, 'CSH-606'],
    ['money back at another office', { payTo: 'SENDER', payee: LAN, secret: undefined }, 409, 'CFM-010'],
  ])('%s is refused', async (_, change, status, refusal) => {
    const { code, secret } = await sent()
    expect(await world.send(payout(world.hcm, code, { secret, ...change }))).toMatchObject({ status, code: refusal })
    expect(await orderOf(code)).toMatchObject({ status: 'SENT', payout_transaction_id: null })
  })

  test('a receiver whose number the sender gave shows that paper', async () => {
    const { code, secret } = await sent({ receiver: { name: BINH.name, identityNumber: '079000000001' } })
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CFM-009' })
  })

  test('under a shift that is being counted to its end', async () => {
    const { code, secret } = await sent()
    const { staffId, tillId } = world.hcm
    const { owner } = it.runtime.database
    const { rows } = await owner.query(
      `insert into cash.count_session (holding_id, reason, counter_staff_id, counter_user_id, started_at)
       select $1, 'SHIFT', $2, min(id), now() from iam.user_account returning id`,
      [tillId, staffId],
    )
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CSH-123' })
    await owner.query('update cash.count_session set ended_at = now() where id = $1', [rows[0].id])
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 200 })
  })

  test('more than the till holds', async () => {
    const { code, secret } = await sent({ amount: '900000000' })
    expect(await world.send(payout(world.hcm, code, { secret, amount: '900000000' }))).toMatchObject({ status: 409, code: 'CSH-605' })
  })

  test('what customers are owed is covered by bank and cash, or nothing is paid out', async () => {
    const { code, secret } = await sent()
    const owner = it.runtime.database.owner
    // A payable that no cash stands behind.
    await owner.query(
      "insert into ledger.account (code, name, class, normal_side, chart_id) select 'GAP', 'x', 'LIABILITY', 'C', id from ledger.chart where key = 'PAYOUT_PAYABLE'",
    )
    const { rows } = await owner.query("select array_agg(id::text order by code) as ids from ledger.account where code in ('GAP', '5113.CFM')")
    const post = (key: string, amount: bigint) =>
      owner.query(
        `select * from ledger.post_many(array[$1], array['TEST'], array['CFM'], array[current_date], array[now()], array['x'], array['t'], array['1'],
          array[null]::bigint[], array[null]::bigint[], array[2]::smallint[], array[1, 1], array[1, 2]::smallint[], $2::bigint[], array[$3, -$3::bigint]::bigint[], array['VND', 'VND'], true)`,
        [key, rows[0].ids, amount.toString()],
      )
    await post('gap', 100_000_000_000_000n)
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CSH-607' })
    await post('gap-back', -100_000_000_000_000n)
    expect(await world.send(payout(world.hcm, code, { secret }))).toMatchObject({ status: 200 })
  })
})

test('the sender takes an order back at the office that sent it, with the paper of the order', async () => {
  const { code } = await sent()
  await world.openShift(world.hanoi)
  const back = (payee: object) => payout(world.hanoi, code, { payTo: 'SENDER', payee })
  expect(await world.send(back(BINH))).toMatchObject({ status: 409, code: 'CFM-009' })
  const claim = back(LAN)
  expect(await world.send(claim)).toMatchObject({ status: 200 })
  await world.outcome(claim.externalRef, 'SUCCEEDED')
  expect(await orderOf(code)).toMatchObject({ status: 'CANCELLED' })
  await it.runtime.database.owner.query("update cash.shift set status = 'CLOSED', closed_at = now() where teller_staff_id = $1", [world.hanoi.staffId])
})

describe('what has happened', () => {
  test('a payment without a shift is taken in and listed', async () => {
    const { code } = await sent()
    expect(await world.send(payout(world.hanoi, code, PAID))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    expect(await orderOf(code)).toMatchObject({ status: 'PAID' })
    const entry = await it.runtime.db.selectFrom('cash.counter_entry').select('without_shift').where('order_code', '=', code).executeTakeFirst()
    expect(entry).toEqual({ without_shift: true })
  })

  test('a second payment of an order is owed by whoever paid it', async () => {
    const { code } = await sent()
    await world.send(payout(world.hanoi, code, PAID))
    expect(await moved(async () => expect((await world.send(payout(world.hcm, code, PAID))).status).toBe(200))).toEqual({
      [world.hcm.accountCode]: -1_000_000,
      '1388.CFM': 1_000_000,
    })
    expect((await slipsOf(code)).at(-1)).toEqual(['MONEY_ORDER_PAYOUT', 'OUT', 'EXCESS', '1000000.00'])
  })

  describe('to an order that was paid already', () => {
    const told = (status: 'UNKNOWN' | 'PROCESSING' | 'FAILED') => ({ outcome: { status, code: '68', message: 'mất mạng' } })
    const paidOrder = async () => {
      const { code } = await sent()
      await world.send(payout(world.hanoi, code, PAID))
      return code
    }
    const lastSlip = async (code: string) => (await slipsOf(code)).at(-1)
    const cashOf = async (person: string) =>
      (await it.runtime.db.selectFrom('cash.person_day').select('paid_out').where('identity_number', '=', person).execute()).reduce(
        (sum, { paid_out }) => sum + Number(paid_out),
        0,
      )

    test('a payment that came to nothing moves nothing and is nobody’s cash', async () => {
      const code = await paidOrder()
      const cash = await cashOf(fetcherOf(code).identityNumber)
      expect(await moved(async () => expect(await world.send(payout(world.hcm, code, told('FAILED')))).toMatchObject({ status: 200 }))).toEqual({})
      expect(await lastSlip(code)).toEqual(['MONEY_ORDER_PAYOUT', 'OUT', 'RELEASED', '1000000.00'])
      expect(await cashOf(fetcherOf(code).identityNumber)).toBe(cash)
    })

    test.each(['UNKNOWN', 'PROCESSING'] as const)('one that was %s is owed by whoever paid it once it is known to be made', async (status) => {
      const code = await paidOrder()
      const cash = await cashOf(fetcherOf(code).identityNumber)
      const report = payout(world.hcm, code, told(status))
      expect(await moved(async () => expect(await world.send(report)).toMatchObject({ status: 200 }))).toEqual({})
      expect(await cashOf(fetcherOf(code).identityNumber)).toBe(cash)
      expect(await moved(async () => expect(await world.outcome(report.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 }))).toEqual({
        [world.hcm.accountCode]: -1_000_000,
        '1388.CFM': 1_000_000,
      })
      expect(await lastSlip(code)).toEqual(['MONEY_ORDER_PAYOUT', 'OUT', 'EXCESS', '1000000.00'])
      expect(await cashOf(fetcherOf(code).identityNumber)).toBe(cash + 1_000_000)
      expect(await orderOf(code)).toMatchObject({ status: 'PAID' })
    })

    test('one that was unknown and came to nothing is released', async () => {
      const code = await paidOrder()
      const report = payout(world.hcm, code, told('UNKNOWN'))
      await world.send(report)
      expect(await moved(async () => expect(await world.outcome(report.externalRef, 'FAILED')).toMatchObject({ status: 200 }))).toEqual({})
      expect(await lastSlip(code)).toEqual(['MONEY_ORDER_PAYOUT', 'OUT', 'RELEASED', '1000000.00'])
    })
  })

  test('an attempt that failed does not stand in the way of the payment after it, in one batch', async () => {
    const { code } = await sent()
    const lines = [payout(world.hanoi, code, { outcome: { status: 'FAILED', code: '51', message: 'Không giao' } }), payout(world.hanoi, code, PAID)]
    expect(
      await moved(() => gatewayCall(it.app, world.channel, '/og-002/v1/transactions/batch', lines.map((line) => JSON.stringify(line)).join('\n'))),
    ).toEqual({ [world.hanoi.accountCode]: -1_000_000, '3388.CFM': -1_000_000 })
    expect(await orderOf(code)).toMatchObject({ status: 'PAID' })
  })

  test('a payment by a teller who works at another office since is taken in', async () => {
    const { code } = await sent()
    const report = payout({ ...world.hcm, teller: world.hanoi.teller }, code, PAID)
    expect(await moved(async () => expect(await world.send(report)).toMatchObject({ status: 200 }))).toEqual({
      [world.hcm.accountCode]: -1_000_000,
      '3388.CFM': -1_000_000,
    })
    expect(await world.send(payout({ ...world.hcm, teller: world.hanoi.teller }, code))).toMatchObject({ status: 422, code: 'CSH-604' })
  })

  test('a report after the day was closed counts for the next one', async () => {
    const today = localDate(new Date())
    const yesterday = addDays(today, -1)
    await it.runtime.db.transaction().execute((tx) => closeDay(tx, world.hanoi.unitId, today))
    const reply = await world.send(transfer(world.hanoi, { occurredAt: `${yesterday}T16:00:00+07:00` }))
    expect(reply).toMatchObject({ status: 200, data: { businessDate: addDays(today, 1), lateOf: yesterday } })
    const { rows } = await it.runtime.pool.query(
      'select business_date from ledger.journal where source_id = (select transaction_id::text from payment.transaction_key where code = $1)',
      [reply.data?.transactionCode],
    )
    expect(rows).toEqual([{ business_date: addDays(today, 1) }])
  })
})

describe('the way that the money took', () => {
  const stepsOf = (id: string) => moneyTrace.of(it.runtime.db, { type: ORDER, id }, { userId: '0' })

  test('says who held how much, from when to when, and which journals prove it', async () => {
    const { code, secret } = await sent()
    const { id } = await orderOf(code)
    const before = await stepsOf(id)
    expect(before.map(({ accountCode, amount, until }) => [accountCode, amount, until])).toEqual([
      [world.hanoi.accountCode, '1022000.00', null],
      ['3388.CFM', '1000000.00', null],
    ])
    expect(await world.send(payout(world.hcm, code, { secret, ...PAID }))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    const [taken, owed, paid] = await stepsOf(id)
    expect(taken).toEqual(before[0])
    expect(owed).toMatchObject({ accountCode: '3388.CFM', since: before[1]?.since, until: paid?.until, journals: `${taken?.journals}, ${paid?.journals}` })
    expect(paid).toMatchObject({ accountCode: world.hcm.accountCode, amount: '1000000.00', since: null, until: expect.any(String) })
  })

  test('what all orders have left on the accounts of orders is their balance, and it is never negative', async () => {
    const orders = await it.runtime.db.selectFrom('cash.money_order').select('id').execute()
    const left: Record<string, number> = { '3388.CFM': 0, '3388.CFM.CUSTOMER': 0 }
    for (const { id } of orders)
      for (const { accountCode, amount, since, until } of await stepsOf(id)) {
        if (!(accountCode in left)) continue
        expect(since).not.toBeNull()
        if (until === null) left[accountCode] = (left[accountCode] ?? 0) + Number(amount)
      }
    const now = await balances(it.runtime)
    expect(left).toEqual({ '3388.CFM': Number(now['3388.CFM']), '3388.CFM.CUSTOMER': Number(now['3388.CFM.CUSTOMER'] ?? 0) })
    expect(left['3388.CFM']).toBeGreaterThan(0)
  })
})

test('cash of a person adds up over the day, in and out', async () => {
  const day = await it.runtime.db.selectFrom('cash.person_day').selectAll().where('identity_number', '=', LAN.identityNumber).orderBy('business_date').execute()
  const { rows } = await it.runtime.pool.query(
    "select sum(amount) filter (where direction = 'IN') as i, sum(amount) filter (where direction = 'OUT') as o from cash.slip where status in ('PAID', 'EXCESS') and identity_number = $1",
    [LAN.identityNumber],
  )
  const total = (of: 'taken_in' | 'paid_out') => day.reduce((sum, row) => sum + Number(row[of]), 0)
  expect([total('taken_in'), total('paid_out')]).toEqual([Number(rows[0].i), Number(rows[0].o)])
})
