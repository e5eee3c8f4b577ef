import type { Scope } from '#platform/server/scope.ts'

/** A merchant of the caller's units, as whoever makes something for it needs it. */
export interface OwnMerchant {
  id: string
  code: string
  name: string
  status: string
  unitId: string
  limitOnce: string | null
  limitDay: string | null
}

/** Merchants within the caller's scope by id or by code; others are left out. */
export async function merchantsInScope(scope: Scope, by: { ids: readonly string[] } | { codes: readonly string[] }): Promise<OwnMerchant[]> {
  const [column, values] = 'ids' in by ? (['m.id', by.ids] as const) : (['m.code', by.codes] as const)
  if (values.length === 0) return []
  return scope
    .selectFrom('merchants.merchant as m')
    .select(['m.id', 'm.code', 'm.name', 'm.status', 'm.unit_id as unitId', 'm.limit_once as limitOnce', 'm.limit_day as limitDay'])
    .where(column, 'in', [...new Set(values)])
    .execute()
}
