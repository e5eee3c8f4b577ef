import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** Lets partners report payments: opens the account of what each owes until it clears it. Partners enabled before stay as they are. */
export async function enablePartners(tx: Tx, partnerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select p.id, p.code, p.short_name as name from organisation.partner p
    where p.id = any(${partnerIds}::bigint[]) and not exists (select from payment.partner_account a where a.partner_id = p.id)
    order by p.id for update
  `.execute(tx)
  if (rows.length === 0) return
  const accounts = await openAccounts(
    tx,
    rows.map(({ id, code, name }) => ({
      code: `1388.${code}`,
      name: `Phải thu thanh toán qua ${name}`,
      class: 'ASSET',
      chart: 'PARTNER_CLEARING',
      keptBy: 'payments',
      ownerType: 'PARTNER',
      ownerId: id,
      partnerId: id,
    })),
  )
  await tx
    .insertInto('payment.partner_account')
    .values(rows.map(({ id }, at) => ({ partner_id: id, clearing_account_id: accounts[at] as string })))
    .execute()
}
