import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type FileInfo, uploadFile } from '#kernel/files.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { all, type DepositWorld, deposit, depositTill, depositWorld, PAID } from '../../../../../test/cod-deposits.ts'
import { sendUpload } from '../../../../../test/workbooks.ts'
import { depositParameters } from '../../contract/deposit-parameters.ts'
import {
  acceptHandIn,
  cancelHandIn,
  countHandIn,
  courierOwes,
  declareHandIn,
  getDepositItems,
  handInCode,
  listHandIns,
  printDeposit,
} from '../../contract/deposits.ts'
import { confirmSlip, enterSlip, findSlip, listSlips, resolveSlip, SLIP_FILES } from '../../contract/tktt.ts'
import { askCodCancellation, getCodTransaction } from '../../contract/transactions.ts'
import { itemsBeingCancelled } from './being-cancelled.ts'

let test: TestApp
let world: DepositWorld
const COB = { clientId: 'PP_COB' } as const
const admin = { as: 'admin', ...COB }
const teller = { as: 'giaodichvien', ...COB }
const checker = { as: 'kiemsoat', ...COB }
const accountant = { as: 'ketoan', ...COB }
const once = () => ({ headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  test = await testApp()
  world = await depositWorld(test)
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, depositParameters))
  await depositTill(test, world)
})
afterAll(() => test?.close())

