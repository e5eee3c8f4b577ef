import { sql } from 'kysely'
import type { UnitPlace } from '#core/payments/server/public.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** A postman as a deposit needs to know it, locked: what one owes is counted by one transaction at a time. */
export interface Debtor extends UnitPlace {
  id: string
  code: string
  name: string
  accountId: string
  unitId: string
}

/** An item as a deposit needs to know it, locked. */
export interface OwedItem {
  id: string
  code: string
  courierId: string | null
  dueOn: string | null
  /** What of its money is still to be handed in. */
  open: Hundredths
  /** The hand-in or the deposit under way that it stands in. */
  claim: string | null
}

/** What a deposit brings for an item. */
export interface Share {
  item: OwedItem
  named: boolean
  expected: Hundredths
  amount: Hundredths
}

/** Postmen by code or by id, locked before their items, in one order. */
export async function lockDebtors(tx: Tx, by: { codes: readonly string[] } | { ids: readonly string[] }): Promise<Debtor[]> {
  const which = 'codes' in by ? sql`code = any(${[...new Set(by.codes)]}::text[])` : sql`id = any(${[...new Set(by.ids)]}::bigint[])`
  const { rows } = await sql<Debtor>`
    select id, code, name, account_id as "accountId", unit_id as "unitId", head_unit_id as "headUnitId", province_unit_id as "provinceUnitId",
      district_unit_id as "districtUnitId", office_unit_id as "officeUnitId"
    from cob.courier where ${which} order by id for no key update`.execute(tx)
  return rows
}

/** Everything that some postmen owe, and further items by code or id, locked in one order; the oldest due first. */
export async function lockOwed(tx: Tx, asked: { couriers: readonly string[]; codes?: readonly string[]; ids?: readonly string[] }): Promise<OwedItem[]> {
  const { rows } = await sql<Omit<OwedItem, 'open' | 'claim'> & { open: string }>`
    select id, code, courier_id as "courierId", due_on as "dueOn", case when refunded_at is null then collected_amount - handed_in_amount else 0 end as open
    from cob.item where courier_id = any(${[...asked.couriers]}::bigint[]) and money_state in ('COLLECTED', 'PARTIAL')
      or code = any(${[...new Set(asked.codes ?? [])]}::text[]) or id = any(${[...new Set(asked.ids ?? [])]}::bigint[])
    order by id for no key update`.execute(tx)
  const claims = await sql<{ itemId: string; paper: string }>`
    select item_id as "itemId", paper from cob.claim where item_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
  const papers = new Map(claims.rows.map(({ itemId, paper }) => [itemId, paper]))
  return rows.map((row) => ({ ...row, open: parseMoney(row.open), claim: papers.get(row.id) ?? null })).toSorted(oldestDue)
}

const oldestDue = (a: OwedItem, b: OwedItem): number => (a.dueOn ?? '').localeCompare(b.dueOn ?? '') || Number(a.id) - Number(b.id)

/** What a postman owes that no other deposit under way is for. `paper`: the deposit that asks. */
export const freeOf = (items: readonly OwedItem[], courierId: string, paper?: string | null): OwedItem[] =>
  items.filter((item) => item.courierId === courierId && item.open > 0n && (item.claim === null || item.claim === paper))

export const sumOf = (items: readonly Pick<OwedItem, 'open'>[]): Hundredths => items.reduce((sum, { open }) => sum + open, 0n)

/**
 * How an amount is shared out: over the items named, then over everything else that the postman owes, the oldest due first. Items named that get
 * nothing stand with 0. Answers what is left. Pure.
 */
export function shareOut(amount: Hundredths, owed: readonly OwedItem[], named: ReadonlySet<string>): { shares: Share[]; left: Hundredths } {
  const ordered = [...owed.filter(({ id }) => named.has(id)), ...owed.filter(({ id }) => !named.has(id))]
  let left = amount
  const shares = ordered.flatMap((item): Share[] => {
    let part = item.open
    if (left < part) part = left
    left -= part
    const isNamed = named.has(item.id)
    return part === 0n && !isNamed ? [] : [{ item, named: isNamed, expected: item.open, amount: part }]
  })
  return { shares, left }
}
