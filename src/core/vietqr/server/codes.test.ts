/** Codes that are paid by, with the accounts behind them: made, locked, replaced, ended; and what payments by them come to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { faultsOf, foldSums } from '#core/payments/server/kept-sums.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { askQrCancellation, askQrRefund, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { testClock } from '../../../../test/app.ts'
import { type CodeWorld, codeWorld } from '../../../../test/codes.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { accountOrders, closeAccount, listAccounts } from '../contract/accounts.ts'
import { decodeVietQr } from '../contract/codec/vietqr.ts'
import { activateCode, listCodes, lockCode, lockCodes, replaceCode, revokeCode, unlockCode, updateCode } from '../contract/codes.ts'
import { printableCodes } from '../contract/prints.ts'
import { verifyCode } from '../contract/verify.ts'
import { expiryJobs } from './expiry.ts'

const clock = testClock()
const today = localDate(clock.now())
const day = (ahead: number) => addDays(today, ahead)
const dynamic = { kind: 'DYNAMIC', amount: '250000', memo: 'Tiền hàng 42', validTo: day(3) } as const
const announced = { outcome: undefined }
let world: CodeWorld
beforeAll(async () => {
  world = await codeWorld({ clock })
})
afterAll(() => world?.close())

const as = { as: 'ketoan' } as const
const lock = async (id: string) => world.call(lockCode, { id, version: (await world.code(id)).version, reason: 'Mất bảng mã' }, as)
const revoke = async (id: string) => world.call(revokeCode, { id, version: (await world.code(id)).version, reason: 'Đóng quầy' }, as)
const replace = async (id: string, facts: object = {}) =>
  world.call(replaceCode, { id, version: (await world.code(id)).version, reason: 'Bảng mã mờ', ...facts }, { ...as, headers: world.once() })
/** On a busy machine a call may find no place at the database, and is sent again. */
async function patiently<R extends { status: number }>(call: () => Promise<R>): Promise<R> {
  for (;;) {
    const reply = await call()
    if (reply.status !== 503) return reply
  }
}
async function expire() {
  await world.runtime.db.transaction().execute(async (tx) => {
    for (const { definition } of expiryJobs) await enqueue(tx, definition, {})
  })
  await runJobs(world)
}