const idOf = async (code: string) => (await test.runtime.db.selectFrom('cob.courier').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
/** A postman with items of 100, 200 and 300 thousand, the last due first. */
async function postman(code: string): Promise<string> {
  await world.courier(code)
  await world.collected(code, `${code}-A`, 100_000, 2)
  await world.collected(code, `${code}-B`, 200_000, 1)
  await world.collected(code, `${code}-C`, 300_000, 0)
  return idOf(code)
}
const declare = async (input: Parameters<typeof test.call<typeof declareHandIn>>[1]) => test.call(declareHandIn, input, { ...accountant, ...once() })
const codeOf = async (id: string, as = accountant) => (await test.call(handInCode, { id }, as)).data?.oneTimeCode ?? '000000'
const counted = async (id: string, version: number, amount: string, as = teller) =>
  test.call(countHandIn, { id, version, amount, oneTimeCode: await codeOf(id) }, { ...as, ...once() })
const till = async () => (await test.runtime.pool.query("select balance from ledger.account where code = 'CASH-T-COD'")).rows[0].balance as string
const entriesOf = async (id: string) =>
  (await test.call(getCodTransaction, { id }, admin)).data?.journals.map(({ kind, entries }) => [
    kind,
    ...entries.map(({ side, accountCode, amount }) => `${side} ${accountCode} ${amount}`),
  ])

describe('cash at an office', () => {
  it('is counted without seeing what was declared, and booked when both agree', async () => {
    const courierId = await postman('H1')
    expect((await test.call(courierOwes, { courierId }, accountant)).data).toMatchObject({
      total: '600000.00',
      items: [{ code: 'H1-C' }, { code: 'H1-B' }, { code: 'H1-A' }],
    })
    const { data } = await declare({ courierId, items: ['H1-A', 'H1-B'] })
    expect(await world.item('H1-A')).toEqual({ state: 'COLLECTED', handedIn: '0.00', claim: data?.code })
    const row = async (as: typeof teller) => (await test.list(listHandIns, { filter: { text: 'H1' } }, as)).data?.result[0]
    expect(await row(teller)).toMatchObject({ status: 'DECLARED', declaredAmount: null, itemCount: 2, transactionStatus: null })
    expect(await row(checker)).toMatchObject({ declaredAmount: null })
    expect(await counted(data?.id ?? '', 0, '300000', accountant)).toMatchObject({ status: 403, code: 'COB-114' })
    const booked = await counted(data?.id ?? '', 0, '300000')
    expect(booked).toMatchObject({ status: 200, data: { status: 'BOOKED', code: data?.code } })
    expect(await world.owed('H1')).toEqual(all(30_000_000n))
    expect(await world.item('H1-A')).toEqual({ state: 'PAYABLE', handedIn: '100000.00', claim: null })
    expect(await entriesOf(booked.data?.transactionId ?? '')).toEqual([['COD_DEPOSIT', 'D CASH-T-COD 300000.00', 'C 11311.COD.H1 300000.00']])
    expect(await row(teller)).toMatchObject({
      status: 'BOOKED',
      declaredAmount: '300000.00',
      countedAmount: '300000.00',
      difference: '0.00',
      tillCode: 'T-COD',
      transactionStatus: 'SUCCEEDED',
    })
    const { data: items } = await test.call(getDepositItems, { id: booked.data?.transactionId ?? '' }, accountant)
    expect(items).toMatchObject({
      expected: '300000.00',
      handedIn: '300000.00',
      handIn: { code: data?.code, declared: '300000.00', tillCode: 'T-COD' },
      slip: null,
    })
    const paper = await test.app.inject({
      method: printDeposit.method,
      url: `/api${printDeposit.path}`,
      query: { id: booked.data?.transactionId ?? '' },
      headers: await test.headersOf('ketoan', 'PP_COB'),
    })
    expect([paper.statusCode, paper.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
  })

  it('that does not agree moves nothing until it is counted again, or somebody else accepts what was counted', async () => {
    const courierId = await postman('H2')
    const before = await till()
    const { data } = await declare({ courierId, items: ['H2-A', 'H2-B'] })
    const differs = await counted(data?.id ?? '', 0, '280000')
    expect(differs).toMatchObject({ status: 200, data: { status: 'DISCREPANCY', transactionId: null } })
    expect([await till(), (await world.owed('H2')).ledger, (await world.item('H2-A')).claim]).toEqual([before, '600000.00', data?.code])
    const version = differs.data?.version ?? -1
    const again = await counted(data?.id ?? '', version, '280000')
    expect(again.data).toMatchObject({ status: 'DISCREPANCY' })
    const reason = 'Đếm hai lần, thiếu 20.000 đồng'
    const input = { id: data?.id ?? '', version: again.data?.version ?? -1, reason }
    const booked = await test.call(acceptHandIn, input, { ...checker, ...once() })
    expect(booked).toMatchObject({ status: 200, data: { status: 'BOOKED' } })
    // The shortage stays with the postman, on the item that was due last.
    expect(await world.owed('H2')).toEqual(all(32_000_000n))
    expect([(await world.item('H2-B')).state, await world.item('H2-A')]).toEqual(['PAYABLE', { state: 'PARTIAL', handedIn: '80000.00', claim: null }])
  })

  it('is counted with the code that its bringer says, which nobody else is told; five wrong ones lock it', async () => {
    const courierId = await postman('H9')
    const before = await till()
    const { data } = await declare({ courierId, items: ['H9-A'] })
    const id = data?.id ?? ''
    expect(await test.call(handInCode, { id }, teller)).toMatchObject({ status: 404 })
    expect(await test.call(handInCode, { id }, admin)).toMatchObject({ status: 404 })
    const right = await codeOf(id)
    const other = (n: number) => String((Number(right) + n) % 1_000_000).padStart(6, '0')
    const say = (oneTimeCode: string) => test.call(countHandIn, { id, version: 0, amount: '100000', oneTimeCode }, { ...teller, ...once() })
    // All at once: each is one try, whatever is asked at the same moment.
    const replies = await Promise.all([1, 2, 3, 4].map((n) => say(other(n))))
    expect(replies.map(({ errors }) => errors?.[0]?.code)).toEqual(['COB-123', 'COB-123', 'COB-123', 'COB-123'])
    expect(await till()).toBe(before)
    expect(await say(other(5))).toMatchObject({ status: 409, code: 'COB-124' })
    expect(await say(right)).toMatchObject({ status: 409, code: 'COB-124' })
    expect(await test.call(cancelHandIn, { id, version: 0, reason: 'Nhập sai mã' }, teller)).toMatchObject({ status: 200 })
    const again = (await declare({ courierId, items: ['H9-A'] })).data?.id ?? ''
    expect(await counted(again, 0, '100000')).toMatchObject({ status: 200, data: { status: 'BOOKED' } })
  })

  it('that was cancelled sets its items free', async () => {
    const courierId = await postman('H3')
    const { data } = await declare({ courierId, items: ['H3-A'] })
    expect(await declare({ courierId, items: ['H3-A'] })).toMatchObject({ status: 409, errors: [{ field: 'items', code: 'COB-106' }] })
    expect(await declare({ courierId, amount: '500001' })).toMatchObject({ status: 409, errors: [{ field: 'amount', code: 'COB-108' }] })
    expect(await declare({ courierId })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'COB-113' }] })
    const ended = await test.call(cancelHandIn, { id: data?.id ?? '', version: 0, reason: 'Bưu tá mang tiền về' }, teller)
    expect(ended.data?.status).toBe('CANCELLED')
    expect((await world.item('H3-A')).claim).toBeNull()
    expect(await counted(data?.id ?? '', ended.data?.version ?? -1, '100000')).toMatchObject({ code: 'SYS-410' })
  })
})

