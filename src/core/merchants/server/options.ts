import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { searchMerchants } from '../contract/merchant.ts'

/** Merchants of the caller's units that have been opened; for partner staff, who look after none, those that their own channel was used to pay. */
export function findMerchants({ text, ids }: InputOf<typeof searchMerchants>, { scope, session }: RequestContext, limit = 50) {
  const paid = scope.selectFrom('payment.transaction as t').select('t.id').whereRef('t.merchant_id', '=', sql.ref('m.id'))
  const own = scope.selectFrom('merchants.merchant as own').select('own.id').whereRef('own.id', '=', sql.ref('m.id'))
  let query = scope.db
    .selectFrom('merchants.merchant_directory as m')
    .where('m.status', 'not in', ['DRAFT', 'SUBMITTED'])
    .where((eb) => eb.exists(session.scope.kind === 'PARTNER' ? paid : own))
    .select((eb) => [eb.ref('m.id').$notNull().as('id'), eb.ref('m.code').$notNull().as('code'), eb.ref('m.name').$notNull().as('name')])
    .orderBy(inVietnamese('m.name'))
    .orderBy('m.id')
    .limit(limit)
  if (ids) query = query.where('m.id', 'in', ids)
  for (const pattern of foldedPatterns(text ?? '')) {
    query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(m.name)`, 'like', pattern), eb(sql<string>`lower(m.code)`, 'like', pattern)]))
  }
  return query.execute()
}