describe('a code', () => {
  it('says its account to a camera, and a payment to that account is counted for it and for no other', async () => {
    const code = await world.made({ counter: 'Quầy 1' })
    const other = await world.made({ counter: 'Quầy 2' })
    expect(code).toMatchObject({ kind: 'STATIC', status: 'ACTIVE', merchantCode: 'M-HANOI', counter: 'Quầy 1', amount: null, payments: 0, lastPaidAt: null })
    expect(decodeVietQr(code.payload)).toMatchObject({ ok: true, content: { kind: 'STATIC', bankBin: code.bankBin, account: code.accountNumber } })
    for (const amount of ['30000', '45000']) expect((await world.pay(code.accountNumber, { amount })).status).toBe(200)
    await world.pay(code.accountNumber, { amount: '99000', outcome: { status: 'FAILED', code: '51', message: 'Không đủ số dư' } })
    expect(await world.code(code.id)).toMatchObject({ paidToday: 2, amountToday: '75000.00', payments: 2, amountPaid: '75000.00' })
    expect(await world.code(other.id)).toMatchObject({ paidToday: 0, payments: 0 })
    const listed = await world.list(listCodes, { filter: { merchantId: world.merchants['M-HANOI'], usedToday: true } }, as)
    expect(listed.data?.result.map((row) => row.code)).toEqual([code.code])
    expect(listed.data?.sums).toMatchObject({ paidToday: '2', amountToday: '75000.00' })
    const period = { from: today, to: today }
    for (const filter of [{ creditedAccount: code.accountNumber }, { qrCode: code.code }])
      expect((await world.list(listQrTransactions, { filter: { ...period, ...filter } }, as)).data?.totalRecord).toBe(3)
    const { data: orders } = await world.call(accountOrders, { number: code.accountNumber }, as)
    expect(orders?.map(({ amount }) => amount).sort()).toEqual(['30000.00', '45000.00', '99000.00'])
  })

  it('is kept what its payments brought, whatever becomes of them, folded or not, and made anew', async () => {
    const { call, runtime, made, pay, outcome, once } = world
    const code = await made({ counter: 'Quầy 9' })
    const idOf = async (externalRef = '') =>
      (await runtime.db.selectFrom('payment.transaction').select(['id', 'version']).where('external_ref', '=', externalRef).executeTakeFirstOrThrow()) as {
        id: string
        version: number
      }
    const reported = async (line: Parameters<typeof pay>[1]) => (await pay(code.accountNumber, line)).data?.externalRef ?? ''
    const decided = async (asked: { data: { requestId: string } | null }) => {
      const decision = { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' } as const
      expect(await call(decideRequest, decision, { as: 'kiemsoat', headers: once() })).toMatchObject({ data: { status: 'APPROVED' } })
    }
    const refs: string[] = []
    const steps: [string, () => Promise<unknown>, { n: number; amount: string }][] = [
      ['paid', async () => refs.push(await reported({ amount: '70000' }), await reported({ amount: '20000' })), { n: 2, amount: '90000.00' }],
      [
        'announced',
        async () => refs.push(await reported({ ...announced, amount: '5000' }), await reported({ ...announced, amount: '600' })),
        { n: 2, amount: '90000.00' },
      ],
      ['known late', () => outcome(refs[2] ?? '', 'SUCCEEDED'), { n: 3, amount: '95000.00' }],
      ['failed', () => outcome(refs[3] ?? '', 'FAILED'), { n: 3, amount: '95000.00' }],
      [
        'given back',
        async () => decided(await call(askQrRefund, { ...(await idOf(refs[0])), amount: '70000', reason: 'Trả hàng' }, { ...as, headers: once() })),
        { n: 3, amount: '95000.00' },
      ],
      [
        'cancelled',
        async () => decided(await call(askQrCancellation, { ...(await idOf(refs[1])), reason: 'Quét nhầm' }, { ...as, headers: once() })),
        { n: 2, amount: '75000.00' },
      ],
    ]
    const shown = async () => {
      const { paidToday, amountToday, payments, amountPaid } = await world.code(code.id)
      const { data } = await world.list(listCodes, { filter: { code: code.code } }, as)
      return { paidToday, amountToday, payments, amountPaid, sums: data?.sums }
    }
    for (const [step, act, { n, amount }] of steps) {
      await act()
      const expected = { paidToday: n, amountToday: amount, payments: n, amountPaid: amount, sums: { paidToday: String(n), amountToday: amount } }
      expect(await shown(), step).toEqual(expected)
      await foldSums(runtime.db, 'LIST')
      expect(await shown(), `${step}, folded`).toEqual(expected)
    }
    const before = await shown()
    await runtime.pool.query('select payment.rebuild_list_sums($1, $1)', [today])
    expect(await shown()).toEqual(before)
    expect(await faultsOf(runtime.db, 'LIST', today, today)).toEqual([])
  })

  it('of one amount takes one payment: then it is used up, and its account closed', async () => {
    const code = await world.made(dynamic)
    expect(code).toMatchObject({ amount: '250000.00', memo: 'Tien hang 42', status: 'ACTIVE' })
    expect(decodeVietQr(code.payload)).toMatchObject({ ok: true, content: { kind: 'DYNAMIC', amount: '250000', memo: 'Tien hang 42' } })
    expect(await world.pay(code.accountNumber, { ...announced, amount: '250001' })).toMatchObject({ status: 422, code: 'VQR-209' })
    const first = await world.pay(code.accountNumber, { ...announced, amount: '250000' })
    expect(first.status).toBe(200)
    // While nobody knows what becomes of the first one, no second is begun.
    expect(await world.pay(code.accountNumber, { ...announced, amount: '250000' })).toMatchObject({ code: 'PAY-018' })
    expect((await world.outcome(first.data?.externalRef ?? '', 'SUCCEEDED')).status).toBe(200)
    expect(await world.code(code.id)).toMatchObject({ status: 'USED', payments: 1 })
    const { data } = await world.list(listAccounts, { filter: { number: code.accountNumber } }, as)
    expect(data?.result).toMatchObject([{ status: 'CLOSED', closedBecause: 'USED', closedBy: 'system', code: code.code }])
    expect(await world.pay(code.accountNumber, { ...announced, amount: '250000' })).toMatchObject({ status: 422, code: 'VQR-206' })
    // Money that was sent all the same is a fact: stored, and counted for its code.
    expect((await world.pay(code.accountNumber, { amount: '250000' })).status).toBe(200)
    expect(await world.code(code.id)).toMatchObject({ status: 'USED', payments: 2 })
  })

  it('that was not paid after all takes the next payment', async () => {
    const code = await world.made(dynamic)
    const first = await world.pay(code.accountNumber, { ...announced, amount: '250000' })
    await world.outcome(first.data?.externalRef ?? '', 'FAILED')
    expect(await world.code(code.id)).toMatchObject({ status: 'ACTIVE', payments: 0 })
    expect((await world.pay(code.accountNumber, { ...announced, amount: '250000' })).status).toBe(200)
  })

  it('that is locked refuses what is to begin and stores what has happened, until it is unlocked', async () => {
    const code = await world.made({ counter: 'Quầy khoá' })
    expect((await lock(code.id)).status).toBe(200)
    expect(await world.pay(code.accountNumber, announced)).toMatchObject({ status: 422, code: 'VQR-203', errors: [{ field: 'virtualAccount' }] })
    expect((await world.pay(code.accountNumber)).status).toBe(200)
    const seen = await world.code(code.id)
    expect(seen).toMatchObject({ status: 'LOCKED', payments: 1, stepNote: 'Mất bảng mã' })
    expect((await world.call(unlockCode, { id: code.id, version: seen.version }, as)).status).toBe(200)
    expect((await world.pay(code.accountNumber, announced)).status).toBe(200)
    expect((await world.code(code.id)).events.map(({ status }) => status)).toEqual(['DRAFT', 'ACTIVE', 'LOCKED', 'ACTIVE'])
  })

  it('of a merchant that is locked says so everywhere: what is to begin is refused, what has happened is stored', async () => {
    const code = await world.made({ counter: 'Của điểm bán khoá' })
    const lockMerchant = (status: string) => world.runtime.pool.query("update merchants.merchant set status = $1 where code = 'M-HANOI'", [status])
    await lockMerchant('LOCKED')
    try {
      expect(await world.code(code.id)).toMatchObject({ status: 'ACTIVE', merchantStatus: 'LOCKED' })
      const { data: listed } = await world.list(listCodes, { filter: { code: code.code } }, as)
      expect(listed?.result).toMatchObject([{ status: 'ACTIVE', merchantStatus: 'LOCKED' }])
      expect((await world.call(verifyCode, { payload: code.payload }, as)).data).toMatchObject({ verdict: 'REGISTERED', code: { merchantStatus: 'LOCKED' } })
      expect((await world.call(printableCodes, { searchSdi: { code: code.code } }, as)).data).toEqual({ ids: [code.id], stopped: 1 })
      expect(await world.pay(code.accountNumber, announced)).toMatchObject({ status: 422, code: 'PAY-003', errors: [{ field: 'merchantCode' }] })
      expect((await world.pay(code.accountNumber)).status).toBe(200)
      expect(await world.code(code.id)).toMatchObject({ payments: 1 })
    } finally {
      await lockMerchant('ACTIVE')
    }
    expect((await world.call(printableCodes, { searchSdi: { code: code.code } }, as)).data?.stopped).toBe(0)
    expect((await world.pay(code.accountNumber, announced)).status).toBe(200)
  })

  it('is replaced by a new one with a link both ways; the old account is closed', async () => {
    const old = await world.made({ counter: 'Quầy cũ' })
    const reply = await replace(old.id, { counter: 'Quầy cũ' })
    expect(reply.status, reply.message).toBe(200)
    const next = await world.code(reply.data?.id ?? '')
    expect(next).toMatchObject({ status: 'ACTIVE', counter: 'Quầy cũ', replaces: { id: old.id, code: old.code }, replacedBy: null })
    expect(next.accountNumber).not.toBe(old.accountNumber)
    expect(await world.code(old.id)).toMatchObject({ status: 'REVOKED', replaces: null, replacedBy: { id: next.id, code: next.code } })
    expect(await world.pay(old.accountNumber, announced)).toMatchObject({ code: 'VQR-205' })
    expect(await replace(old.id)).toMatchObject({ status: 409, code: 'VQR-108' })
  })

  it('that was revoked is not replaced, not unlocked and not paid by', async () => {
    const code = await world.made({ counter: 'Quầy thu hồi' })
    expect((await revoke(code.id)).status).toBe(200)
    const { version } = await world.code(code.id)
    expect(await replace(code.id)).toMatchObject({ status: 409, code: 'VQR-109' })
    expect((await world.call(unlockCode, { id: code.id, version }, as)).code).toBe('SYS-410')
    expect(await world.pay(code.accountNumber, announced)).toMatchObject({ code: 'VQR-205' })
  })

  it('is a draft until it is activated: it may be changed, and is not paid by', async () => {
    const draft = await world.made({ ...dynamic, active: false })
    expect(await world.pay(draft.accountNumber, { ...announced, amount: '250000' })).toMatchObject({ code: 'VQR-208' })
    const changed = await world.call(updateCode, { id: draft.id, version: draft.version, amount: '90000', memo: 'Đợt 2', validTo: day(5) }, as)
    expect(changed.status, changed.message).toBe(200)
    const seen = await world.code(draft.id)
    expect(seen).toMatchObject({ status: 'DRAFT', amount: '90000.00', memo: 'Dot 2', accountNumber: draft.accountNumber })
    expect(decodeVietQr(seen.payload)).toMatchObject({ ok: true, content: { amount: '90000', memo: 'Dot 2' } })
    const active = await world.call(activateCode, { id: draft.id, version: seen.version }, as)
    expect(active.status, active.message).toBe(200)
    expect(await world.call(updateCode, { id: draft.id, version: active.data?.version ?? 0, amount: '1000', validTo: day(5) }, as)).toMatchObject({
      status: 409,
      code: 'VQR-118',
    })
    expect((await world.pay(draft.accountNumber, { ...announced, amount: '90000' })).status).toBe(200)
  })

  it('may be locked with others at once, each row done or refused by itself', async () => {
    const [one, two] = [await world.made({ counter: 'A' }), await world.made({ counter: 'B' })]
    await revoke(two.id)
    const rows = [one, two].map(({ id, version }) => ({ id, version }))
    const { data } = await world.call(lockCodes, { rows, reason: 'Kiểm tra' }, as)
    expect(data?.results.map(({ code }) => code)).toEqual([null, 'SYS-409'])
    expect((await world.code(one.id)).status).toBe('LOCKED')
  })
})

describe('a code that cannot be', () => {
  it.each([
    ['a static one with an amount', { amount: '1000' }, 'amount', 'VQR-104'],
    ['a static one with a memo', { memo: 'a' }, 'memo', 'VQR-104'],
    ['a dynamic one without an amount', { kind: 'DYNAMIC', validTo: day(1) }, 'amount', 'VQR-105'],
    ['a dynamic one without a last day', { kind: 'DYNAMIC', amount: '1000' }, 'validTo', 'VQR-106'],
    ['one over the cap', { kind: 'DYNAMIC', amount: '500000001', validTo: day(1) }, 'amount', 'VQR-107'],
    ['one of a part of a đồng', { kind: 'DYNAMIC', amount: '1000.50', validTo: day(1) }, 'amount', 'moneyWhole'],
    ['one whose last day is over', { kind: 'DYNAMIC', amount: '1000', validTo: day(-1) }, 'validTo', 'datePast'],
    ['one that ends before it begins', { validFrom: day(3), validTo: day(2) }, 'validTo', 'dateOrder'],
    ['one of no merchant', { merchantId: '999999' }, 'merchantId', 'VQR-101'],
    ['one at a unit that has nothing to do with the merchant', { unitId: '1' }, 'unitId', 'VQR-103'],
  ] as const)('%s is refused, and nothing is made', async (_, input, field, error) => {
    const count = async () => (await world.runtime.pool.query('select count(*)::int as n from vietqr.virtual_account')).rows[0]
    const before = await count()
    const reply = await world.create(input)
    expect(reply.status).toBe(422)
    expect(reply.errors).toMatchObject([{ field, code: error }])
    expect(await count()).toEqual(before)
  })

  it('one that its merchant may never be paid is refused, however it is asked for', async () => {
    const { pool } = world.runtime
    const [draft, old] = [await world.made({ ...dynamic, active: false }), await world.made(dynamic)]
    const order = { ownerKind: 'ORDER', merchantId: world.merchants['M-HANOI'], reference: 'DH-HAN-MUC', amount: '250000' } as const
    const limit = (once: number | null, perDay: number | null) =>
      pool.query("update merchants.merchant set limit_once = $1, limit_day = $2 where code = 'M-HANOI'", [once, perDay])
    try {
      for (const [once, perDay, code] of [
        [249_999, null, 'MER-040'],
        [null, 249_999, 'MER-042'],
      ] as const) {
        await limit(once, perDay)
        const refused = { status: 422, errors: [{ field: 'amount', code }] }
        expect(await world.create(dynamic)).toMatchObject(refused)
        expect(await replace(old.id, { amount: '250000', validTo: day(3) })).toMatchObject(refused)
        expect(await world.openAccount(order)).toMatchObject(refused)
        expect(await world.call(updateCode, { id: draft.id, version: draft.version, amount: '250000', validTo: day(5) }, as)).toMatchObject(refused)
        expect(await world.call(activateCode, { id: draft.id, version: draft.version }, as)).toMatchObject(refused)
      }
      await limit(250_000, 250_000)
      expect((await world.call(activateCode, { id: draft.id, version: draft.version }, as)).status).toBe(200)
      expect((await world.openAccount(order)).status).toBe(200)
      expect((await world.create(dynamic)).status).toBe(200)
    } finally {
      await limit(null, null)
    }
  })

  it('one of a merchant that is locked is refused, as its activation is', async () => {
    const draft = await world.made({ counter: 'Nháp', active: false })
    const { pool } = world.runtime
    await pool.query("update merchants.merchant set status = 'LOCKED' where code = 'M-HANOI'")
    try {
      expect((await world.create()).errors).toMatchObject([{ field: 'merchantId', code: 'VQR-102' }])
      expect(await world.call(activateCode, { id: draft.id, version: draft.version }, as)).toMatchObject({ code: 'VQR-102' })
    } finally {
      await pool.query("update merchants.merchant set status = 'ACTIVE' where code = 'M-HANOI'")
    }
  })

  it('one of a merchant elsewhere is not made by a teller, who does not see its codes either', async () => {
    expect((await world.create({ merchantId: world.merchants['M-HCM'] }, 'giaodichvien')).errors).toMatchObject([{ code: 'VQR-101' }])
    const far = await world.made({ merchantId: world.merchants['M-HCM'] })
    const { data } = await world.list(listCodes, { filter: { code: far.code } }, { as: 'giaodichvien' })
    expect(data?.totalRecord).toBe(0)
    expect((await world.create({ counter: 'Của quầy' }, 'giaodichvien')).status).toBe(200)
  })

  it('no code is made while the parameters name no bank', async () => {
    const { pool } = world.runtime
    await pool.query("update masterdata.parameter set value = '000000' where key = 'vietqr.account-bank'")
    try {
      await expect.poll(async () => (await world.create()).code, { timeout: 5_000 }).toBe('VQR-113')
    } finally {
      await pool.query("update masterdata.parameter set value = '970449' where key = 'vietqr.account-bank'")
    }
    await expect.poll(async () => (await world.create()).status, { timeout: 5_000 }).toBe(200)
  })
})

describe('a virtual account', () => {
  it('of an order is one, takes its amount once, and a new one may be opened after it was paid', async () => {
    const order = { ownerKind: 'ORDER', merchantId: world.merchants['M-HANOI'], reference: 'DH-2026-01', amount: '120000' } as const
    const { data } = await world.openAccount(order)
    const account = await world.account(data?.id ?? '')
    expect(account).toMatchObject({ ownerKind: 'ORDER', ownerRef: 'DH-2026-01', singleUse: true, status: 'ACTIVE', amount: '120000.00', code: null })
    expect((await world.openAccount(order)).errors).toMatchObject([{ field: 'reference', code: 'VQR-114' }])
    expect(await world.pay(account.number, { ...announced, amount: '1' })).toMatchObject({ code: 'VQR-209' })
    expect((await world.pay(account.number, { amount: '120000' })).status).toBe(200)
    expect(await world.account(account.id)).toMatchObject({ status: 'CLOSED', closedBecause: 'USED', payments: 1, amountPaid: '120000.00' })
    expect((await world.openAccount(order)).status).toBe(200)
  })

  it('is closed by a person with a reason, that of a code only with its code', async () => {
    const parcel = await world.openAccount({ ownerKind: 'PARCEL', merchantId: world.merchants['M-HANOI'], reference: 'EB123456789VN' })
    const { id, version, number } = await world.account(parcel.data?.id ?? '')
    expect((await world.call(closeAccount, { id, version, reason: 'Bưu gửi hoàn' }, as)).status).toBe(200)
    expect(await world.account(id)).toMatchObject({ status: 'CLOSED', closedBecause: 'BY_HAND', closedBy: 'ketoan', stepNote: 'Bưu gửi hoàn' })
    expect(await world.pay(number, announced)).toMatchObject({ code: 'VQR-207' })
    const code = await world.made()
    const { data } = await world.list(listAccounts, { filter: { number: code.accountNumber } }, as)
    const [ofCode] = data?.result ?? []
    expect(await world.call(closeAccount, { id: ofCode?.id ?? '', version: ofCode?.version ?? 0, reason: 'x' }, as)).toMatchObject({ code: 'VQR-115' })
  })

  it.each([
    ['of a merchant with an amount', { ownerKind: 'MERCHANT', amount: '1000' }, 'amount', 'VQR-116'],
    ['of an order over the cap', { ownerKind: 'ORDER', reference: 'DH-9', amount: '500000001' }, 'amount', 'VQR-107'],
    ['of an order without its number', { ownerKind: 'ORDER' }, 'reference', 'VQR-117'],
  ] as const)('%s is refused', async (_, input, field, code) => {
    expect((await world.openAccount({ merchantId: world.merchants['M-HANOI'], ...input })).errors).toMatchObject([{ field, code }])
  })

  it('that nobody has, or another merchant, is bad input whatever has happened', async () => {
    expect((await world.pay('9688999999')).errors).toMatchObject([{ field: 'virtualAccount', code: 'VQR-201' }])
    const { accountNumber } = await world.made()
    expect((await world.pay(accountNumber, { merchantCode: 'M-HCM' })).errors).toMatchObject([{ field: 'virtualAccount', code: 'VQR-202' }])
    expect((await world.pay('không phải')).errors).toMatchObject([{ field: 'virtualAccount', code: 'invalid' }])
  })
})

it('64 codes made at once have 64 numbers and codes, and a payment to each is counted once', async () => {
  const replies = await Promise.all(Array.from({ length: 64 }, (_, n) => patiently(() => world.create({ counter: `Song song ${n}` }))))
  expect(replies.flatMap(({ code, message, data }) => (data ? [] : [`${code} ${message}`]))).toEqual([])
  const codes = await Promise.all(replies.map(({ data }) => world.code(data?.id ?? '')))
  expect(new Set(codes.map(({ accountNumber }) => accountNumber)).size).toBe(64)
  expect(new Set(codes.map(({ code }) => code)).size).toBe(64)
  const paid = codes.slice(0, 12)
  await Promise.all(paid.map(({ accountNumber }, n) => world.pay(accountNumber, { amount: `${(n + 1) * 1000}` })))
  const after = await Promise.all(codes.map(({ id }) => world.code(id)))
  expect(after.map(({ amountPaid }) => amountPaid)).toEqual(codes.map((_, n) => (n < 12 ? `${(n + 1) * 1000}.00` : '0.00')))
})

it('of payments of one dynamic code that are begun at once, one is', async () => {
  const code = await world.made(dynamic)
  const replies = await Promise.all(Array.from({ length: 8 }, () => world.pay(code.accountNumber, { ...announced, amount: '250000' })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

// Last: the clock goes on, and sessions end with it.
it('of a merchant that was closed is revoked by a job, and its accounts end', async () => {
  const [code, other] = [await world.made({ merchantId: world.merchants['M-HCM'] }), await world.made({ counter: 'Quầy mở' })]
  const opened = await world.openAccount({ merchantId: world.merchants['M-HCM'], ownerKind: 'ORDER', reference: 'DH-DONG', amount: '10000' })
  const order = await world.account(opened.data?.id ?? '')
  await world.runtime.database.owner.query("update merchants.merchant set status = 'CLOSED' where code = 'M-HCM'")
  await expire()
  expect(await world.code(code.id)).toMatchObject({ status: 'REVOKED' })
  expect(await world.code(other.id)).toMatchObject({ status: 'ACTIVE' })
  const { rows } = await world.runtime.pool.query('select status, closed_because from vietqr.virtual_account where number = any($1) order by id', [
    [code.accountNumber, order.number],
  ])
  expect(rows).toEqual([
    { status: 'CLOSED', closed_because: 'CODE_ENDED' },
    { status: 'CLOSED', closed_because: 'MERCHANT_CLOSED' },
  ])
})

it('after its last day a code has expired: in lists by a job, for payments at once', async () => {
  const [dated, always, draft] = [await world.made(dynamic), await world.made({ counter: 'Mãi mãi' }), await world.made({ ...dynamic, active: false })]
  clock.advance(4 * 86_400_000)
  expect(await world.pay(dated.accountNumber, { ...announced, amount: '250000' })).toMatchObject({ code: 'VQR-204' })
  await expire()
  const { rows } = await world.runtime.pool.query(
    'select c.id::text, c.status, a.status as account from vietqr.code c join vietqr.virtual_account a on a.id = c.account_id where c.id = any($1) order by c.id',
    [[dated.id, always.id, draft.id]],
  )
  expect(rows).toEqual([
    { id: dated.id, status: 'EXPIRED', account: 'CLOSED' },
    { id: always.id, status: 'ACTIVE', account: 'ACTIVE' },
    { id: draft.id, status: 'EXPIRED', account: 'CLOSED' },
  ])
  expect(await world.pay(dated.accountNumber, { ...announced, amount: '250000' })).toMatchObject({ code: 'VQR-204' })
  // What was paid before the end and is reported now is stored.
  expect((await world.pay(dated.accountNumber, { amount: '250000' })).status).toBe(200)
})
