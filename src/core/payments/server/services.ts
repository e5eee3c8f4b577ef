import { sql } from 'kysely'
import { type AccountInput, openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import { hasFeeOnTop } from '../contract/service.ts'
import { registerPortal } from './desk.ts'
import { checkOwnTable } from './own-columns.ts'
import { SUSPENSE } from './posting.ts'
import type { PaymentService } from './service.ts'

/** Where what other accounts refuse waits. */
const suspenseOf = ({ code, name }: PaymentService['declaration']): AccountInput => ({
  code: `3388.SUSPENSE.${code}`,
  name: `Tiền chờ xử lý: ${name.vi}`,
  class: 'LIABILITY',
  chart: 'CUSTOMER_SUSPENSE',
  keptBy: 'payments',
})

/**
 * Brings the services of this program into the database, with the accounts that each shares; safe to repeat. Others stay as they are:
 * another program that runs beside this one may have them. One that was taken out of service stays so. Throws StartupError for one
 * that contradicts what is stored.
 */
export async function registerServices(tx: Tx, services: readonly PaymentService[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('payment.service'))`.execute(tx)
  await registerPortal(tx)
  for (const { declaration, accounts, own } of services) {
    const { code, prefix, name } = declaration
    if (own) await checkOwnTable(tx, code, own)
    const feeOnTop = hasFeeOnTop(declaration)
    const row = { prefix, name_vi: name.vi, name_en: name.en }
    const other = await tx.selectFrom('payment.service').select('code').where('prefix', '=', prefix).where('code', '<>', code).executeTakeFirst()
    if (other) throw new StartupError(`Payment service ${code}: its codes begin with ${prefix}, as those of ${other.code} do`)
    const { fee_on_top } = await tx
      .insertInto('payment.service')
      .values({ code, ...row, active: true, fee_on_top: feeOnTop })
      .onConflict((on) =>
        on.column('code').doUpdateSet((eb) => ({
          ...row,
          active: sql<boolean>`${eb.ref('payment.service.active')} or ${eb.ref('payment.service.prefix')} is null`,
          fee_on_top: sql<boolean>`${eb.ref('payment.service.fee_on_top')} or ${eb.ref('excluded.fee_on_top')}`,
        })),
      )
      .returning('fee_on_top')
      .executeTakeFirstOrThrow()
    if (fee_on_top && !feeOnTop) throw new StartupError(`Payment service ${code}: it has had fees beside the amount, so one of its types must say so`)
    const known = await tx.selectFrom('payment.service_account').select('role').where('service', '=', code).execute()
    const shared = { ...accounts, [SUSPENSE]: suspenseOf(declaration) }
    const missing = Object.entries(shared).filter(([role]) => !known.some((one) => one.role === role))
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
