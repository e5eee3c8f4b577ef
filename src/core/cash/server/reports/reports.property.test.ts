import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#core/ledger/server/public.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Report } from '#platform/server/module.ts'
import { reportDocument } from '#platform/server/report/document.ts'
import { runReport } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { codeOf, type LedgerWorld, ledgerWorld } from '../../../../../test/ledger.ts'
import { journal, unique } from '../../../../../test/ledger-journal.ts'
import { repeatable } from '../../../../../test/repeatable.ts'
import { CASH_LEVELS, type CashLevel } from '../../contract/reports/reports.ts'
import { openHoldings } from '../public.ts'
import { cashReports } from './reports.ts'

/** The six reports against the entries of the ledger themselves, after random commands on holdings of units of every level. */

const RUNS = process.env.FAULTS === 'full' ? 200 : 12
const DAYS = ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-15', '2026-10-31', '2026-11-02'] as const
const KINDS = [
  { service: 'SHOP', kind: 'SHOP_PAID', flow: 'SERVICE' },
  { service: 'CASH', kind: 'TREASURY_DISPATCH', flow: 'TREASURY' },
  { service: 'CASH', kind: 'CASH_SURPLUS', flow: 'OTHER' },
  { service: 'GL', kind: 'MANUAL', flow: 'OTHER' },
] as const

const reports = cashReports({ services: ['CASH'], kinds: { SHOP_PAID: { vi: 'Bán hàng', en: 'Sale' } } })
const reportOf = (kind: 'summary' | 'book', level: CashLevel) =>
  reports.find(({ contract }) => contract.path === `/cfm-report/cash-${kind}/${level}/v1/search`) as Report

interface Holding {
  accountId: string
  unit: Unit
}
interface Unit {
  id: string
  level: 'PROVINCE' | 'DISTRICT' | 'POST_OFFICE' | 'PAYOUT_POINT'
  province_unit_id: string
  district_unit_id: string | null
  office_unit_id: string | null
}

let world: LedgerWorld
let holdings: Holding[]
let customers: string
beforeAll(async () => {
  world = await ledgerWorld({ max: 4 })
  const { rows } = await sql<Unit>`
    with d as (select * from organisation.unit where level = 'DISTRICT' order by id limit 2)
    select u.id, u.level, u.province_unit_id, u.district_unit_id, u.office_unit_id from organisation.unit u
     where u.id in (select id from d) or u.id in (select province_unit_id from d)
        or (u.district_unit_id in (select id from d) and u.level in ('POST_OFFICE', 'PAYOUT_POINT')) order by u.id`.execute(world.db)
  const units = [...Map.groupBy(rows, ({ level }) => level).values()].flatMap((some) => some.slice(0, 4))
  expect(new Set(units.map(({ level }) => level))).toEqual(new Set(['PROVINCE', 'DISTRICT', 'POST_OFFICE', 'PAYOUT_POINT']))
  const opened = await world.tx((tx) =>
    openHoldings(
      tx,
      units.flatMap(({ id }) =>
        (['VAULT', 'TILL'] as const).map((kind) => ({ code: `R-${unique()}`, name: 'Quỹ', kind, unitId: id, ...(kind === 'TILL' ? { ceiling: 3_000n } : {}) })),
      ),
    ),
  )
  holdings = opened.map(({ accountId }, at) => ({ accountId, unit: units[Math.floor(at / 2)] as Unit }))
  ;[customers] = await world.open({ class: 'LIABILITY' })
}, 60_000)
afterAll(() => world.drop())

