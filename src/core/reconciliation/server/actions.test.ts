/** What a resolution does with our records: by the ways in and out that stand, once two people have agreed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentServices } from '#app/plugs/services.ts'
import type { DecidedContext } from '#core/approvals/server/public.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { outcomes } from '#core/outcomes/server/public.ts'
import { paymentDesk } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import { testClock } from '../../../../test/app.ts'
import { type CodeWorld, codeWorld } from '../../../../test/codes.ts'
import type { BreakFacts, BreakLine, WantedOutcome } from './plug.ts'

const clock = testClock()
const { byStatement } = outcomes({ services: paymentServices, address: () => undefined })
const plug = qrReconciliationPlug({ byStatement, payments: paymentDesk(paymentServices, []) })

let test: CodeWorld
let account: string
let approver: string
beforeAll(async () => {
  test = await codeWorld({ clock })
  const opened = await test.openAccount({ ownerKind: 'MERCHANT', merchantId: test.merchants['M-HANOI'] })
  account = (await test.account(opened.data?.id ?? '')).number
  approver = (await test.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', 'kiemsoat').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  expect(await verifyLedger(test.runtime.db)).toEqual([])
  await test.close()
})

const line = (of: Partial<BreakLine> & Pick<BreakLine, 'side'>): BreakLine => ({
  ...{ no: 1, money: true, sourceId: null, sourceCode: '', reference: '', documentNo: '', amount: 0n, day: localDate(clock.now()), at: null },
  ...{ counterAccount: '', counterName: '', text: '', status: '', fileName: null, fileRow: null },
  ...of,
})

let n = 0
const facts = (...lines: BreakLine[]): BreakFacts => ({
  ...{ id: String(++n), sessionId: '1', sessionCode: 'DS2611240001', partnerId: test.world.vcb.partnerId, kind: 'STATUS' as const },
  lines,
})

/** Carries an action out as the second person's decision does; answers the code of its refusal. */
async function carriedOut(what: 'CREATE' | 'OUTCOME' | 'REFUND', about: BreakFacts, wanted: Omit<WantedOutcome, 'proposedBy'>): Promise<string> {
  const action = plug.actions[what]
  if (!action) throw new Error(`no ${what}`)
  const { runtime } = test
  const session = { userId: approver, account: 'kiemsoat' }
  try {
    await runtime.db.transaction().execute((tx) => {
      const by = { session, language: 'vi', runtime, traceId: 'test', ip: '127.0.0.1' } as unknown as DecidedContext['approver']
      return action.apply({ tx, now: clock.now(), actor: 'user:kiemsoat', approver: by, principalId: null }, about, { proposedBy: 'ketoan', ...wanted })
    })
    return 'DONE'
  } catch (error) {
    if (error instanceof AppError) return error.definition.code
    throw error
  }
}

interface Stored {
  id: string
  code: string
  ref: string
  status: string
  refunded: string
}
async function stored(ref: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`select id, code, external_ref as ref, status, refunded from payment.transaction where external_ref = ${ref}`.execute(
    test.runtime.db,
  )
  return rows[0]
}

async function paid(amount: string, status: 'SUCCEEDED' | 'UNKNOWN' | 'FAILED' = 'SUCCEEDED'): Promise<Stored> {
  const reply = await test.pay(account, { amount, outcome: { status, code: '00', message: 'x' } })
  return (await stored(reply.data?.externalRef ?? '')) as Stored
}

async function clearing(): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`select balance from ledger.account where code = '1388.VCB'`.execute(test.runtime.db)
  return parseMoney(rows[0]?.balance ?? '0')
}

const oursOf = ({ id, code, ref, status }: Stored, amount: bigint) =>
  line({ side: 'O', sourceId: id, sourceCode: code, reference: ref, status, amount, money: status === 'SUCCEEDED' })

