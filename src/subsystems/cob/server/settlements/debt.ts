import { sql } from 'kysely'
import { holidays } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { keyAccountDebt, simulateSettlement } from '../../contract/settlements.ts'
import { nextCycle } from './cycles.ts'
import { contractOn } from './drafting.ts'
import { openLines } from './lines.ts'

type Debt = OutputOf<typeof keyAccountDebt>
type Simulated = OutputOf<typeof simulateSettlement>

async function requireSeen({ scope }: RequestContext, id: string): Promise<void> {
  const seen = await scope.selectFrom('cob.key_account as t').select('t.id').where('t.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
}

const settled = sql`exists (select from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id where l.item_id = i.id and l.released_at is null and s.status not in ('DRAFT', 'CHECKED'))`
const inDraft = sql`exists (select from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id where l.item_id = i.id and l.released_at is null and s.status in ('DRAFT', 'CHECKED'))`

/** What statements that are not approved yet deduct of the recovery `r`: it is owed until then. */
const deductedInDrafts = sql`coalesce((select sum(d.amount) from cob.settlement_deduction d join cob.settlement s on s.id = d.settlement_id
  where d.recovery_id = r.id and d.released_at is null and s.status in ('DRAFT', 'CHECKED')), 0)`

/** What a key account within the caller's scope is owed and owes. */
export async function debtOf({ keyAccountId: id }: InputOf<typeof keyAccountDebt>, ctx: RequestContext): Promise<Debt> {
  await requireSeen(ctx, id)
  const { db } = ctx.runtime
  const part = (name: string, condition: ReturnType<typeof sql>) =>
    sql`(select coalesce(sum(collected), 0) from item where ${condition})::numeric(20,2)::text as ${sql.ref(name)}`
  const { rows } = await sql<Omit<Debt, 'open'>>`
    with item as (
      select i.money_state as state, i.collected_amount as collected, ${inDraft} as drafted from cob.item i where i.key_account_id = ${id} and i.collected_amount > 0 and not ${settled}
    ), line as (select status, net from cob.settlement where key_account_id = ${id} and status in ('APPROVED', 'HELD', 'CARRIED', 'SENT', 'UNKNOWN'))
    select (select a.balance from cob.key_account k join ledger.account a on a.id = k.account_id where k.id = ${id}) as balance,
      ${part('withCouriers', sql`state in ('COLLECTED', 'PARTIAL')`)}, ${part('waiting', sql`state = 'HANDED_IN'`)},
      ${part('payable', sql`state = 'PAYABLE' and not drafted`)}, ${part('inStatements', sql`drafted`)},
      (select coalesce(sum(net), 0) from line where status in ('APPROVED', 'HELD'))::numeric(20,2)::text as approved,
      (select coalesce(sum(net), 0) from line where status = 'CARRIED')::numeric(20,2)::text as carried,
      (select coalesce(sum(net), 0) from line where status in ('SENT', 'UNKNOWN'))::numeric(20,2)::text as "underWay",
      (select coalesce(sum(r.amount - r.recovered + ${deductedInDrafts}), 0) from cob.recovery r where r.key_account_id = ${id})::numeric(20,2)::text as recoveries`.execute(
    db,
  )
  const { rows: open } = await sql<Omit<Debt['open'][number], 'at'> & { at: Date }>`
    select r.id, i.code as "itemCode", r.reason, r.amount, (r.recovered - ${deductedInDrafts})::numeric(20,2)::text as recovered,
      (r.amount - r.recovered + ${deductedInDrafts})::numeric(20,2)::text as left, s.code as "settlementCode", r.at
    from cob.recovery r join cob.item i on i.id = r.item_id join cob.settlement s on s.id = r.settlement_id where r.key_account_id = ${id} order by r.id desc limit 200`.execute(
    db,
  )
  return { ...(rows[0] as Omit<Debt, 'open'>), open: open.map((one) => ({ ...one, at: isoLocal(one.at) })) }
}

/** The statement that would be made now for the cycle to come: read only. */
export async function simulate({ keyAccountId: id }: InputOf<typeof simulateSettlement>, ctx: RequestContext): Promise<Simulated> {
  await requireSeen(ctx, id)
  const { db } = ctx.runtime
  const today = localDate(ctx.now)
  const off = await holidays(db)
  const contract = await db.transaction().execute((tx) => contractOn(tx, id, today))
  const zero = '0.00'
  const nothing = { items: 0, cod: zero, postage: zero, fee: zero, tax: zero, deductions: zero, carried: zero, net: zero }
  if (!contract) return { cycleDate: null, untilOn: null, ...nothing }
  const cycle = nextCycle(contract, today, off)
  const lines = openLines({ keyAccountId: id, contractId: contract.id, dateBasis: contract.dateBasis, untilOn: cycle.untilOn })
  const { rows } = await sql<Record<'cod' | 'postage' | 'fee' | 'tax' | 'carried' | 'owed', string> & { items: number }>`
    select count(*)::int as items, coalesce(sum(cod), 0)::numeric(20,2)::text as cod, coalesce(sum(postage), 0)::numeric(20,2)::text as postage,
      coalesce(sum(fee), 0)::numeric(20,2)::text as fee, coalesce(sum(tax), 0)::numeric(20,2)::text as tax,
      (select coalesce(sum(net), 0) from cob.settlement where key_account_id = ${id} and status = 'CARRIED' and merged_into_id is null)::numeric(20,2)::text as carried,
      (select coalesce(sum(amount - recovered), 0) from cob.recovery where key_account_id = ${id})::numeric(20,2)::text as owed
    from (${lines}) q`.execute(db)
  const { owed, ...sums } = rows[0] as (typeof rows)[number]
  const before = parseMoney(sums.cod) - parseMoney(sums.postage) - parseMoney(sums.fee) - parseMoney(sums.tax) + parseMoney(sums.carried)
  const most = before > 0n ? before : 0n
  const deductions = parseMoney(owed) < most ? parseMoney(owed) : most
  return { ...cycle, ...sums, deductions: formatMoney(deductions), net: formatMoney(before - deductions) }
}