const command = fc.record({
  holding: fc.nat(1_000),
  /** The other holding of the same unit, or customers. */
  inside: fc.boolean(),
  into: fc.boolean(),
  amount: fc.integer({ min: 1, max: 5_000 }).map((n) => BigInt(n)),
  day: fc.constantFrom(...DAYS),
  kind: fc.constantFrom(...KINDS),
})
const period = fc.constantFrom(
  { from: '2026-09-29', to: '2026-09-30' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-10-15', to: '2026-10-15' },
  { from: '2026-09-01', to: '2026-11-20' },
  { from: '2026-10-02', to: '2026-10-10' },
)

async function make({ holding, inside, into, amount, day, kind }: CommandOf): Promise<void> {
  const at = holding % holdings.length
  const one = (holdings[at] as Holding).accountId
  const other = inside ? (holdings[at % 2 === 0 ? at + 1 : at - 1] as Holding).accountId : customers
  const { service, kind: name } = kind
  const code = await codeOf(
    world.tx((tx) => post(tx, journal(into ? one : other, into ? other : one, { amount, businessDate: day, service, kind: name, sourceType: 'test' }))),
  )
  expect(['OK', 'LED-006']).toContain(code)
}
interface CommandOf {
  holding: number
  inside: boolean
  into: boolean
  amount: bigint
  day: (typeof DAYS)[number]
  kind: (typeof KINDS)[number]
}

type Row = Record<string, string | null>
const whole: ScopeGrant = { kind: 'ALL' }
const run = (report: Report, filter: Record<string, unknown>, grant: ScopeGrant = whole, userId = '0') =>
  runReport(
    world.db,
    report,
    { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 100 } },
    { scope: scopeOf(world.db, { scope: grant }), language: 'vi', now: new Date(), userId, grant },
  ) as Promise<{ result: Row[]; totals: Row; totalRecord: number }>

/** By account, straight from the entries: what was there before, came, went, and is there after. */
async function ledgerOf(accounts: readonly string[], from: string, to: string) {
  const { rows } = await sql<{ opening: string; in: string; out: string; closing: string }>`
    select coalesce(sum(case e.side when 'D' then e.amount else -e.amount end) filter (where j.business_date < ${from}::date), 0) as opening,
      coalesce(sum(e.amount) filter (where e.side = 'D' and j.business_date between ${from}::date and ${to}::date), 0) as "in",
      coalesce(sum(e.amount) filter (where e.side = 'C' and j.business_date between ${from}::date and ${to}::date), 0) as out,
      coalesce(sum(case e.side when 'D' then e.amount else -e.amount end) filter (where j.business_date <= ${to}::date), 0) as closing
    from ledger.entry e join ledger.journal j on j.id = e.journal_id where e.account_id = any(${accounts as string[]}::bigint[])`.execute(world.db)
  const { opening, in: came, out, closing } = rows[0] as { opening: string; in: string; out: string; closing: string }
  return [opening, came, out, closing].map((one) => formatMoney(parseMoney(one)))
}

const inLevel = (level: CashLevel, unit: Unit) => level === 'district' || unit.level === (level === 'post-office' ? 'POST_OFFICE' : 'PAYOUT_POINT')
const placeOf = (level: CashLevel, unit: Unit) => (level === 'district' ? (unit.district_unit_id ?? unit.id) : unit.id)
const figures = ({ opening, moneyIn, moneyOut, closing }: Row) => [opening, moneyIn, moneyOut, closing]

it('each of the six is the cash of the ledger to the đồng, whatever was posted, and each figure opens rows that sum to it', {
  timeout: RUNS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 40 }), period, async (commands, { from, to }) => {
      for (const todo of commands) await make(todo)
      for (const level of CASH_LEVELS) {
        const [summary, book] = [reportOf('summary', level), reportOf('book', level)]
        const here = holdings.filter(({ unit }) => inLevel(level, unit))
        const page = await run(summary, { from, to })
        expect(figures(page.totals)).toEqual(
          await ledgerOf(
            here.map(({ accountId }) => accountId),
            from,
            to,
          ),
        )
        for (const row of page.result) {
          const accounts = here.filter(({ unit }) => placeOf(level, unit) === row.placeId).map(({ accountId }) => accountId)
          expect(figures(row)).toEqual(await ledgerOf(accounts, from, to))
        }
        // The book: its lines lead from the opening to the closing balance of each place, one after the other.
        const whole = await run(book, { from, to })
        expect([whole.totals.moneyIn, whole.totals.moneyOut]).toEqual([page.totals.moneyIn, page.totals.moneyOut])
        for (const row of page.result) {
          const { result, totalRecord } = await run(book, { from, to, placeId: row.placeId })
          if (totalRecord === 0) expect(figures(row)).toEqual(['0.00', '0.00', '0.00', '0.00'])
          else if (totalRecord <= 100) {
            expect([result[0]?.balance, result.at(-1)?.balance]).toEqual([row.opening, row.closing])
            const running = result.slice(1, -1).reduce(
              (held, line) => {
                const next = held + parseMoney(line.change as string)
                expect(parseMoney(line.balance as string)).toBe(next)
                return next
              },
              parseMoney(row.opening as string),
            )
            expect(formatMoney(running)).toBe(row.closing)
          }
        }
        // Every figure of a line and of the total opens lines of the book that come to it.
        const { drill } = summary.contract
        for (const line of [page.totals, page.result[0]].filter((one) => one !== undefined))
          for (const [field, behind] of Object.entries(drill?.fields ?? {})) {
            if (field === 'opening' || field === 'closing') continue
            const known = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))
            const asked = drill?.list.filter.parse(JSON.parse(JSON.stringify(behind?.(known as never, { from, to } as never))))
            const { totals } = await run(book, asked as Record<string, unknown>)
            expect([level, field, field.startsWith('in') || field === 'moneyIn' ? totals.moneyIn : totals.moneyOut]).toEqual([level, field, line[field]])
          }
      }
    }),
    { numRuns: RUNS, endOnFailure: true, ...repeatable },
  )
})

