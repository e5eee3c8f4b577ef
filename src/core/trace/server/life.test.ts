/** Random lives of money at counters and with partners: whatever reference one begins with, and whoever asks, the books say the same. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { startCount } from '#core/cash/contract/counts.ts'
import { createManualJournal } from '#core/ledger/contract/manual.ts'
import { listSuspense, settleSuspense } from '#core/payments/contract/suspense.ts'
import { localDate } from '#kernel/dates.ts'
import { searchRecords } from '#kernel/search.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { paths } from '#subsystems/crm/web/paths.ts'
import { askQrRefund, getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, PAID, payout, transfer } from '../../../../test/counter.ts'
import { gatewayCall, report } from '../../../../test/payments.ts'
import { chance } from '../../../../test/scoped-world.ts'
import { tracedAndBooked } from '../../../../test/traced.ts'
import { traceMoney } from '../contract/trace.ts'

const STEPS = process.env.FAULTS === 'full' ? 600 : 60
const TRANSACTION = 'payment.transaction'

let app: TestApp
let world: CounterWorld
beforeAll(async () => {
  app = await testApp()
  world = await counterWorld(app)
  await world.openShift(world.hcm)
  for (let at = 0; at < 3; at += 1) await world.send(transfer(world.hcm, { amount: '10000000' }))
})
afterAll(() => app?.close())

const by = (as: string, clientId: 'O2O_CRM' | 'PP_CFM' | 'PP_QR' = 'O2O_CRM') => ({ as, clientId, headers: { 'idempotency-key': randomUUID() } })
const ask = async (reference: string, as = 'ketoan') => (await app.call(traceMoney, { reference }, { as, clientId: 'O2O_CRM' })).data
const decide = (id: string) => app.call(decideRequest, { id, version: 0, decision: 'APPROVE' }, by('kiemsoat'))
const idOf = async (code: string) =>
  (await app.runtime.db.selectFrom('payment.transaction_key').select('transaction_id as id').where('code', '=', code).executeTakeFirstOrThrow()).id

async function sent(change: object = {}) {
  const body = transfer(world.hanoi, change)
  const { data, code, message } = await world.send(body)
  if (!data) throw new Error(`${code} ${message}`)
  return { code: data.transactionCode, secret: data.told?.secret ?? '', externalRef: body.externalRef, status: data.status }
}
async function paidByQr(change: Parameters<typeof report>[0] = {}) {
  const reply = await gatewayCall<{ transactionCode: string }>(app.app, world.bank, '/og-001/v1/transactions', report(change))
  if (!reply.data) throw new Error(JSON.stringify(reply))
  return reply.data.transactionCode
}
async function refund(code: string, amount: string) {
  const id = await idOf(code)
  const { data } = await app.call(getQrTransaction, { id }, { as: 'ketoan' })
  const asked = await app.call(askQrRefund, { id, version: data?.version ?? 0, amount, reason: 'Khách trả hàng' }, by('ketoan', 'PP_QR'))
  if (!asked.data) throw new Error(`${asked.code} ${asked.message}`)
  expect((await decide(asked.data.requestId)).status).toBe(200)
}

it('what the steps of all lives leave on an account is its balance', { timeout: 300_000 }, async () => {
  const next = chance(20_261_123)
  const orders: Awaited<ReturnType<typeof sent>>[] = []
  const payments: string[] = []
  const unknown: string[] = []
  for (let at = 0; at < STEPS; at += 1) {
    const amount = String((1 + next(20)) * 100_000)
    const roll = next(9)
    if (roll < 2) orders.push(await sent({ amount }))
    else if (roll === 2) unknown.push((await sent({ amount, outcome: { status: 'UNKNOWN', code: '68', message: 'mất mạng' } })).externalRef)
    else if (roll === 3 && unknown.length > 0) await world.outcome(unknown.pop() as string, next(2) === 0 ? 'SUCCEEDED' : 'FAILED')
    else if (roll === 4 && orders.length > 0) {
      const { code, secret } = orders.splice(next(orders.length), 1)[0] as (typeof orders)[number]
      const { rows } = await app.runtime.pool.query<{ amount: string }>('select amount from cash.money_order where code = $1', [code])
      await world.send(payout(world.hcm, code, { secret, amount: rows[0]?.amount, ...PAID }))
    } else if (roll === 5 && payments.length > 0) {
      const code = payments.splice(next(payments.length), 1)[0] as string
      await refund(code, next(2) === 0 ? '40000' : '150000')
    } else if (roll === 6) {
      // A locked till takes nothing in: it lies in suspense.
      await app.runtime.database.owner.query("update ledger.account set status = 'LOCKED' where code = $1", [world.hanoi.accountCode])
      await sent({ amount })
      await app.runtime.database.owner.query("update ledger.account set status = 'ACTIVE' where code = $1", [world.hanoi.accountCode])
    } else payments.push(await paidByQr())
  }
  const { data } = await app.list(listSuspense, { filter: { status: ['OPEN'] } }, by('ketoan', 'PP_CFM'))
  const held = data?.result ?? []
  expect(held.length).toBeGreaterThan(1)
  const [first] = held
  const asked = await app.call(
    settleSuspense,
    { id: first?.id ?? '', version: first?.version ?? 0, target: 'MEANT', reason: 'Quầy đã mở' },
    by('ketoan', 'PP_CFM'),
  )
  expect((await decide(asked.data?.requestId ?? '')).status).toBe(200)
  const { traced, booked } = await tracedAndBooked(app.runtime)
  expect(traced).toEqual(booked)
  expect(Object.keys(traced).length).toBeGreaterThan(5)
})

describe('one life', () => {
  it('has its unknown-outcome case and its journals by hand with an incident about it', async () => {
    const { externalRef } = await sent({ outcome: { status: 'UNKNOWN', code: '68', message: 'mất mạng' } })
    const { code } = await app.runtime.db.selectFrom('payment.transaction').select('code').where('external_ref', '=', externalRef).executeTakeFirstOrThrow()
    const given = { categoryId: '6', channel: 'COUNTER', description: 'Chưa rõ đã gửi chưa', reporterKind: 'CUSTOMER', reporterName: 'Lan' } as const
    const { data } = await app.call(cfmIncidents.create, { ...given, subjectCode: code }, by('ketoan', 'PP_CFM'))
    const id = data?.id ?? ''
    const accounts = await app.runtime.db.selectFrom('ledger.account').select('id').where('code', 'in', ['711', '811']).orderBy('code').execute()
    const lines = accounts.map((account, at) => ({ accountId: account.id, side: at === 0 ? ('D' as const) : ('C' as const), amount: '50000' }))
    const { unitId } = await app.runtime.db.selectFrom('iam.person').select('unit_id as unitId').where('account', '=', 'ketoan').executeTakeFirstOrThrow()
    const journal = { businessDate: localDate(app.runtime.clock.now()), unitId: unitId ?? '', reason: 'Thu thiếu', lines }
    const made = await app.call(createManualJournal, journal, by('ketoan'))
    expect(made.status, made.message).toBe(200)
    const manual = `BTDC${(made.data?.id ?? '').padStart(8, '0')}`
    expect((await app.call(cfmIncidents.link, { id, subjectCode: manual }, by('ketoan', 'PP_CFM'))).status).toBe(200)
    const records = async (as: string) => (await app.call(cfmIncidents.detail, { id }, by(as, 'PP_CFM'))).data?.records
    expect(await records('ketoan')).toMatchObject([
      { kind: 'Giao dịch', code },
      { kind: 'Bút toán điều chỉnh', code: manual, status: { value: 'PENDING' } },
      { kind: 'Hồ sơ chưa rõ kết quả', code, status: { value: 'OPEN' }, link: expect.stringContaining('_case=') },
    ])
  })

  it('is found by every reference of it', async () => {
    const { code, secret, externalRef } = await sent()
    const request = payout(world.hcm, code, { secret, ...PAID })
    const paid = await world.send(request)
    const { id } = await app.runtime.db.selectFrom('cash.money_order').select('id').where('code', '=', code).executeTakeFirstOrThrow()
    const { rows } = await app.runtime.pool.query<{ id: string }>('select id::text from ledger.journal where source_type = $1 and source_id = $2', [
      TRANSACTION,
      await idOf(paid.data?.transactionCode ?? ''),
    ])
    const incident = await app.call(
      cfmIncidents.create,
      {
        ...{ categoryId: '6', channel: 'COUNTER', description: 'Người gửi hỏi đã trả tiền chưa', reporterKind: 'CUSTOMER', reporterName: 'Lan' },
        subjectCode: code,
      },
      by('ketoan', 'PP_CFM'),
    )
    expect(incident.status, incident.message).toBe(200)
    const incidentCode = (await app.runtime.db.selectFrom('incident.incident').select('code').orderBy('id', 'desc').executeTakeFirstOrThrow()).code
    for (const reference of [code, code.toLowerCase(), externalRef, paid.data?.transactionCode ?? '', request.externalRef, rows[0]?.id ?? '', incidentCode]) {
      const answer = await ask(reference)
      expect(answer?.life?.record, reference).toMatchObject({ type: 'cash.money_order', id, code, status: { value: 'PAID', tone: 'success' } })
      expect(answer?.life?.owed, reference).toBe('0.00')
    }
    const answer = await ask(code)
    // The fee stays: it came to one till and left no other.
    expect(answer?.life?.held).toBe('22000.00')
    expect(answer?.life?.records.map(({ type }) => type).sort()).toEqual(
      ['cash.money_order', 'cash.slip', 'cash.slip', 'incident.incident', TRANSACTION, TRANSACTION].sort(),
    )
    const { data: found } = await app.call(searchRecords, { text: code }, { as: 'ketoan', clientId: 'O2O_CRM' })
    expect(found).toContainEqual(expect.objectContaining({ code, path: `${paths.moneyTrace}?reference=${code}` }))
  })

  it('is found by the order that it pays, and by what a partner answered', async () => {
    const code = await paidByQr({ externalRef: 'QR-TRACE-2', orderCode: 'DH-2026-1' })
    const id = await idOf(code)
    const order = (await app.call(getQrTransaction, { id }, { as: 'ketoan' })).data?.orderRef ?? ''
    expect(order).toMatch(/^\S+ DH-2026-1$/)
    await app.runtime.database.owner.query(
      `insert into partner.exchange (at, partner_id, operation, reference, request, sent, verdict, partner_reference, ended_at)
       select now(), k.partner_id, 'INQUIRE', k.external_ref, '{}', true, 'SUCCEEDED', 'FT26-1', now() from payment.transaction_key k where k.transaction_id = $1`,
      [id],
    )
    for (const reference of [order, 'FT26-1']) expect((await ask(reference))?.life?.record, reference).toMatchObject({ code })
    expect(await ask('FT26-2')).toEqual({ choices: [], life: null })
    const { data: found } = await app.call(searchRecords, { text: order }, { as: 'ketoan', clientId: 'O2O_CRM' })
    expect(found).toContainEqual(expect.objectContaining({ code: order, path: `${paths.moneyTrace}?${new URLSearchParams({ reference: order })}` }))
  })

  it('leads from every step to the account that proves it, for whom may see that', async () => {
    const code = await paidByQr({ externalRef: 'QR-TRACE-1', amount: '200000' })
    const answer = await ask(code)
    expect(answer?.life?.steps.every(({ accountPath }) => accountPath?.startsWith('/pp-gl/'))).toBe(true)
    expect(answer?.life?.held).toBe('200000.00')
    await refund(code, '200000')
    expect((await ask(code))?.life).toMatchObject({ held: '0.00', owed: '0.00', record: { status: { value: 'REFUNDED' } } })
  })

  it('outside of the scope leads nowhere, and shows to one end what happened at the other', async () => {
    const { code, secret } = await sent()
    expect(await ask(code, 'tinh79')).toEqual({ choices: [], life: null })
    expect((await app.call(searchRecords, { text: code }, { as: 'tinh79', clientId: 'O2O_CRM' })).data).toEqual([])
    const paid = await world.send(payout(world.hcm, code, { secret, ...PAID }))
    const answer = await ask(code, 'tinh79')
    expect(answer?.life?.record).toMatchObject({ code, visible: true, amount: '1000000.00' })
    const own = paid.data?.transactionCode
    expect(answer?.life?.records.filter(({ type }) => type === TRANSACTION).map((one) => [one.code, one.visible, one.amount])).toEqual([
      [code, false, null],
      [own, true, '1000000.00'],
    ])
    // Who sees neither the order nor an account of it is told nothing.
    expect(answer?.life?.steps.map(({ accountPath }) => accountPath !== null)).toEqual([false, false, true])
  })

  it('has no figures while its reader counts cash', async () => {
    const { code } = await sent()
    const till = await app.runtime.db.selectFrom('cash.holding').select('id').where('code', '=', world.hanoi.till).executeTakeFirstOrThrow()
    await app.runtime.pool.query(
      "insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account = 'admin' on conflict do nothing",
    )
    expect((await ask(code, 'admin'))?.life?.steps.length).toBeGreaterThan(0)
    const started = await app.call(startCount, { holdingId: till.id, reason: 'DAY' }, { as: 'admin', clientId: 'PP_CFM_NEW', headers: by('admin').headers })
    expect(started.status, started.message).toBe(200)
    const life = (await ask(code, 'admin'))?.life
    expect(life).toMatchObject({ counting: true, steps: [], held: null, owed: null })
    expect(life?.records.every(({ amount }) => amount === null)).toBe(true)
  })

  it('is not told without the right', async () => {
    expect((await app.call(traceMoney, { reference: 'X' }, { as: 'giaodichvien', clientId: 'PP_CFM' })).status).toBe(403)
    expect((await app.call(traceMoney, { reference: ' ' }, { as: 'ketoan', clientId: 'O2O_CRM' })).status).toBe(422)
  })
})
