import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePeriod } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { qrParameters } from '#subsystems/qr/contract/parameters.ts'
import { testClock } from '../../../../test/app.ts'
import { gatewayCall, report } from '../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { type Chance, chance } from '../../../../test/scoped-world.ts'
import { faultsOf, foldSums, sumJobs } from './kept-sums.ts'
import { type LinePart, type LinesAsked, reportLines } from './report-lines.ts'

/** FAULTS=full does and asks more. */
const TIMES = process.env.FAULTS === 'full' ? 10 : 1

const clock = testClock()
const today = localDate(clock.now())
const day = (ago: number) => addDays(today, -ago)
const FIRST = day(70)

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, qrParameters))
})
afterAll(() => test?.close())

const one = <T>(from: readonly T[], next: Chance): T => from[next(from.length)] as T
const failed = { status: 'FAILED', code: '51', message: 'Số dư không đủ' } as const
const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } as const

interface Made {
  id: string
  ref: string
  ago: number
  partner: 'vcb' | 'bidv'
}
const open: Made[] = []
const paid: Made[] = []

async function pay(next: Chance): Promise<void> {
  const partner = one(['vcb', 'bidv'] as const, next)
  // Today now and then, for the cancellations.
  const ago = next(3) === 0 ? 0 : next(60)
  const outcome = one([undefined, undefined, undefined, failed, unknown, unknown], next)
  const line = report({
    merchantCode: one(['M-HANOI', 'M-HCM'], next),
    channel: one(['BANK', 'WALLET'], next),
    amount: String((1 + next(900)) * 1000),
    payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: one(['970418', '970436', '970415'], next) },
    occurredAt: isoLocal(new Date(startOfDay(day(ago)).getTime() + 1_000)),
    ...(outcome ? { outcome } : {}),
  } as never)
  const id = await test.reported(line, test.world[partner])
  if (outcome === undefined) paid.push({ id, ref: line.externalRef, ago, partner })
  if (outcome === unknown) open.push({ id, ref: line.externalRef, ago, partner })
}

/** The outcome of a payment that nobody knew, on the day itself or a later one. */
async function decide(next: Chance): Promise<void> {
  const made = open.splice(next(Math.max(open.length, 1)), 1)[0]
  if (!made) return
  const outcome = one([{ status: 'SUCCEEDED', code: '00', message: 'ok' } as const, failed], next)
  const at = isoLocal(new Date(startOfDay(day(next(made.ago + 1))).getTime() + 2_000))
  const reply = await gatewayCall(test.app, test.world[made.partner], `/og-001/v1/transactions/${made.ref}/outcome`, { ...outcome, occurredAt: at })
  expect(reply.status).toBe(200)
  if (outcome.status === 'SUCCEEDED') paid.push(made)
}

async function giveBack(next: Chance): Promise<void> {
  const made = one(paid, next)
  if (!made) return
  const { amount, refunded, status } = await test.detail(made.id, 'admin')
  const left = Number(amount) - Number(refunded)
  if (made.ago === 0 && status === 'SUCCEEDED' && next(2) === 0) {
    const asked = await test.askCancel(made.id)
    // A payment of today whose outcome came when today was closed is refunded.
    if (asked.data) await test.decide(asked.data.requestId, next(5) === 0 ? 'REJECT' : 'APPROVE')
  } else if (left > 0 && (status === 'SUCCEEDED' || status === 'PARTIALLY_REFUNDED')) {
    const request = await test.asked(made.id, String(next(3) === 0 ? left : Math.max(1, Math.floor(left / 3))))
    await test.decide(request, next(6) === 0 ? 'REJECT' : 'APPROVE')
  }
}

type Fact = Record<string, string | null> & { n: string; amount: string; fee: string; tax: string }
const facts = async (from: string, to: string) => (await test.runtime.pool.query<Fact>('select * from payment.report_facts($1, $2)', [from, to])).rows

const COLUMN: Record<LinePart, string> = {
  ...{ day: 'day', province: 'province_unit_id', bank: 'bank_bin', partner: 'partner_id', channel: 'channel', merchant: 'merchant_id' },
}

