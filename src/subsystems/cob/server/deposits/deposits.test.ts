import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { decodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { codeParameters } from '#core/vietqr/contract/parameters.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { all, type DepositWorld, deposit, depositWorld, PAID } from '../../../../../test/cod-deposits.ts'
import { balances } from '../../../../../test/payments.ts'
import { readPng } from '../../../../../test/qr-pictures.ts'
import { depositCodePicture, makeDepositCode } from '../../contract/deposit-codes.ts'
import { getCodTransaction, listCodTransactions } from '../../contract/transactions.ts'

let test: TestApp
let world: DepositWorld
beforeAll(async () => {
  test = await testApp()
  world = await depositWorld(test)
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, codeParameters))
})
afterAll(() => test?.close())

const as = { as: 'ketoan', clientId: 'PP_COB' } as const
const detailOf = async (code: string | undefined) => (await test.call(getCodTransaction, { id: await world.idOf(code) }, as)).data
const lines = async (code: string | undefined) => {
  const { rows } = await test.runtime.pool.query(
    'select i.code, l.expected, l.amount from cob.deposit_line l join cob.item i on i.id = l.item_id where l.transaction_id = $1 order by l.position',
    [await world.idOf(code)],
  )
  return rows.map((row: { code: string; expected: string; amount: string | null }) => `${row.code} ${row.amount} of ${row.expected}`)
}

/** A postman with items of 100, 200 and 300 thousand, the last due first. */
async function postman(code: string) {
  await world.courier(code)
  await world.collected(code, `${code}-A`, 100_000, 2)
  await world.collected(code, `${code}-B`, 200_000, 1)
  await world.collected(code, `${code}-C`, 300_000, 0)
  return code
}

describe('a deposit', () => {
  it('that names its items pays those, whole ones may be settled, and the postman owes that much less', async () => {
    const courier = await postman('P1')
    const { data } = await world.report(deposit({ courier, amount: '300000', items: ['P1-A', 'P1-B'], ...PAID }))
    expect(await lines(data?.transactionCode)).toEqual(['P1-B 200000.00 of 200000.00', 'P1-A 100000.00 of 100000.00'])
    expect(await world.item('P1-A')).toEqual({ state: 'PAYABLE', handedIn: '100000.00', claim: null })
    expect(await world.item('P1-C')).toEqual({ state: 'COLLECTED', handedIn: '0.00', claim: null })
    expect(await world.owed(courier)).toEqual(all(30_000_000n))
    const detail = await detailOf(data?.transactionCode)
    expect(detail).toMatchObject({
      own: { kind: 'QR', courierCode: 'P1', itemCount: 2, surplus: '0.00', paper: null },
      payer: { name: 'Bưu tá P1' },
      fee: '0.00',
    })
    expect(detail?.journals.map(({ kind, entries }) => [kind, ...entries.map(({ side, accountCode, amount }) => `${side} ${accountCode} ${amount}`)])).toEqual([
      ['COD_DEPOSIT', 'D 1388.VCB 300000.00', 'C 11311.COD.P1 300000.00'],
    ])
  })

  it('without items pays what is due first, the last one in part; the next one pays the rest', async () => {
    const courier = await postman('P2')
    const wallet = { courier, kind: 'WALLET', channel: 'WALLET', ...PAID }
    const first = await world.report(deposit({ ...wallet, amount: '350000' }), world.saoviet)
    expect(await lines(first.data?.transactionCode)).toEqual(['P2-C 300000.00 of 300000.00', 'P2-B 50000.00 of 200000.00'])
    expect(await world.item('P2-B')).toMatchObject({ state: 'PARTIAL', handedIn: '50000.00' })
    const second = await world.report(deposit({ ...wallet, amount: '250000' }), world.saoviet)
    expect(await lines(second.data?.transactionCode)).toEqual(['P2-B 150000.00 of 150000.00', 'P2-A 100000.00 of 100000.00'])
    expect(await world.owed(courier)).toEqual(all(0n))
  })

  it('that has brought more than is owed leaves the rest with what waits to be given back', async () => {
    const courier = await postman('P3')
    const before = (await balances(test.runtime))['3381.COD'] ?? '0.00'
    const { data } = await world.report(deposit({ courier, amount: '650000', items: ['P3-A'], ...PAID }))
    expect((await detailOf(data?.transactionCode))?.own).toMatchObject({ itemCount: 3, surplus: '50000.00' })
    expect(Number((await balances(test.runtime))['3381.COD']) - Number(before)).toBe(50_000)
    expect(await world.owed(courier)).toEqual(all(0n))
  })

  it('of an item that is not delivered, or held back, is handed in but not payable', async () => {
    const courier = await world.courier('P4')
    await world.collected(courier, 'P4-OUT', 100_000, 1, { delivered: false })
    await world.collected(courier, 'P4-HELD', 100_000)
    await test.runtime.database.owner.query("update cob.item set hold_reason = 'DISPUTE' where code = 'P4-HELD'")
    await world.report(deposit({ courier, amount: '200000', ...PAID }))
    expect([(await world.item('P4-OUT')).state, (await world.item('P4-HELD')).state]).toEqual(['HANDED_IN', 'HANDED_IN'])
  })

  it('under way claims its items; they are free again when it fails, and paid when it succeeds', async () => {
    const courier = await postman('P5')
    const line = { courier, amount: '100000', items: ['P5-A'] }
    const first = await world.report(deposit({ ...line, externalRef: 'P5-1' }))
    expect(await world.item('P5-A')).toEqual({ state: 'COLLECTED', handedIn: '0.00', claim: first.data?.transactionCode })
    expect(await world.report(deposit(line))).toMatchObject({ status: 409, errors: [{ field: 'items', code: 'COB-106' }] })
    // What is under way is no part of what others may pay.
    expect(await world.report(deposit({ courier, amount: '500001' }))).toMatchObject({ status: 409, errors: [{ field: 'amount', code: 'COB-108' }] })
    await world.outcome('P5-1', 'FAILED')
    expect(await world.item('P5-A')).toMatchObject({ claim: null, state: 'COLLECTED' })
    const again = await world.report(deposit({ ...line, externalRef: 'P5-2' }))
    expect((await world.outcome('P5-2', 'SUCCEEDED')).status).toBe(200)
    expect(await lines(again.data?.transactionCode)).toEqual(['P5-A 100000.00 of 100000.00'])
    expect(await world.item('P5-A')).toEqual({ state: 'PAYABLE', handedIn: '100000.00', claim: null })
    expect(await world.owed(courier)).toEqual(all(50_000_000n))
  })

  it('is found by its kind, its postman and an item', async () => {
    const courier = await postman('P6')
    const { data } = await world.report(deposit({ courier, amount: '300000', items: ['P6-C'], ...PAID }))
    const today = data?.transactionCode.slice(2, 8) ?? ''
    const day = `20${today.slice(0, 2)}-${today.slice(2, 4)}-${today.slice(4)}`
    const found = async (filter: object) =>
      (await test.list(listCodTransactions, { filter: { from: day, to: day, ...filter } }, as)).data?.result.map(({ code }) => code)
    expect(await found({ courierCode: 'P6' })).toEqual([data?.transactionCode])
    expect(await found({ item: 'p6-c', kind: 'QR' })).toEqual([data?.transactionCode])
    expect(await found({ item: 'P6-C', kind: 'WALLET' })).toEqual([])
    expect(await found({ item: 'P6-A' })).toEqual([])
  })
})

