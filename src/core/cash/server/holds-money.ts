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
  treasury: { vi: 'Giao dịch ngân quỹ chưa hoàn tất', en: 'Unfinished treasury transaction' },
} satisfies Record<string, Text>

/** Treasury transactions that need nothing more. */
const ENDED = ['RECEIVED', 'SETTLED', 'REJECTED', 'CANCELLED', 'RETURNED']

/**
 * What cash keeps of units and people: open shifts, holdings with a balance, transfers on their way. A unit that closes takes its empty
 * holdings with it. No amounts: whoever counts a holding must not learn its balance from a refusal.
 */
export function cashHoldsMoney(address: CashAddresses): HoldsMoney {
  const matter =
    (title: Text, path: (id: string) => string) =>
    ({ id, code }: { id: string; code: string }): OpenMatter => ({ title, code, path: path(id) })
  return {
    async ofUnit(tx, unitId) {
      await stopPostings(tx, unitId)
      const shifts = await tx
        .selectFrom('cash.shift')
        .select(['id', 'code'])
        .where('unit_id', '=', unitId)
        .where('status', '<>', 'CLOSED')
        .orderBy('id')
        .execute()
      const full = await withBalance(tx, sql`h.unit_id = ${unitId}`)
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