/** Sums by the parts and the event, those of nothing left out. */
function addUp(lines: readonly Fact[], parts: readonly LinePart[]): Record<string, string> {
  const groups = Map.groupBy(lines, (line) => [line.event, ...parts.map((part) => line[COLUMN[part]] ?? '')].join('|'))
  const sums = [...groups].map(([key, of]) => {
    const sum = (what: 'n' | 'amount' | 'fee' | 'tax') => of.reduce((total, line) => total + BigInt(line[what]), 0n)
    return [key, [sum('n'), sum('amount'), sum('fee'), sum('tax')].join(' ')] as const
  })
  return Object.fromEntries(sums.filter(([, sum]) => sum !== '0 0 0 0').sort(([a], [b]) => a.localeCompare(b)))
}

interface Unit {
  id: string
  level: 'HEAD_OFFICE' | 'PROVINCE' | 'DISTRICT' | 'POST_OFFICE'
}
const LEVELS = ['head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id']
const liesIn = (fact: Fact, ids: readonly string[]) => LEVELS.some((level) => ids.includes(fact[level] ?? ''))

function sees(grant: ScopeGrant, fact: Fact): boolean {
  if (grant.kind === 'ALL') return true
  if (grant.kind === 'UNIT_AND_BELOW') return liesIn(fact, [grant.unit.id])
  if (grant.kind === 'UNITS')
    return liesIn(
      fact,
      grant.units.map(({ id }) => id),
    )
  return grant.kind === 'PARTNER' && fact.partner_id === grant.partnerId
}

/** What is asked for, written once more and over the records. */
function meets(fact: Fact, { from, to, unitId, merchantId, channel, bankBin, partnerId }: Partial<LinesAsked>): boolean {
  const is = (asked: string | undefined, value: string | null | undefined) => asked === undefined || asked === value
  const inPeriod = (from ?? '') <= String(fact.day) && String(fact.day) <= (to ?? '')
  const ofPlace = (unitId === undefined || liesIn(fact, [unitId])) && is(merchantId, fact.merchant_id)
  return inPeriod && ofPlace && is(channel, fact.channel) && is(bankBin, fact.bank_bin) && is(partnerId, fact.partner_id)
}

const PARTS: readonly LinePart[] = ['day', 'province', 'bank', 'partner', 'channel', 'merchant']

/** What moved on the accounts whose code begins so, by day: credit less debit. */
async function ledger(prefix: string): Promise<Map<string, bigint>> {
  const { rows } = await test.runtime.pool.query<{ day: string; total: string }>(
    `select j.business_date as day, (sum(case e.side when 'C' then e.amount else -e.amount end) * 100)::bigint as total
       from ledger.entry e join ledger.journal j on j.id = e.journal_id join ledger.account a on a.id = e.account_id
      where a.code like $1 and j.service = 'QR' group by 1`,
    [`${prefix}%`],
  )
  return new Map(rows.map(({ day: on, total }) => [on, BigInt(total)]))
}

const fold = (next: Chance) => (next(3) === 0 ? foldSums(test.runtime.db, 'REPORT') : undefined)
async function work(next: Chance, times: number): Promise<void> {
  for (let step = 0; step < times * TIMES; step++) {
    await one([pay, pay, decide, giveBack], next)(next)
    await fold(next)
  }
}

it('a month that is over stays as it was, whatever becomes of its payments; each day is what the accounts moved on it', async () => {
  const next = chance(23)
  await work(next, 45)
  const month = `${day(31).slice(0, 7)}-01`
  const last = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)
  await test.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'MONTH', date: month, at: clock.now() }))
  const kept = async () => {
    const lines = reportLines({ scope: scopeOf(test.runtime.db, { scope: { kind: 'ALL' } }), grant: { kind: 'ALL' } }, { ...QR, from: month, to: last }, PARTS)
    return addUp((await lines.execute()) as unknown as Fact[], PARTS)
  }
  const before = await kept()
  expect(Object.keys(before).length).toBeGreaterThan(5)
  await work(next, 60)
  expect(await kept()).toEqual(before)
  const all = await facts(FIRST, today)
  expect(new Set(all.map(({ event }) => event))).toEqual(new Set(['PAID', 'LATE', 'FAILED', 'OPEN', 'REFUNDED', 'CANCELLED']))
  const sign = (event: string | null | undefined) => (event === 'PAID' ? 1n : event === 'REFUNDED' || event === 'CANCELLED' ? -1n : 0n)
  for (const [prefix, what, side] of [
    ['1388.', 'amount', -1n],
    ['5113.QR', 'fee', 1n],
    ['33311.QR', 'tax', 1n],
  ] as const) {
    const moved = await ledger(prefix)
    const days = Map.groupBy(all, (fact) => String(fact.day))
    for (const on of new Set([...moved.keys(), ...days.keys()]))
      expect(
        (days.get(on) ?? []).reduce((sum, fact) => sum + sign(fact.event) * BigInt(fact[what]), 0n),
        `${prefix} ${on}`,
      ).toBe(side * (moved.get(on) ?? 0n))
  }
})