describe('who sees the same till', () => {
  const month = { from: '2026-10-01', to: '2026-10-31' }

  it('sees the same number: the office, its district, its province, the whole house', async () => {
    const { unit } = holdings.find(({ unit: { level } }) => level === 'POST_OFFICE') as Holding
    const grants: ScopeGrant[] = [
      whole,
      { kind: 'UNIT_AND_BELOW', unit: { id: unit.province_unit_id, level: 'PROVINCE' } },
      { kind: 'UNIT_AND_BELOW', unit: { id: unit.district_unit_id as string, level: 'DISTRICT' } },
      { kind: 'UNIT', unit: { id: unit.id, level: 'POST_OFFICE' } },
    ]
    const seen = await Promise.all(grants.map((grant) => run(reportOf('summary', 'post-office'), { ...month, unitId: unit.id }, grant)))
    expect(seen.map(({ totalRecord }) => totalRecord)).toEqual([1, 1, 1, 1])
    for (const { result } of seen) expect(result).toEqual(seen[0]?.result)
    for (const report of reports) expect((await run(report, month, { kind: 'UNIT_AND_BELOW', unit: { id: '-1', level: 'PROVINCE' } })).totalRecord).toBe(0)
  })

  it('sees nothing while counting one', async () => {
    const { rows } = await sql<{ userId: string; staffId: string; holdingId: string }>`
      select u.id as "userId", s.id as "staffId", h.id as "holdingId" from iam.user_account u, organisation.staff s, cash.holding h limit 1`.execute(world.db)
    const { userId, staffId, holdingId } = rows[0] as { userId: string; staffId: string; holdingId: string }
    const both = () => Promise.all([run(reportOf('summary', 'district'), month, whole, userId), run(reportOf('book', 'district'), month, whole, userId)])
    expect((await both()).every(({ totalRecord }) => totalRecord > 0)).toBe(true)
    await sql`insert into cash.count_session (holding_id, reason, counter_staff_id, counter_user_id, started_at) values (${holdingId}, 'SPOT', ${staffId}, ${userId}, now())`.execute(
      world.db,
    )
    expect((await both()).map(({ totalRecord }) => totalRecord)).toEqual([0, 0])
    await sql`update cash.count_session set ended_at = now() where counter_user_id = ${userId}`.execute(world.db)
    expect((await both()).every(({ totalRecord }) => totalRecord > 0)).toBe(true)
  })
})

it('has no room on paper for kinds that nobody had', async () => {
  const day = '2026-10-08'
  const { accountId } = holdings.find(({ unit: { level } }) => level === 'POST_OFFICE') as Holding
  const who = { account: 'ketoan', fullName: 'Kế toán', unitId: null, partnerId: null, userId: '1' }
  const reader = { ...who, scope: scopeOf(world.db, { scope: whole }), grant: whole, language: 'vi', now: new Date() } as const
  const columns = async () => {
    const document = await reportDocument(world.db, reportOf('summary', 'post-office'), { from: day, to: day }, reader, [], { purpose: 'PRINT' })
    return document.columns.map(({ header }) => header)
  }
  expect(await columns()).toEqual(['placeName', 'opening', 'moneyIn', 'moneyOut', 'closing', 'ceiling', 'over'])
  await world.tx((tx) => post(tx, journal(accountId, customers, { businessDate: day, service: 'SHOP', kind: 'SHOP_PAID' })))
  expect(await columns()).toEqual(['placeName', 'opening', 'inService', 'moneyIn', 'moneyOut', 'closing', 'ceiling', 'over'])
})
