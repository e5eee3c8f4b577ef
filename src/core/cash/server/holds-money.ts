import { sql } from 'kysely'
import { fireAccount } from '#core/ledger/server/public.ts'
import type { HoldsMoney, OpenMatter } from '#core/organisation/server/public.ts'
import type { Text } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import type { CashAddresses } from './addresses.ts'
import { holdings } from './holding-changes.ts'

const TITLES = {
  shift: { vi: 'Ca chưa đóng', en: 'Open shift' },
  holding: { vi: 'Quỹ còn tiền', en: 'Holding with cash' },
  courier: { vi: 'Người áp tải còn giữ tiền', en: 'Courier still holding cash' },
  count: { vi: 'Quỹ đang được kiểm', en: 'Holding being counted' },
  variance: { vi: 'Chênh lệch quỹ chưa xử lý', en: 'Variance not settled' },
  treasury: { vi: 'Giao dịch ngân quỹ chưa hoàn tất', en: 'Unfinished treasury transaction' },
} satisfies Record<string, Text>

/** Treasury transactions that need nothing more. */
const ENDED = ['RECEIVED', 'SETTLED', 'REJECTED', 'CANCELLED', 'RETURNED']

/**
 * What cash keeps of units and people: open shifts, holdings with a balance, counts and variances that are not done with, transfers on
 * their way. A unit that closes takes its empty
 * holdings with it. No amounts: whoever counts a holding must not learn its balance from a refusal.
 */
export function cashHoldsMoney(address: CashAddresses): HoldsMoney {
  const matter =
    (title: Text, path: (id: string) => string) =>
    ({ id, code }: { id: string; code: string }): OpenMatter => ({ title, code, path: path(id) })
  return {
    async ofUnit(tx, unitId) {
      await lockHoldings(tx, unitId)
      await stopPostings(tx, unitId)
      const shifts = await tx
        .selectFrom('cash.shift')
        .select(['id', 'code'])
        .where('unit_id', '=', unitId)
        .where('status', '<>', 'CLOSED')
        .orderBy('id')
        .execute()
      const full = await withBalance(tx, sql`h.unit_id = ${unitId}`)
      const [counts, variances] = [await countsUnderWay(tx, unitId), await unsettled(tx, unitId)]
      const transfers = await tx
        .selectFrom('cash.treasury_transaction')
        .select(['id', 'code'])
        .where((eb) => eb.or([eb('from_unit_id', '=', unitId), eb('to_unit_id', '=', unitId)]))
        .where('status', 'not in', ENDED)
        .orderBy('id')
        .execute()
      return [
        ...shifts.map(matter(TITLES.shift, address.shift)),
        ...full.map((holding) => matter(holding.kind === 'COURIER' ? TITLES.courier : TITLES.holding, address.holding)(holding)),
        ...counts.map(matter(TITLES.count, address.holding)),
        ...variances.map(matter(TITLES.variance, address.count)),
        ...transfers.map(matter(TITLES.treasury, address.treasury)),
      ]
    },
    async ofStaff(tx, staffId) {
      const shifts = await tx
        .selectFrom('cash.shift')
        .select(['id', 'code'])
        .where('teller_staff_id', '=', staffId)
        .where('status', '<>', 'CLOSED')
        .orderBy('id')
        .execute()
      const carried = await withBalance(tx, sql`h.staff_id = ${staffId} and h.kind = 'COURIER'`)
      return [...shifts.map(matter(TITLES.shift, address.shift)), ...carried.map(matter(TITLES.courier, address.holding))]
    },
    unitClosed: closeHoldings,
  }
}

/** Nothing of the unit is counted, and no shift begins, until the commit. Before the days and accounts: the order of every other command. */
async function lockHoldings(tx: Tx, unitId: string): Promise<void> {
  await sql`select from cash.holding where unit_id = ${unitId} order by id for no key update`.execute(tx)
}

const countsUnderWay = (tx: Tx, unitId: string) =>
  tx
    .selectFrom('cash.count_session as s')
    .innerJoin('cash.holding as h', 'h.id', 's.holding_id')
    .select(['h.id', 'h.code'])
    .where('h.unit_id', '=', unitId)
    .where('s.ended_at', 'is', null)
    .orderBy('h.id')
    .execute()

const unsettled = (tx: Tx, unitId: string) =>
  tx
    .selectFrom('cash.variance as v')
    .innerJoin('cash.count as c', 'c.id', 'v.count_id')
    .select(['c.id', 'c.code'])
    .where('v.unit_id', '=', unitId)
    .where('v.status', 'in', ['OPEN', 'PENDING'])
    .orderBy('c.id')
    .execute()

/** Waits for the postings on the unit's holdings that are under way; later ones wait, and find the accounts closed. */
async function stopPostings(tx: Tx, unitId: string): Promise<void> {
  await sql`select from ledger.unit_day where unit_id = ${unitId} for update`.execute(tx)
}

/** Holdings with cash; their accounts stay locked until the commit. */
async function withBalance(tx: Tx, which: ReturnType<typeof sql>): Promise<{ id: string; code: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; code: string; kind: string; empty: boolean }>`
    select h.id, h.code, h.kind, a.balance = 0 as empty from cash.holding h join ledger.account a on a.id = h.account_id
    where ${which} and h.status <> 'CLOSED' order by a.id for no key update of a`.execute(tx)
  return rows.filter(({ empty }) => !empty)
}

async function closeHoldings(tx: Tx, unitId: string, stamp: Stamp): Promise<void> {
  const rows = await tx.selectFrom('cash.holding').select('id').where('unit_id', '=', unitId).where('status', '<>', 'CLOSED').orderBy('account_id').execute()
  for (const { id } of rows) {
    const holding = await holdings.lock(tx, { id })
    await fireAccount(tx, holding.account_id, 'close')
    await holdings.save(tx, stamp, holding, {}, 'close')
  }
}
