/** A money order that somebody reports to have paid otherwise than it was owed: nobody pays it again before two people have looked at that. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { findPayables } from '#core/cash/contract/counter/pay.ts'
import { openAccounts, post, verifyLedger } from '#core/ledger/server/public.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { settledContradictions } from '#core/outcomes/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, LAN, PAID, payout as payoutNow, type TestCounter, transfer as transferNow } from '../../../../test/counter.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { balances } from '../../../../test/payments.ts'
import { findOrder, listOrders, releaseOrder } from '../contract/orders.ts'
import { agingJobs } from './aging.ts'
import { paidOtherwise } from './payouts/control-rules.ts'

const clock = testClock()
const DAY = 86_400_000
/** By the clock of the test, which outcomes follow. */
const then = () => ({ occurredAt: isoLocal(new Date(clock.now().getTime() - 2_000)) })
const payout = (at: TestCounter, code: string, change: object = {}) => payoutNow(at, code, { ...then(), ...change })
const transfer = (at: TestCounter, change: object = {}) => transferNow(at, { ...then(), ...change })
let it: TestApp
let world: CounterWorld

beforeAll(async () => {
  it = await testApp({ clock })
  world = await counterWorld(it)
  await world.openShift(world.hcm)
  await world.openShift(world.hanoi)
  // Cash that nobody is owed: what was paid out otherwise is missing beside what orders still owe.
  await it.runtime.db.transaction().execute(async (tx) => {
    const [contra = ''] = await openAccounts(tx, [{ code: 'CONTRA', name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const till = await tx.selectFrom('cash.holding').select('account_id').where('id', '=', world.hcm.tillId).executeTakeFirstOrThrow()
    await post(tx, {
      ...{ businessKey: 'fund', kind: 'TREASURY_RECEIVED', service: 'CASH', businessDate: localDate(clock.now()), occurredAt: clock.now() },
      ...{ description: 'Tiếp quỹ', sourceType: 'test', sourceId: '1', officeUnitId: world.hcm.unitId },
      entries: [
        { accountId: till.account_id, side: 'D', amount: 5_000_000_000n },
        { accountId: contra, side: 'C', amount: 5_000_000_000n },
      ],
    })
  })
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.close()
})

const by = (as: string) => ({ as, clientId: 'PP_CFM' as const, headers: { 'idempotency-key': crypto.randomUUID() } })
async function sent() {
  const { data } = await world.send(transfer(world.hanoi))
  return { code: data?.transactionCode ?? '', secret: data?.told?.secret ?? '' }
}
const seen = async (code: string) => {
  const { data, message } = await it.call(findOrder, { code }, by('admin'))
  if (!data) throw new Error(message)
  return data
}
const otherAmount = (code: string, change: object = {}) => payout(world.hanoi, code, { ...PAID, amount: '999000', ...change })
const pay = (code: string, secret: string) => world.send(payout(world.hcm, code, { secret }))
const askRelease = async (code: string, as = 'ketoan') => {
  const { id, version } = await seen(code)
  return it.call(releaseOrder, { id, version, reason: 'Bưu cục đã nộp lại tiền' }, by(as))
}
const decide = (requestId: string | undefined, as = 'kiemsoat') =>
  it.call(decideRequest, { id: requestId ?? '0', version: 0, decision: 'APPROVE' as const }, { ...by(as), clientId: 'O2O_CRM' })
const found = async (code: string) =>
  (await paidOtherwise({ list: (id) => `/list/${id}`, order: (id) => `/order/${id}` }).query(it.runtime.db, clock.now())).filter(
    ({ subject }) => subject === code,
  )

/** Runs the jobs of time as of a month from now. */
async function monthLater() {
  const now = clock.now()
  clock.advance(31 * DAY)
  await it.runtime.db.transaction().execute(async (tx) => {
    for (const { definition } of agingJobs([])) await enqueue(tx, definition, {})
  })
  await runJobs(it)
  clock.set(now)
}

describe('a report of another amount', () => {
  test('holds the order for everybody until two people release it; then it pays its whole amount, once', async () => {
    const { code, secret } = await sent()
    const before = await balances(it.runtime)
    expect(await world.send(otherAmount(code))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    expect(await pay(code, secret)).toMatchObject({ status: 409, code: 'CFM-015' })
    const back = payout(world.hanoi, code, { payTo: 'SENDER' })
    expect(await world.send(back)).toMatchObject({ status: 409, code: 'CFM-015' })
    const held = await seen(code)
    expect(held).toMatchObject({ status: 'SENT', held: true, pendingRequestId: null, slips: [{ doubtful: false }, { slipStatus: 'EXCESS', doubtful: true }] })
    expect(await found(code)).toMatchObject([{ amount: '999000.00', link: `/order/${held.id}` }])
    const { data } = await it.list(listOrders, { filter: { held: true } }, by('ketoan'))
    expect(data?.result.map((row) => row.code)).toContain(code)

    const asked = await askRelease(code)
    expect(asked).toMatchObject({ status: 200 })
    expect(await pay(code, secret)).toMatchObject({ status: 409, code: 'CFM-015' })
    expect(await decide(asked.data?.requestId, 'ketoan')).not.toMatchObject({ status: 200 })
    expect(await decide(asked.data?.requestId)).toMatchObject({ status: 200 })
    const free = await seen(code)
    expect(free).toMatchObject({ held: false, slips: [{}, { doubtful: false }] })
    expect(free.timeline.at(-1)).toMatchObject({ step: 'CLEARED', note: 'Bưu cục đã nộp lại tiền' })
    expect(await found(code)).toEqual([])
    expect(await askRelease(code)).toMatchObject({ status: 409, code: 'CFM-016' })

    const claim = payout(world.hcm, code, { secret })
    expect(await world.send(claim)).toMatchObject({ status: 200 })
    expect(await world.outcome(claim.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await seen(code)).toMatchObject({ status: 'PAID', held: false })
    const after = await balances(it.runtime)
    const moved = (account: string) => Number(after[account] ?? 0) - Number(before[account] ?? 0)
    expect([moved('1388.CFM'), moved('3388.CFM')]).toEqual([999_000, -1_000_000])
  })

  test('of a payment beside a claim holds the order when the claim is given up', async () => {
    const { code, secret } = await sent()
    const claim = payout(world.hcm, code, { secret })
    await world.send(claim)
    expect(await world.send(payout(world.hanoi, code, PAID))).toMatchObject({ status: 200 })
    expect(await world.outcome(claim.externalRef, 'FAILED')).toMatchObject({ status: 200 })
    expect(await pay(code, secret)).toMatchObject({ status: 409, code: 'CFM-015' })
    // What has happened is stored all the same, and a repetition of it is one.
    const first = otherAmount(code)
    expect(await world.send(first)).toMatchObject({ status: 200 })
    expect(await world.send(first)).toMatchObject({ status: 200 })
  })

  test('of an unknown result is waited for; one that came to nothing holds nothing', async () => {
    const { code, secret } = await sent()
    const lost = otherAmount(code, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } })
    await world.send(lost)
    expect(await askRelease(code)).toMatchObject({ status: 409, code: 'CFM-017' })
    await world.outcome(lost.externalRef, 'FAILED')
    expect(await seen(code)).toMatchObject({ held: false })
    expect(await pay(code, secret)).toMatchObject({ status: 200 })
  })

  test('that came after the request to release holds the order still', async () => {
    const { code, secret } = await sent()
    await world.send(otherAmount(code))
    const asked = await askRelease(code)
    await world.send(otherAmount(code, { amount: '1000' }))
    expect(await decide(asked.data?.requestId)).toMatchObject({ status: 200 })
    expect((await seen(code)).slips.map(({ amount, doubtful }) => [amount, doubtful])).toEqual([
      ['1022000.00', false],
      ['999000.00', false],
      ['1000.00', true],
    ])
    expect(await pay(code, secret)).toMatchObject({ status: 409, code: 'CFM-015' })
  })

  test('is released neither on the word nor by the decision of the teller who paid', async () => {
    const { code } = await sent()
    await world.send(otherAmount(code))
    const own = async (account: string, act: () => Promise<unknown>) => {
      const sit = (staff: string | null) => it.runtime.database.owner.query('update iam.user_account set staff_id = $1 where account = $2', [staff, account])
      const { rows } = await it.runtime.pool.query('select staff_id from iam.user_account where account = $1', [account])
      await sit(world.hanoi.staffId)
      expect(await act()).toMatchObject({ status: 409, code: 'CSH-636' })
      await sit(rows[0].staff_id)
    }
    await own('ketoan', () => askRelease(code))
    const asked = await askRelease(code)
    expect(asked).toMatchObject({ status: 200 })
    await own('kiemsoat', () => decide(asked.data?.requestId))
    expect(await decide(asked.data?.requestId)).toMatchObject({ status: 200 })
  })

  test('keeps the order from going back to its sender by time', async () => {
    const { code } = await sent()
    const { code: free } = await sent()
    await world.send(otherAmount(code))
    await monthLater()
    expect([(await seen(code)).status, (await seen(free)).status]).toEqual(['SENT', 'RETURNING'])
  })

  test('that is being stored while the day comes keeps it too', async () => {
    const [doubted, { code }] = [await sent(), await sent()]
    await world.send(otherAmount(doubted.code))
    const { pool, owner } = { pool: it.runtime.pool, owner: it.runtime.database.owner }
    const { rows } = await owner.query<{ columns: string }>(`
      select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'cash' and table_name = 'slip' and is_identity = 'NO' and column_name not in ('code', 'transaction_id', 'source_id')`)
    const columns = rows[0]?.columns
    const reporting = await pool.connect()
    try {
      // As a report does: the order is locked and stays as it is, its slip is written.
      await reporting.query('begin')
      await reporting.query('select from cash.money_order where code = $1 for no key update', [code])
      await reporting.query(
        `insert into cash.slip (code, transaction_id, source_id, ${columns}) select 'RACE', -9, $1, ${columns} from cash.slip where source_id = $2 and excess`,
        [code, doubted.code],
      )
      const aged = monthLater()
      const waits = async () => (await owner.query("select from pg_locks where not granted and locktype in ('transactionid', 'tuple')")).rows.length > 0
      while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 20))
      await reporting.query('commit')
      await aged
    } finally {
      reporting.release()
    }
    const { status } = await it.runtime.db.selectFrom('cash.money_order').select('status').where('code', '=', code).executeTakeFirstOrThrow()
    await owner.query("update cash.slip set status = 'RELEASED' where code = 'RACE'")
    expect(status).toBe('SENT')
  })
})

/** Two people settle what contradicts the outcome of a report. */
async function settleAs(ref: string, decision: 'KEEP' | 'RELEASE') {
  const { rows } = await it.runtime.pool.query('select id, version from outcome.outcome_case where external_ref = $1', [ref])
  const asked = await it.call(settleConflict, { id: rows[0].id, version: rows[0].version, decision, note: 'Đã hỏi bưu cục' }, by('ketoan'))
  return decide(asked.data?.requestId)
}

describe('an order of which a payment failed and was reported as made', () => {
  const FAILED = { outcome: { status: 'FAILED', code: '51', message: 'Không giao' } }
  const contradicted = async () => {
    const { code, secret } = await sent()
    const failed = payout(world.hcm, code, { secret, ...FAILED })
    await world.send(failed)
    expect(await world.outcome(failed.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409, code: 'PAY-009' })
    return { code, ref: failed.externalRef }
  }
  /** What moves meanwhile on the accounts of what is owed to receivers, and by who paid otherwise. */
  const since = async () => {
    const before = await balances(it.runtime)
    return async () => {
      const after = await balances(it.runtime)
      return ['3388.CFM', '1388.CFM'].map((account) => Number(after[account] ?? 0) - Number(before[account] ?? 0))
    }
  }

  test('and that is paid elsewhere meanwhile is paid by that; the first, once made after all, is owed by whoever paid it', async () => {
    const [released, kept] = [await contradicted(), await contradicted()]
    const moved = await since()
    for (const { code } of [released, kept]) {
      expect(await world.send(payout(world.hanoi, code, PAID))).toMatchObject({ status: 200 })
      expect(await seen(code)).toMatchObject({ status: 'PAID', held: false })
    }
    expect(await settleAs(released.ref, 'RELEASE')).toMatchObject({ status: 200 })
    expect(await moved()).toEqual([-2_000_000, 0])
    expect(await settleAs(kept.ref, 'KEEP')).toMatchObject({ status: 200 })
    expect(await moved()).toEqual([-2_000_000, 1_000_000])
  })

  test('and was settled as made owes nothing: what is paid of it afterwards is owed by whoever paid it', async () => {
    const { code, ref } = await contradicted()
    expect(await settleAs(ref, 'KEEP')).toMatchObject({ status: 200 })
    const moved = await since()
    expect(await world.send(payout(world.hanoi, code, PAID))).toMatchObject({ status: 200 })
    expect(await moved()).toEqual([0, 1_000_000])
    expect(await seen(code)).toMatchObject({ status: 'SENT', held: true })
  })
})

test('an order whose sending is contradicted is paid to nobody and does not go back by time, until that is settled', async () => {
  const report = transfer(world.hanoi)
  const { data } = await world.send(report)
  const { code, secret } = { code: data?.transactionCode ?? '', secret: data?.told?.secret ?? '' }
  expect(await world.outcome(report.externalRef, 'FAILED')).toMatchObject({ status: 409, code: 'PAY-009' })
  expect(await pay(code, secret)).toMatchObject({ status: 409, code: 'CFM-025' })
  await monthLater()
  expect(await seen(code)).toMatchObject({ status: 'SENT' })
  expect(await settleAs(report.externalRef, 'RELEASE')).toMatchObject({ status: 200 })
  expect(await pay(code, secret)).toMatchObject({ status: 200 })
})

test('an order of which something else was paid, as two people have found, still owes its amount to its receiver', async () => {
  const { code, secret } = await sent()
  const other = payout(world.hanoi, code, { amount: '999000', outcome: { status: 'UNKNOWN', code: '68', message: 'Mất kết nối' } })
  expect(await world.send(other)).toMatchObject({ status: 200 })
  expect(await world.outcome(other.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  expect(await world.outcome(other.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409 })
  expect(await pay(code, secret)).toMatchObject({ status: 409 })
  const before = await balances(it.runtime)
  expect(await settleAs(other.externalRef, 'KEEP')).toMatchObject({ status: 200 })
  const right = payout(world.hcm, code, { secret })
  expect(await world.send(right)).toMatchObject({ status: 200 })
  expect(await world.outcome(right.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
  const after = await balances(it.runtime)
  expect(['3388.CFM', '1388.CFM'].map((account) => Number(after[account] ?? 0) - Number(before[account] ?? 0))).toEqual([-1_000_000, 999_000])
  expect(await seen(code)).toMatchObject({ status: 'PAID' })
})

test('an order that goes back because its sending failed goes back, also when two people find that it was sent', async () => {
  const report = transfer(world.hanoi, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất kết nối' } })
  const { data } = await world.send(report)
  const code = data?.transactionCode ?? ''
  expect(await world.outcome(report.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  const { phone: _, ...payee } = LAN
  const asked = payout(world.hanoi, code, { payTo: 'SENDER', payee, amount: '1022000' })
  const back = () => world.send(asked)
  expect(await world.outcome(report.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409 })
  expect(await back()).toMatchObject({ status: 409, code: 'CFM-025' })
  const before = await balances(it.runtime)
  expect(await settleAs(report.externalRef, 'KEEP')).toMatchObject({ status: 200 })
  expect(await balances(it.runtime)).toEqual(before)
  expect(await back()).toMatchObject({ status: 200 })
  expect(await world.outcome(asked.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
  expect(await seen(code)).toMatchObject({ status: 'RETURNED' })
})

test('an order whose payment failed and was reported as made is paid to nobody, whatever is decided but that it failed; the cut-off waits for that', async () => {
  const contradicted = async () => {
    const { code, secret } = await sent()
    const failed = payout(world.hcm, code, { secret, outcome: { status: 'FAILED', code: '51', message: 'Không giao' } })
    await world.send(failed)
    expect(await world.outcome(failed.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409, code: 'PAY-009' })
    return { code, secret, ref: failed.externalRef }
  }
  const settle = async (ref: string, decision: 'KEEP' | 'RELEASE') => {
    const { rows } = await it.runtime.pool.query('select id, version from outcome.outcome_case where external_ref = $1', [ref])
    const asked = await it.call(settleConflict, { id: rows[0].id, version: rows[0].version, decision, note: 'Đã hỏi bưu cục' }, by('ketoan'))
    expect(await decide(asked.data?.requestId)).toMatchObject({ status: 200 })
  }
  const open = async () => {
    const today = localDate(clock.now())
    const span = { periodId: '0', service: 'CFM', unitId: null, from: today, to: today }
    return (await settledContradictions(['CFM'], '/cases').check(it.runtime.db, span)).map(({ count, link }) => [count, link])
  }
  const [kept, released] = [await contradicted(), await contradicted()]
  expect(await open()).toEqual([[2, '/cases?conflict=true&service=CFM']])
  await it.runtime.database.owner.query("update iam.user_account set staff_id = $1, unit_id = $2 where account = 'giaodichvien'", [
    world.hcm.staffId,
    world.hcm.unitId,
  ])
  const teller = { as: 'giaodichvien', clientId: 'PP_CFM_NEW' } as const
  const hindrance = async (code: string) => (await it.call(findPayables, { text: code }, teller)).data?.found[0]?.hindrance
  for (const { code, secret } of [kept, released]) {
    const refusal = await pay(code, secret)
    expect(refusal).toMatchObject({ status: 409, code: 'CFM-026' })
    expect(await hindrance(code)).toBe(refusal.message)
  }
  await monthLater()
  for (const { code } of [kept, released]) expect(await seen(code)).toMatchObject({ status: 'SENT' })
  await settle(kept.ref, 'KEEP')
  await settle(released.ref, 'RELEASE')
  expect(await open()).toEqual([])
  const refusal = await pay(kept.code, kept.secret)
  expect(refusal).toMatchObject({ status: 409, code: 'CFM-027' })
  expect(await hindrance(kept.code)).toBe(refusal.message)
  expect(await hindrance(released.code)).toBeNull()
  expect(await pay(released.code, released.secret)).toMatchObject({ status: 200 })
  await monthLater()
  expect(await seen(kept.code)).toMatchObject({ status: 'SENT' })
})