describe('an outcome that a statement decides', () => {
  it('succeeds with a line of the same amount, which becomes hard evidence; the money is booked', async () => {
    const payment = await paid('150000', 'UNKNOWN')
    const before = await clearing()
    const theirs = line({ side: 'T', reference: payment.ref, documentNo: 'FT2611', amount: 150_000_00n, text: 'CK', fileName: 'vcb.csv', fileRow: 7 })
    const about = facts(oursOf(payment, 150_000_00n), theirs)
    expect(plug.actions.OUTCOME?.fits(about)).toBe(true)
    expect(await carriedOut('OUTCOME', about, { reason: 'Có trên sao kê', outcome: 'SUCCEEDED' })).toBe('DONE')
    expect([(await stored(payment.ref))?.status, (await clearing()) - before]).toEqual(['SUCCEEDED', 150_000_00n])
    const { rows } = await sql`
      select e.kind, e.hard, e.reference, e.source, c.status, c.resolved_by from outcome.outcome_case c join outcome.evidence e on e.case_id = c.id where c.transaction_id = ${payment.id} and e.kind = 'STATEMENT'`.execute(
      test.runtime.db,
    )
    expect(rows).toEqual([{ kind: 'STATEMENT', hard: true, reference: 'FT2611', source: 'vcb.csv, dòng 7', status: 'DECIDED', resolved_by: 'PERSON' }])
    // Once: what is decided is not decided again.
    expect(await carriedOut('OUTCOME', about, { reason: 'Lần nữa', outcome: 'SUCCEEDED' })).toMatch(/^OUT-/)
  })

  it('fails where the statement has no line of it, and neither where the line says otherwise', async () => {
    const payment = await paid('90000', 'UNKNOWN')
    const other = line({ side: 'T', reference: payment.ref, amount: 80_000_00n })
    expect(await carriedOut('OUTCOME', facts(oursOf(payment, 90_000_00n), other), { reason: 'x', outcome: 'SUCCEEDED' })).toBe('RCS-013')
    expect(await carriedOut('OUTCOME', facts(oursOf(payment, 90_000_00n), other), { reason: 'x', outcome: 'FAILED' })).toBe('RCS-013')
    expect(await carriedOut('OUTCOME', facts(oursOf(payment, 90_000_00n)), { reason: 'x', outcome: 'SUCCEEDED' })).toBe('RCS-013')
    expect(await carriedOut('OUTCOME', facts(oursOf(payment, 90_000_00n)), { reason: 'x' })).toBe('RCS-012')
    expect((await stored(payment.ref))?.status).toBe('UNKNOWN')
    const before = await clearing()
    expect(await carriedOut('OUTCOME', facts(oursOf(payment, 90_000_00n)), { reason: 'Không có trên sao kê', outcome: 'FAILED' })).toBe('DONE')
    expect([(await stored(payment.ref))?.status, (await clearing()) - before]).toEqual(['FAILED', 0n])
  })

  it('against one that stands is booked by two people: money of a payment that failed, and a payment that the bank refused', async () => {
    const failed = await paid('70000', 'FAILED')
    const before = await clearing()
    const money = line({ side: 'T', reference: failed.ref, documentNo: 'FT7', amount: 70_000_00n, text: 'CK', fileName: 'vcb.csv', fileRow: 8 })
    const about = facts(oursOf(failed, 70_000_00n), money)
    expect(plug.actions.OUTCOME?.fits(about)).toBe(true)
    expect(await carriedOut('OUTCOME', about, { reason: 'x', outcome: 'FAILED' })).toBe('RCS-013')
    expect(await carriedOut('OUTCOME', about, { reason: 'Có tiền trên sao kê', outcome: 'SUCCEEDED' })).toBe('DONE')
    expect([(await stored(failed.ref))?.status, (await clearing()) - before]).toEqual(['FAILED', 70_000_00n])
    expect(await carriedOut('OUTCOME', about, { reason: 'Lần nữa', outcome: 'SUCCEEDED' })).toMatch(/^OUT-/)

    const made = await paid('60000')
    const refused = line({ side: 'T', reference: made.ref, amount: 60_000_00n, money: false, status: 'FAILED', text: 'Từ chối' })
    expect(await carriedOut('OUTCOME', facts(oursOf(made, 60_000_00n), refused), { reason: 'Ngân hàng từ chối', outcome: 'FAILED' })).toBe('DONE')
    expect([(await stored(made.ref))?.status, (await clearing()) - before]).toEqual(['SUCCEEDED', 70_000_00n])
  })

  it('is offered for one transaction that nobody knows the end of, and for nothing else', async () => {
    const known = await paid('10000')
    const unknown = await paid('20000', 'UNKNOWN')
    const fits = (...lines: BreakLine[]) => plug.actions.OUTCOME?.fits(facts(...lines))
    expect([fits(oursOf(unknown, 20_000_00n)), fits(oursOf(known, 10_000_00n)), fits(line({ side: 'T' }))]).toEqual([true, false, false])
    expect(fits(oursOf(unknown, 20_000_00n), oursOf(unknown, 20_000_00n))).toBe(false)
  })
})