const QR = { service: 'QR', type: 'PAYMENT' } as const

it('are those of the records for any scope and question, folded and not', async () => {
  const next = chance(29)
  const { db, pool } = test.runtime
  const units = (
    await pool.query<Unit>(`select u.id, u.level from organisation.unit u where u.id in
    (select unnest(array[head_unit_id, province_unit_id, district_unit_id, office_unit_id]) from merchants.merchant)`)
  ).rows
  const merchants = (await pool.query<{ id: string }>('select id from merchants.merchant')).rows
  const { vcb, bidv } = test.world
  let found = 0
  for (let question = 0; question < 150 * TIMES; question++) {
    if (question % 10 === 0) await work(next, 1)
    const unit = () => one(units, next)
    const grant: ScopeGrant = one(
      [
        { kind: 'ALL' },
        { kind: 'UNIT_AND_BELOW', unit: unit() },
        { kind: 'UNITS', units: [unit(), unit()] },
        { kind: 'PARTNER', partnerId: one([vcb, bidv], next).partnerId },
      ],
      next,
    )
    const from = day(next(70))
    const asked = {
      from,
      to: addDays(from, next(80)),
      ...(next(3) === 0 ? { unitId: unit().id } : {}),
      ...(next(6) === 0 ? { merchantId: one(merchants, next).id } : {}),
      ...(next(4) === 0 ? { channel: one(['BANK', 'WALLET', 'QR'], next) } : {}),
      ...(next(4) === 0 ? { bankBin: one(['970418', '970436'], next) } : {}),
      ...(next(4) === 0 ? { partnerId: one([vcb, bidv], next).partnerId } : {}),
    }
    const parts = PARTS.filter((part) => next(part === 'merchant' ? 6 : 3) === 0)
    const lines = reportLines({ scope: scopeOf(db, { scope: grant }), grant }, { ...QR, ...asked }, parts)
    const expected = addUp(
      (await facts(FIRST, today)).filter((fact) => sees(grant, fact) && meets(fact, asked)),
      parts,
    )
    expect(addUp((await lines.execute()) as unknown as Fact[], parts), JSON.stringify({ grant, asked, parts })).toEqual(expected)
    found += Object.keys(expected).length
  }
  expect(found).toBeGreaterThan(300)
})

it('are compared with the records by the job, and made anew where they differ', async () => {
  const { db, pool, log } = test.runtime
  const prove = () =>
    sumJobs[0]?.run({}, { runtime: test.runtime, signal: new AbortController().signal, log, jobId: '', userId: null, progress: async () => undefined })
  const repairs = async () => (await pool.query("select service, business_date from payment.sum_repair where kind = 'REPORT' order by id")).rows
  await prove()
  expect(await repairs()).toEqual([])
  await foldSums(db, 'REPORT')
  const { rows } = await pool.query<{ day: string }>(
    "update payment.report_sum set amount = amount + 1 where ctid = (select min(ctid) from payment.report_sum where grain = 'BANK') returning day",
  )
  await pool.query("delete from payment.report_detail where ctid = (select max(ctid) from payment.report_detail where event = 'PAID' and day <> $1)", [
    rows[0]?.day,
  ])
  await pool.query("update payment.report_sum set n = n + 1 where ctid = (select min(ctid) from payment.report_sum where grain = 'MONTH')")
  await prove()
  // The first day of a month may be one of the days as well.
  expect((await repairs()).length).toBeGreaterThan(1)
  expect(await repairs()).toContainEqual({ service: 'QR', business_date: rows[0]?.day })
  expect(await faultsOf(db, 'REPORT', `${FIRST.slice(0, 7)}-01`, today)).toEqual([])
})
