import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { keyAccountOptions } from '../../contract/key-accounts/key-accounts.ts'

/** Key accounts that have been opened: whoever sees an item sees whose it is, so names are for everybody. */
export function findKeyAccounts({ text, ids }: InputOf<typeof keyAccountOptions>, { scope }: Pick<RequestContext, 'scope'>) {
  let query = scope.db
    .selectFrom('cob.key_account_directory as k')
    .select((eb) => [eb.ref('k.id').$notNull().as('id'), eb.ref('k.code').$notNull().as('code'), eb.ref('k.name').$notNull().as('name')])
    .orderBy(inVietnamese('k.name'))
    .orderBy('k.id')
    .limit(50)
  query = ids ? query.where('k.id', 'in', ids) : query.where('k.status', '<>', 'DRAFT')
  for (const pattern of foldedPatterns(text ?? '')) {
    query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(k.name)`, 'like', pattern), eb(sql<string>`lower(k.code)`, 'like', pattern)]))
  }
  return query.execute()
}