describe('a payment that is given back', () => {
  it('goes the way of any refund and counts against what the approver may give back', async () => {
    const payment = await paid('300000')
    const before = await clearing()
    const about = facts(oursOf(payment, 300_000_00n))
    expect(plug.actions.REFUND?.fits(about)).toBe(true)
    expect(await carriedOut('REFUND', about, { reason: 'Ngân hàng đã hoàn khách' })).toBe('DONE')
    expect(await stored(payment.ref)).toMatchObject({ status: 'REFUNDED', refunded: '300000.00' })
    expect((await clearing()) - before).toBe(-300_000_00n)
    const { rows } = await sql<{ amount: string }>`select amount from limits.used where kind = 'REFUND' and user_id = ${approver}`.execute(test.runtime.db)
    expect(rows).toEqual([{ amount: '300000.00' }])
    expect(await carriedOut('REFUND', about, { reason: 'Lần nữa' })).toBe('RCS-014')
  })

  it('is given back as far as the statement has less, and not at all where it has more', async () => {
    const payment = await paid('200000')
    const theirs = (amount: bigint) => line({ side: 'T', reference: payment.ref, amount })
    const ours = oursOf(payment, 200_000_00n)
    expect(plug.actions.REFUND?.fits(facts(ours, theirs(200_000_00n), theirs(200_000_00n)))).toBe(false)
    const about = facts(ours, theirs(150_000_00n))
    expect(await carriedOut('REFUND', about, { reason: 'x', amount: 60_000_00n })).toBe('RCS-015')
    expect(await carriedOut('REFUND', about, { reason: 'Ngân hàng đã hoàn một phần' })).toBe('DONE')
    expect(await stored(payment.ref)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: '50000.00' })
  })
})

describe('a transaction made of a statement line', () => {
  const told = () => ({
    side: 'T' as const,
    reference: 'LA0001',
    documentNo: 'FT99',
    amount: 45_000_00n,
    counterAccount: '0123456789',
    counterName: 'NGUYEN VAN A',
  })

  it('is admitted, charged and posted as if the partner had reported it, of the day of the line', async () => {
    const before = await clearing()
    const about = facts(line({ ...told(), text: `CK den ${account}` }))
    expect(plug.actions.CREATE?.fits(about)).toBe(true)
    expect(await carriedOut('CREATE', about, { reason: 'Khách đã trả' })).toBe('DONE')
    const { rows } = await sql`
      select t.status, t.amount, t.payer_name, t.payer_bank_bin, t.bank_reference, m.code as merchant, t.business_date::text as day
      from payment.transaction t join merchants.merchant m on m.id = t.merchant_id where t.external_ref = 'LA0001'`.execute(test.runtime.db)
    expect(rows).toEqual([
      {
        ...{ status: 'SUCCEEDED', amount: '45000.00', payer_name: 'NGUYEN VAN A', payer_bank_bin: '970436', bank_reference: 'FT99', merchant: 'M-HANOI' },
        day: localDate(clock.now()),
      },
    ])
    expect((await clearing()) - before).toBe(45_000_00n)
  })

  it('is refused with words where the line does not say whose money it is, and leaves nothing behind', async () => {
    const unsaid = { ...told(), reference: 'LA0002' }
    expect(await carriedOut('CREATE', facts(line({ ...unsaid, text: 'CK' })), { reason: 'x' })).toBe('RCS-010')
    const lacks = (text: string) => test.runtime.db.transaction().execute(async (tx) => plug.actions.CREATE?.lacks?.(tx, facts(line({ ...unsaid, text }))))
    expect([(await lacks('CK'))?.definition.code, await lacks(account)]).toEqual(['RCS-010', undefined])
    expect(await carriedOut('CREATE', facts(line({ ...unsaid, text: account, counterName: '' })), { reason: 'x' })).toBe('RCS-010')
    expect(await stored('LA0002')).toBeUndefined()
  })

  it('is offered for one line with money to us and a reference', () => {
    const fits = (...lines: BreakLine[]) => plug.actions.CREATE?.fits(facts(...lines))
    expect([fits(line(told())), fits(line({ ...told(), amount: -1n })), fits(line({ ...told(), reference: '' }))]).toEqual([true, false, false])
    expect(fits(line(told()), line({ side: 'O' }))).toBe(false)
  })
})