describe('a deposit that is only to begin is refused', () => {
  it.each<[string, object, string, string]>([
    ['of a postman that there is not', { courier: 'NOBODY' }, 'courier', 'COB-102'],
    ['over what the postman owes', { amount: '600001' }, 'amount', 'COB-108'],
    ['for an item that there is not', { items: ['NO-ITEM'] }, 'items', 'COB-103'],
    ['for an item of another postman', { items: ['R2-A'] }, 'items', 'COB-104'],
    ['for an item twice', { items: ['R1-A', 'R1-A'] }, 'items', 'COB-105'],
    ['for an item that is handed in', { items: ['R1-DONE'] }, 'items', 'COB-107'],
    ['through a channel of another kind', { channel: 'WALLET' }, 'channel', 'COB-110'],
  ])('%s', async (_name, change, field, code) => {
    if (!(await test.runtime.db.selectFrom('cob.courier').select('id').where('code', '=', 'R1').executeTakeFirst())) {
      for (const name of ['R1', 'R2']) await postman(name)
      await world.collected('R1', 'R1-DONE', 50_000)
      await world.report(deposit({ courier: 'R1', amount: '50000', items: ['R1-DONE'], ...PAID }))
    }
    expect(await world.report(deposit({ courier: 'R1', amount: '100000', ...change }))).toMatchObject({ errors: [{ field, code }] })
    expect(await world.owed('R1')).toEqual(all(60_000_000n))
  })

  it('in cash or at a bank, where a channel tells of it: that is typed in', async () => {
    for (const kind of [
      { kind: 'CASH', channel: 'COUNTER' },
      { kind: 'TKTT', channel: 'BANK', paper: 'TK000000001' },
    ])
      expect(await world.report(deposit({ courier: 'R1', amount: '1000', ...kind, ...PAID }))).toMatchObject({ status: 403, code: 'COB-109' })
  })

  it('but not of a locked postman, who hands in what he has all the same', async () => {
    await postman('R3')
    await test.runtime.database.owner.query("update cob.courier set status = 'LOCKED' where code = 'R3'")
    const asked = deposit({ courier: 'R3', amount: '600000' })
    expect((await world.report(asked)).status).toBe(200)
    await world.outcome(asked.externalRef, 'FAILED')
    expect((await world.report(deposit({ courier: 'R3', amount: '600000', ...PAID }))).status).toBe(200)
    expect(await world.owed('R3')).toEqual(all(0n))
  })
})

