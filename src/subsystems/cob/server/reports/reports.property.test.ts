/** At any day the report of debt says what the accounts of the postmen had, its ages add up to it, and each figure leads to the items behind it. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney, sumMoney } from '#kernel/money.ts'
import type { ReportFilterOf, ReportPage } from '#kernel/report.ts'
import { type TestApp, testApp, testClock } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, collected } from '../../../../../test/cob.ts'
import { cobDebtReport, cobDetailReport, DebtPart, getDebtLevels } from '../../contract/reports.ts'

type Filter = ReportFilterOf<typeof cobDebtReport>
type Page = ReportPage<(typeof cobDebtReport)['row']['shape']>

const clock = testClock()
const today = localDate(clock.now())
const day = (ago: number) => addDays(today, -ago)
const AGES = ['notDue', 'late1', 'late2', 'late3', 'late4', 'late5', 'late6'] as const
const DAYS = 45

let test: TestApp
let world: CobWorld

const as = (account = 'ketoan') => ({ as: account, clientId: 'PP_COB' as const })
async function debt(filter: Partial<Filter>, account?: string): Promise<Page> {
  const reply = await test.call(cobDebtReport, { searchSdi: { from: day(9), to: today, ...filter }, pageInfo: { currentPage: 1, pageSize: 100 } }, as(account))
  if (!reply.data) throw new Error(`${reply.status} ${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data as Page
}

/** What the accounts of the postmen had at the end of a day, by the ledger alone. */
async function ledgerAt(at: string, courierIds: readonly string[]): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(case e.side when 'D' then e.amount else -e.amount end), 0)::numeric(20,2) as balance
      from cob.courier c join ledger.entry e on e.account_id = c.account_id join ledger.journal j on j.id = e.journal_id
     where c.id = any(${courierIds}::bigint[]) and j.business_date <= ${at}::date`.execute(test.runtime.db)
  return rows[0]?.balance ?? '0.00'
}

const handIn = (itemId: string, amount: bigint, on: string) => move(itemId, 'HAND_IN', -amount, on)

/** What a postman owes of an item changes on a day: a journal and a position, as deposits and refunds make them. */
async function move(itemId: string, kind: 'HAND_IN' | 'ADJUST', amount: bigint, on: string): Promise<void> {
  await test.runtime.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ courierId: string; accountId: string; dueOn: string; unitId: string; keyAccountId: string | null }>`
      select p.courier_id as "courierId", c.account_id as "accountId", p.due_on as "dueOn", p.unit_id as "unitId", p.key_account_id as "keyAccountId"
        from cob.position p join cob.courier c on c.id = p.courier_id where p.item_id = ${itemId} and p.kind = 'COLLECT'`.execute(tx)
    const [known] = rows
    if (!known) throw new Error('no collection')
    const { account_id: contra } = await tx
      .selectFrom('payment.service_account')
      .select('account_id')
      .where('service', '=', 'COD')
      .where('role', '=', 'retailPayable')
      .executeTakeFirstOrThrow()
    const journal = await post(tx, {
      ...{ businessKey: `${kind}:${itemId}:${crypto.randomUUID()}`, kind: 'COD_DEPOSIT', service: 'COD', businessDate: on, occurredAt: clock.now() },
      ...{ description: 'Nộp tiền', sourceType: 'test', sourceId: itemId, officeUnitId: null },
      entries: [
        { accountId: contra, side: amount < 0n ? 'D' : 'C', amount: amount < 0n ? -amount : amount },
        { accountId: known.accountId, side: amount < 0n ? 'C' : 'D', amount: amount < 0n ? -amount : amount },
      ],
    })
    await sql`
      insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, at)
      values (${known.courierId}, ${itemId}, ${known.keyAccountId}, ${kind}, ${formatMoney(amount)}, ${on}, ${known.dueOn}, ${journal.journalId}, ${known.unitId}, ${clock.now()})`.execute(
      tx,
    )
  })
}

beforeAll(async () => {
  test = await testApp({ clock })
  world = await cobWorld(test)
  const planned = fc.sample(
    fc.record({
      ago: fc.integer({ min: 0, max: DAYS }),
      courier: fc.constantFrom('BT-HN', 'BT-HCM'),
      key: fc.boolean(),
      amount: fc.integer({ min: 1, max: 900 }).map((n) => n * 1000),
      // Tenths of it handed in, after so many days.
      parts: fc.array(fc.record({ tenths: fc.integer({ min: 1, max: 5 }), after: fc.integer({ min: 0, max: 20 }) }), { maxLength: 2 }),
    }),
    { numRuns: 40, seed: 7 },
  )
  const made = await collected(
    test,
    world,
    planned.map(({ ago, courier, key, amount }) => ({
      ...{ courier, amount: String(amount), at: new Date(clock.now().getTime() - ago * 86_400_000) },
      ...(key ? { keyAccount: 'KHL-01' } : {}),
    })),
  )
  for (const [at, { ago, amount, parts }] of planned.entries())
    for (const { tenths, after } of parts) {
      const on = addDays(day(ago), after)
      if (on <= today) await handIn(made[at]?.id ?? '', BigInt(amount) * 10n * BigInt(tenths), on)
    }
})
afterAll(() => test?.close())

describe('the debt report', () => {
  it('says at any day what the ledger had, and its ages add up to it, whatever it is told apart by', async () => {
    const couriers = [world.hanoi.id, world.hcm.id]
    const days = fc.sample(fc.record({ to: fc.integer({ min: 0, max: DAYS }), length: fc.integer({ min: 0, max: 20 }) }), { numRuns: 24, seed: 11 })
    for (const [at, { to, length }] of days.entries()) {
      // The report of offices reads kept sums: some of them before what has changed is folded, the others after.
      if (at === 12) await test.runtime.database.owner.query('select cob.fold_debt_deltas()')
      const period = { from: day(to + length), to: day(to) }
      const [opening, closing] = [await ledgerAt(addDays(period.from, -1), couriers), await ledgerAt(period.to, couriers)]
      for (const groupBy of DebtPart.options) {
        const { totals, result } = await debt({ ...period, groupBy })
        expect({ opening: totals.opening, closing: totals.closing }, `${groupBy} ${JSON.stringify(period)}`).toEqual({ opening, closing })
        expect(sumMoney(AGES.map((age) => totals[age] ?? '0.00'))).toBe(closing)
        for (const row of [...result, totals]) {
          const money = (field: keyof typeof row) => parseMoney(String(row[field] ?? '0'))
          expect(money('opening') + money('collected') - money('handedIn') + money('adjusted')).toBe(money('closing'))
          expect(AGES.reduce((sum, age) => sum + money(age), 0n)).toBe(money('closing'))
          expect(money('overdue')).toBe(money('closing') - money('notDue'))
        }
      }
    }
  })

  it('puts a debt into the level of its days past due, and says which are reached by the goal', async () => {
    const { data } = await test.call(getDebtLevels, {}, as())
    expect(data?.levels.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 3],
      [4, 7],
      [8, 15],
      [16, 30],
      [31, null],
    ])
    const { result } = await debt({ groupBy: 'COURIER', from: day(DAYS), to: today })
    const { rows } = await sql<{ id: string; due: string; paid: string }>`
      select courier_id as id, sum(amount) filter (where kind = 'COLLECT')::numeric(20,2) as due,
          coalesce(-sum(amount) filter (where kind = 'HAND_IN' and business_date <= due_on), 0)::numeric(20,2) as paid
        from cob.position where due_on between ${day(DAYS)}::date and ${today}::date group by 1`.execute(test.runtime.db)
    for (const { id, due, paid } of rows) {
      const row = result.find(({ courierId }) => courierId === id)
      expect({ due: row?.dueAmount, paid: row?.onTimeAmount }).toEqual({ due, paid })
      expect(row?.goal).toBe(Number(paid) / Number(due) >= 0.999 ? 'REACHED' : 'MISSED')
    }
  })

  it('tells what a cancelled deposit gave back from what went back to a receiver, also of one day, whatever it is told apart by', async () => {
    const at = new Date(clock.now().getTime() - 86_400_000)
    const [one, two] = await collected(test, world, [
      { amount: '500000', at },
      { amount: '500000', at },
    ])
    const of = async (groupBy: Filter['groupBy']) => {
      const { totals } = await debt({ groupBy, from: day(1), to: addDays(today, 3) })
      return [totals.dueAmount, totals.onTimeAmount].map((amount) => parseMoney(String(amount)))
    }
    const before = await of('OFFICE')
    // Handed in and given back; and not handed in, but waived: on the same day they come to nothing together.
    await handIn(one?.id ?? '', 50_000_000n, today)
    await move(one?.id ?? '', 'ADJUST', 50_000_000n, today)
    await move(two?.id ?? '', 'ADJUST', -50_000_000n, today)
    for (const groupBy of DebtPart.options) expect(await of(groupBy), groupBy).toEqual([(before[0] ?? 0n) - 50_000_000n, before[1]])
  })

  it('leads from each figure to the items that it is made of', async () => {
    const filter = { from: day(20), to: day(3) }
    for (const groupBy of DebtPart.options) {
      const { result, totals } = await debt({ ...filter, groupBy })
      for (const field of ['opening', 'collected', 'handedIn', 'closing', 'notDue', 'late3', 'late6'] as const)
        for (const row of [...result, undefined]) {
          const asked = cobDebtReport.drill?.fields[field]?.((row ?? {}) as never, { ...filter, groupBy } as never)
          if (!asked) continue
          const searchSdi = cobDetailReport.filter.parse(JSON.parse(JSON.stringify(asked)))
          const { data, message } = await test.call(cobDetailReport, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } }, as())
          if (!data) throw new Error(message)
          const figure = field === 'collected' || field === 'handedIn' ? data.totals[field] : data.totals.closing
          expect(figure, `${groupBy} ${field} ${JSON.stringify(asked)}`).toBe((row ?? totals)[field])
        }
    }
  })

  it('shows a province what its own postmen hold', async () => {
    const { totals, result } = await debt({ from: day(DAYS), groupBy: 'COURIER' }, 'tinh79')
    expect(result.map(({ courierCode }) => courierCode)).toEqual(['BT-HCM'])
    expect(totals.closing).toBe(await ledgerAt(today, [world.hcm.id]))
  })
})

describe('the detail report', () => {
  it('by the day of acceptance has every item once, with what was booked up to the end', async () => {
    const { data, message } = await test.call(
      cobDetailReport,
      { searchSdi: { from: day(DAYS + 1), to: today, basis: 'ACCEPTED' }, pageInfo: { currentPage: 1, pageSize: 100 } },
      as(),
    )
    if (!data) throw new Error(message)
    expect(data.totalRecord).toBe(42)
    expect(data.totals.closing).toBe(await ledgerAt(today, [world.hanoi.id, world.hcm.id]))
  })
})
