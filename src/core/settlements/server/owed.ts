import { sql } from 'kysely'
import { merchantsInScope } from '#core/merchants/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { merchantOwed } from '../contract/settlements.ts'

type Owed = OutputOf<typeof merchantOwed>

/** What a merchant within the caller's scope is owed, by where it stands. */
export async function owedTo({ merchantId }: InputOf<typeof merchantOwed>, { scope, runtime: { db } }: RequestContext): Promise<Owed> {
  const [merchant] = await merchantsInScope(scope, { ids: [merchantId] })
  if (!merchant) throw new AppError(errors.notFound)
  const { rows } = await sql<Omit<Owed, 'lastClosedAt'> & { lastClosedAt: Date | null }>`
    with open as (
      select net, settlement.held_because(transaction_id) as held from settlement.movement where merchant_id = ${merchantId} and settlement_id is null
      union all select net, settlement.held_because(transaction_id) from settlement.new_movement where merchant_id = ${merchantId}
    ), line as (select status, net from settlement.settlement where merchant_id = ${merchantId} and status in ('PAYABLE', 'HELD', 'CARRIED', 'SENT', 'UNKNOWN'))
    select coalesce((select a.balance from settlement.cursor c join ledger.account a on a.id = c.account_id where c.merchant_id = ${merchantId}), 0)::numeric(20,2)::text as balance,
      coalesce((select sum(net) from open where held is null), 0)::numeric(20,2)::text as open,
      coalesce((select sum(net) from open where held is not null), 0)::numeric(20,2)::text as held,
      coalesce((select sum(net) from line where status = 'PAYABLE'), 0)::numeric(20,2)::text as payable,
      coalesce((select sum(net) from line where status = 'HELD'), 0)::numeric(20,2)::text as "heldAccount",
      coalesce((select sum(net) from line where status = 'CARRIED'), 0)::numeric(20,2)::text as carried,
      coalesce((select sum(net) from line where status in ('SENT', 'UNKNOWN')), 0)::numeric(20,2)::text as "underWay",
      (select max(closed_at) from settlement.settlement where merchant_id = ${merchantId}) as "lastClosedAt"`.execute(db)
  const { lastClosedAt, ...parts } = rows[0] as (typeof rows)[number]
  return { ...parts, lastClosedAt: lastClosedAt && isoLocal(lastClosedAt) }
}