describe('a cancelled deposit', () => {
  const askCancel = async (id: string) => {
    const { data } = await test.call(getCodTransaction, { id }, admin)
    return test.call(askCodCancellation, { id, version: data?.version ?? -1, reason: 'Ghi nhầm bưu tá' }, { ...accountant, ...once() })
  }
  const beingCancelled = async () => {
    const { rows } = await sql<{ code: string }>`select code from cob.item where id in ${itemsBeingCancelled} order by code`.execute(test.runtime.db)
    return rows.map(({ code }) => code)
  }
  it('gives its items back to the postman, whom it counts for again', async () => {
    await postman('C1')
    const { data } = await world.report(deposit({ courier: 'C1', amount: '250000', ...PAID }))
    const id = await world.idOf(data?.transactionCode)
    const asked = await askCancel(id)
    expect(asked).toMatchObject({ status: 200 })
    expect(await world.owed('C1')).toEqual(all(35_000_000n))
    // Nobody is paid what may have to be given back.
    expect(await beingCancelled()).toEqual(['C1-C'])
    const agreed = await test.call(decideRequest, { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' }, { ...checker, ...once() })
    expect(agreed).toMatchObject({ status: 200 })
    expect(await world.owed('C1')).toEqual(all(60_000_000n))
    expect(await beingCancelled()).toEqual([])
    expect(await world.item('C1-C')).toEqual({ state: 'COLLECTED', handedIn: '0.00', claim: null })
    expect((await entriesOf(id))?.at(-1)).toEqual(['COD_DEPOSIT_CANCEL', 'C 1388.VCB 250000.00', 'D 11311.COD.C1 250000.00'])
    // And may be handed in anew.
    expect((await world.report(deposit({ courier: 'C1', amount: '600000', ...PAID }))).status).toBe(200)
    expect(await world.owed('C1')).toEqual(all(0n))
  })

  it('is refused once an item of it has been paid out', async () => {
    await postman('C2')
    const { data } = await world.report(deposit({ courier: 'C2', amount: '300000', ...PAID }))
    await test.runtime.database.owner.query("update cob.item set money_state = 'PAID_OUT', paid_out_at = now() where code = 'C2-C'")
    expect(await askCancel(await world.idOf(data?.transactionCode))).toMatchObject({ status: 409, code: 'COB-112' })
    await test.runtime.database.owner.query("update cob.item set money_state = 'PAYABLE', paid_out_at = null where code = 'C2-C'")
  })
})

describe('cash paid into a settlement account', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
  const photo = async (as: string) =>
    (await sendUpload<FileInfo>(test.app, uploadFile.path, { name: 'phieu.png', content: png }, await test.headersOf(as, 'PP_COB'), { kind: SLIP_FILES })).data
      ?.uuid ?? ''
  const enter = async (courierId: string, bankReference: string, amount: string, items: string[] = [], as = accountant) =>
    test.call(
      enterSlip,
      { courierId, bankId: world.vcb.partnerId, bankReference, amount, paidOn: localDate(new Date()), items, attachments: [await photo(as.as)] },
      { ...as, ...once() },
    )
  const slipOf = async (id: string | undefined) => (await test.call(findSlip, { id: id ?? '' }, checker)).data
  const confirm = (id: string, version: number, bankAmount: string, as = checker) => test.call(confirmSlip, { id, version, bankAmount }, { ...as, ...once() })

  it('waits for the bank, whose word on its own reference pays the debt', async () => {
    const courierId = await postman('T1')
    const { data } = await enter(courierId, 'FT-T1', '300000', ['T1-A', 'T1-B'])
    expect(await slipOf(data?.id)).toMatchObject({
      status: 'ENTERED',
      itemCount: 2,
      attachments: [{ name: 'phieu.png' }],
      lines: [{ amount: null }, { amount: null }],
    })
    expect(await world.owed('T1')).toEqual(all(60_000_000n))
    expect((await world.item('T1-A')).claim).toBe(data?.code)
    expect(await enter(courierId, 'FT-T1', '100000')).toMatchObject({ status: 409, errors: [{ field: 'bankReference', code: 'COB-117' }] })
    expect((await world.outcome('FT-T1', 'SUCCEEDED')).status).toBe(200)
    expect(await slipOf(data?.id)).toMatchObject({ status: 'CONFIRMED_BY_BANK', lines: [{ amount: '200000.00' }, { amount: '100000.00' }] })
    expect(await world.owed('T1')).toEqual(all(30_000_000n))
    expect((await test.list(listSlips, { filter: { text: 'FT-T1' } }, checker)).data?.result).toMatchObject([{ code: data?.code, amount: '300000.00' }])
  })

  it('is confirmed by a statement, not by who has entered it', async () => {
    const courierId = await postman('T2')
    const { data } = await enter(courierId, 'FT-T2', '600000', [], admin)
    expect(await confirm(data?.id ?? '', (await slipOf(data?.id))?.version ?? -1, '600000', admin)).toMatchObject({ status: 403, code: 'COB-119' })
    expect(await confirm(data?.id ?? '', (await slipOf(data?.id))?.version ?? -1, '600000')).toMatchObject({
      status: 200,
      data: { status: 'CONFIRMED_BY_BANK' },
    })
    expect(await world.owed('T2')).toEqual(all(0n))
    expect(await entriesOf((await slipOf(data?.id))?.transactionId ?? '')).toEqual([['COD_DEPOSIT', 'D 1388.VCB 600000.00', 'C 11311.COD.T2 600000.00']])
  })

  it('that the bank confirms with another amount moves nothing until it is resolved', async () => {
    const courierId = await postman('T3')
    const { data } = await enter(courierId, 'FT-T3', '300000', ['T3-C'])
    const differs = await confirm(data?.id ?? '', (await slipOf(data?.id))?.version ?? -1, '290000')
    expect(differs.data).toMatchObject({ status: 'MISMATCH' })
    expect(await world.owed('T3')).toEqual(all(60_000_000n))
    const reason = 'Nhập nhầm số tiền trên phiếu'
    const input = { id: data?.id ?? '', version: differs.data?.version ?? -1, resolution: 'BANK_AMOUNT' as const, reason }
    expect(await test.call(resolveSlip, input, { ...checker, ...once() })).toMatchObject({ status: 200, data: { status: 'RESOLVED' } })
    expect(await world.owed('T3')).toEqual(all(31_000_000n))
    expect(await world.item('T3-C')).toEqual({ state: 'PARTIAL', handedIn: '290000.00', claim: null })
    expect(await slipOf(data?.id)).toMatchObject({ status: 'RESOLVED', bankAmount: '290000.00', difference: '-10000.00' })
  })

  it('of which the bank has no money sets the items free', async () => {
    const courierId = await postman('T4')
    const { data } = await enter(courierId, 'FT-T4', '100000', ['T4-A'])
    const differs = await confirm(data?.id ?? '', (await slipOf(data?.id))?.version ?? -1, '1000')
    const input = { id: data?.id ?? '', version: differs.data?.version ?? -1, resolution: 'NO_MONEY' as const, reason: 'Ngân hàng xác nhận không có' }
    expect((await test.call(resolveSlip, input, { ...checker, ...once() })).data).toMatchObject({ status: 'RESOLVED' })
    expect(await world.item('T4-A')).toEqual({ state: 'COLLECTED', handedIn: '0.00', claim: null })
    const refused = await enter(courierId, 'FT-T4B', '100000', ['T4-A'])
    await world.outcome('FT-T4B', 'FAILED')
    expect((await slipOf(refused.data?.id))?.status).toBe('REFUSED')
    expect(await world.owed('T4')).toEqual(all(60_000_000n))
  })
})

it('whatever is handed in, the ledger, the positions, the kept debt and the items say the same', async () => {
  let seed = 20_261_129
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  await world.courier('PROP')
  let owed = 0
  const open: string[] = []
  for (let n = 0; n < 40; n++) {
    if (random() < 0.5 || owed === 0) {
      const amount = 1_000 * (1 + Math.floor(random() * 300))
      await world.collected('PROP', `PROP-${n}`, amount, Math.floor(random() * 4))
      owed += amount
      open.push(`PROP-${n}`)
    } else {
      const amount = 1_000 * Math.ceil((owed / 1_000) * random() * 1.2)
      const items = random() < 0.5 ? [open[Math.floor(random() * open.length)] as string] : undefined
      const { data } = await world.report(deposit({ courier: 'PROP', amount: String(amount), items, ...PAID }))
      owed = Math.max(0, owed - amount)
      if (random() < 0.3 && amount < 20_000_000) {
        const id = await world.idOf(data?.transactionCode)
        const before = (await test.runtime.pool.query('select surplus from cob.deposit where id = $1', [id])).rows[0].surplus
        const { data: detail } = await test.call(getCodTransaction, { id }, admin)
        const asked = await test.call(askCodCancellation, { id, version: detail?.version ?? -1, reason: 'Ghi nhầm' }, { ...accountant, ...once() })
        await test.call(decideRequest, { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' }, { ...checker, ...once() })
        owed += amount - Number(before)
      }
    }
    expect(await world.owed('PROP')).toEqual(all(BigInt(owed) * 100n))
  }
  expect(await verifyLedger(test.runtime.db)).toEqual([])
})
