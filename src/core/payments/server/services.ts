import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { PaymentService } from './service.ts'

/** Brings the services of this program into the database, with the accounts that each shares; safe to repeat. Those that are gone stay, inactive. */
export async function registerServices(tx: Tx, services: readonly PaymentService[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('payment.service'))`.execute(tx)
  const codes = services.map(({ declaration }) => declaration.code)
  await tx
    .updateTable('payment.service')
    .set({ active: false })
    .where('code', 'not in', ['', ...codes])
    .execute()
  for (const { declaration, accounts } of services) {
    const { code, prefix, name } = declaration
    const row = { prefix, name_vi: name.vi, name_en: name.en, active: true }
    await tx
      .insertInto('payment.service')
      .values({ code, ...row })
      .onConflict((on) => on.column('code').doUpdateSet(row))
      .execute()
    const known = await tx.selectFrom('payment.service_account').select('role').where('service', '=', code).execute()
    const missing = Object.entries(accounts).filter(([role]) => !known.some((one) => one.role === role))
    if (missing.length === 0) continue
    const ids = await openAccounts(
      tx,
      missing.map(([, account]) => account),
    )
    await tx
      .insertInto('payment.service_account')
      .values(missing.map(([role], at) => ({ service: code, role, account_id: ids[at] as string })))
      .execute()
  }
}