describe('the QR code of a postman and a day', () => {
  const as = { as: 'ketoan', clientId: 'PP_COB' } as const
  const courierOf = async (code: string) => (await test.runtime.db.selectFrom('cob.courier').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  const make = async (code: string) => test.call(makeDepositCode, { courierId: await courierOf(code) }, as)

  it('asks for what is owed, keeps its account the whole day, and is read by a camera', async () => {
    await postman('Q1')
    const { data: code } = await make('Q1')
    expect(code).toMatchObject({ amount: '600000.00', courierCode: 'Q1', validUntil: `${code?.businessDate}T23:59:59.999+07:00` })
    expect(decodeVietQr(code?.payload ?? '')).toMatchObject({ ok: true, content: { account: code?.accountNumber, amount: '600000', kind: 'DYNAMIC' } })
    expect((await world.report(deposit({ account: code?.accountNumber, amount: '200000', ...PAID }))).status).toBe(200)
    expect(await world.owed('Q1')).toEqual(all(40_000_000n))
    const { data: later } = await make('Q1')
    expect(later).toMatchObject({ id: code?.id, accountNumber: code?.accountNumber, amount: '400000.00' })
    const png = await test.app.inject({
      method: depositCodePicture.method,
      url: `/api${depositCodePicture.path}?${new URLSearchParams({ id: code?.id ?? '', format: 'PNG' })}`,
      headers: await test.headersOf('ketoan', 'PP_COB'),
    })
    expect(readPng(png.rawPayload)).toBe(later?.payload)
    expect((await world.report(deposit({ account: code?.accountNumber, amount: '400000', ...PAID }))).status).toBe(200)
    expect(await world.owed('Q1')).toEqual(all(0n))
    expect(await make('Q1')).toMatchObject({ status: 409, code: 'COB-129' })
  })

  it('of another day asks for nothing any more, but money that has come by it is his', async () => {
    await postman('Q2')
    const account = (await make('Q2')).data?.accountNumber
    await test.runtime.database.owner.query('update cob.deposit_code set business_date = business_date - 1 where account_number = $1', [account])
    expect(await world.report(deposit({ account, amount: '100000' }))).toMatchObject({ errors: [{ field: 'account', code: 'COB-128' }] })
    expect((await world.report(deposit({ account, amount: '100000', ...PAID }))).status).toBe(200)
    expect(await world.owed('Q2')).toEqual(all(50_000_000n))
  })

  it('and a postman are not named together, nor none of them, nor an account that is no code', async () => {
    const both = deposit({ courier: 'Q2', account: '9999000011', amount: '1000', ...PAID })
    for (const line of [both, deposit({ amount: '1000', ...PAID })]) expect(await world.report(line)).toMatchObject({ errors: [{ code: 'COB-126' }] })
    expect(await world.report(deposit({ account: '9999000011', amount: '1000', ...PAID }))).toMatchObject({ errors: [{ field: 'account', code: 'COB-127' }] })
  })
})

describe('deposits at the same time', () => {
  it('pay each item once, however many are released together', async () => {
    const courier = await postman('RACE')
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        world.report(deposit({ courier, amount: '600000', ...(n % 2 ? { items: ['RACE-A', 'RACE-B', 'RACE-C'] } : {}), ...PAID })),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await world.owed(courier)).toEqual(all(0n))
    const { rows } = await test.runtime.pool.query(
      "select count(*)::int as n, sum(amount) as sum from cob.position p join cob.courier c on c.id = p.courier_id where c.code = 'RACE' and kind = 'HAND_IN'",
    )
    expect(rows).toEqual([{ n: 3, sum: '-600000.00' }])
    const { rows: surplus } = await test.runtime.pool.query("select sum(surplus) as sum from cob.deposit where courier_code = 'RACE'")
    expect(surplus).toEqual([{ sum: '37800000.00' }])
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('that ask to begin are taken once', async () => {
    const courier = await postman('RACE2')
    const replies = await Promise.all(Array.from({ length: 16 }, () => world.report(deposit({ courier, amount: '100000', items: ['RACE2-A'] }))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.flatMap(({ errors }) => errors?.map(({ code }) => code) ?? []))).toEqual(new Set(['COB-106']))
  })
})
