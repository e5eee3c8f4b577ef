import { sql } from 'kysely'
import { post } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import type { useSurplus } from '../../contract/deposits.ts'
import { openDayOf } from '../open-day.ts'
import { serviceAccounts } from '../settlements/records.ts'
import { bringIn, countLines } from './following.ts'
import { freeOf, lockDebtors, lockOwed, type Share, shareOut } from './owed.ts'

export const DEPOSIT = 'cob.deposit'

interface Surplus {
  code: string
  status: string
  surplus: string
  used: string
  courierId: string
  courierCode: string
  courierAccount: string
  unitId: string
}

/** The transaction first, then its postman: in the order of those that cancel it. */
async function lockSurplus(tx: Tx, id: string): Promise<Surplus> {
  await sql`
    select from payment.transaction t join payment.transaction_key k on k.transaction_id = t.id and k.business_date = t.business_date
    where t.id = ${id} for no key update of t`.execute(tx)
  const { rows } = await sql<Surplus>`
    select t.code, t.status, d.surplus, d.surplus_used as used, a.courier_id as "courierId", c.code as "courierCode", c.account_id as "courierAccount",
      c.unit_id as "unitId"
    from cob.deposit d join payment.transaction t on t.id = d.id and t.business_date = d.business_date
      join cob.deposit_account a on a.transaction_id = d.id join cob.courier c on c.id = a.courier_id
    where d.id = ${id}`.execute(tx)
  if (!rows[0]) throw new AppError(errors.notFound)
  return rows[0]
}

/**
 * What was paid in beyond the debt pays what the postman owes now, the oldest due first. Throws COB-131 where nothing is left of it or the deposit does
 * not stand, COB-132 where he owes nothing that no other deposit is for.
 */
export async function applySurplus({ id, reason }: InputOf<typeof useSurplus>, ctx: CommandContext): Promise<OutputOf<typeof useSurplus>> {
  const { tx, scope, now } = ctx
  const seen = await scope.selectFrom('cob.deposit as d').select('d.id').where('d.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  const deposit = await lockSurplus(tx, id)
  const { code, courierId, courierCode } = deposit
  if (deposit.status !== 'SUCCEEDED' || parseMoney(deposit.surplus) === 0n) throw new AppError(depositErrors.noSurplus, { code })
  await lockDebtors(tx, { ids: [courierId] })
  const { shares, left } = shareOut(parseMoney(deposit.surplus), freeOf(await lockOwed(tx, { couriers: [courierId] }), courierId), new Set())
  if (shares.length === 0) throw new AppError(depositErrors.surplusNothingOwed, { courier: courierCode })
  const amount = shares.reduce<Hundredths>((sum, share) => sum + share.amount, 0n)
  const businessDate = await openDayOf(tx, deposit.unitId, localDate(now))
  const { surplusPending } = await serviceAccounts(tx, 'surplusPending')
  const { journalId } = await post(tx, {
    ...{ businessKey: `cod-surplus:${id}:${deposit.used}`, kind: 'COD_SURPLUS_USED', service: 'COD', sourceType: 'payment.transaction', sourceId: id },
    ...{ businessDate, occurredAt: now, description: `Dùng tiền nộp thừa ${code}: ${reason}`.slice(0, 1000) },
    entries: [
      { accountId: surplusPending, side: 'D', amount },
      { accountId: deposit.courierAccount, side: 'C', amount },
    ],
  })
  await addLines(tx, id, shares)
  await bringIn(
    tx,
    shares.map((share) => ({ itemId: share.item.id, courierId, amount: formatMoney(share.amount), journalId, businessDate })),
    now,
  )
  await countLines(tx, [id])
  await sql`update cob.deposit set surplus_used = surplus_used + ${formatMoney(amount)}::numeric where id = ${id}`.execute(tx)
  ctx.subject(DEPOSIT, id, { before: { surplus: deposit.surplus }, after: { code, surplus: formatMoney(left), reason } })
  return { id, used: formatMoney(amount), left: formatMoney(left) }
}

/** After those that it has; an item that stands in it already, and that more was collected of since, keeps its line. */
async function addLines(tx: Tx, id: string, shares: readonly Share[]): Promise<void> {
  const rows = shares.map(({ item, expected, amount }, at) => ({ item: item.id, at: at + 1, expected: formatMoney(expected), amount: formatMoney(amount) }))
  await sql`
    insert into cob.deposit_line (transaction_id, item_id, position, named, expected, amount)
    select ${id}, r.item, l.last + r.at, false, r.expected, r.amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (item bigint, at integer, expected numeric, amount numeric),
      (select coalesce(max(position), 0) as last from cob.deposit_line where transaction_id = ${id}) l
    on conflict (transaction_id, item_id) do update
      set expected = deposit_line.expected + excluded.expected, amount = deposit_line.amount + excluded.amount`.execute(tx)
}
