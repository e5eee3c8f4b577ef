import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { partnerOptions } from '../contract/partner.ts'

const LIMIT = 50

/** Partners stand below no unit: they are named to who sees everything, and to their own staff. */
export async function findPartners({ text, ids }: InputOf<typeof partnerOptions>, { db, session }: RequestContext) {
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name'])
  if (session.scope.kind === 'PARTNER') query = query.where('p.id', '=', session.scope.partnerId)
  else if (session.scope.kind !== 'ALL') return []
  query = ids ? query.where('p.id', 'in', ids) : query.where('p.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text ?? '')) query = query.where(sql<boolean>`platform.fold(p.code || ' ' || p.name) like ${pattern}`)
  return query.orderBy(inVietnamese('p.name')).limit(LIMIT).execute()
}
