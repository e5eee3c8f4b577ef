import { sql } from 'kysely'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { searchQrMerchants } from '../contract/transactions.ts'

export function registerMerchants(on: Registrar): void {
  on.query(searchQrMerchants, ({ text, ids }, ctx) => {
    let query = merchants(ctx)
      .select((eb) => [eb.ref('m.id').$notNull().as('id'), eb.ref('m.code').$notNull().as('code'), eb.ref('m.name').$notNull().as('name')])
      .orderBy('m.name')
      .orderBy('m.id')
      .limit(50)
    if (ids) query = query.where('m.id', 'in', ids)
    for (const pattern of foldedPatterns(text ?? '')) {
      query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(m.name)`, 'like', pattern), eb(sql<string>`lower(m.code)`, 'like', pattern)]))
    }
    return query.execute()
  })
}

/** Merchants of the caller's units; for partner staff, who look after none, those that their own channel was used to pay. */
function merchants({ scope, session }: RequestContext) {
  const paid = scope.selectFrom('payment.transaction as t').select('t.id').where('t.service', '=', 'QR').whereRef('t.merchant_id', '=', sql.ref('m.id'))
  const own = scope.selectFrom('payment.merchant as own').select('own.id').whereRef('own.id', '=', sql.ref('m.id'))
  return scope.db.selectFrom('payment.merchant_directory as m').where((eb) => eb.exists(session.scope.kind === 'PARTNER' ? paid : own))
}
