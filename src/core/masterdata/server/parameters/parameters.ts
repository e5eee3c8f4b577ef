import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { findParameter, listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { isoLocal } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { parameters as records } from './approval.ts'

export function registerParameters(on: Registrar): void {
  on.list(listParameters, {
    query: parameters,
    where: {
      text: words('p.key', 'p.description', 'p.description_en', 'p.value'),
      type: is('p.type'),
      critical: (critical) => is('p.critical')(critical === 'YES'),
      builtin: (builtin) => is('p.builtin')(builtin === 'YES'),
    },
    key: 'p.id',
    sort: { key: 'p.key', type: 'p.type', updatedAt: 'p.updated_at' },
  })

  on.query(findParameter, async ({ id }, ctx) => {
    const columns = ['p.description as descriptionVi', 'p.description_en as descriptionEn', 'p.minimum', 'p.maximum'] as const
    const found = await findRow(findParameter, parameters(ctx).select(columns).where('p.id', '=', id))
    const history = await ctx.db
      .selectFrom('masterdata.parameter_history')
      .select(['version', 'action', 'value', 'previous_value as previousValue', 'reason', 'changed_by as changedBy', 'changed_at as changedAt'])
      .where('parameter_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    return { ...found, history: history.map((one) => ({ ...one, action: one.action as 'UPDATE', changedAt: isoLocal(one.changedAt) })) }
  })
}

function parameters({ db, language }: RequestContext) {
  const description = language === 'en' ? sql<string>`coalesce(nullif(p.description_en, ''), p.description)` : sql<string>`p.description`
  return db
    .selectFrom('masterdata.parameter as p')
    .select(['p.id', 'p.key', 'p.type', 'p.value', description.as('description'), 'p.critical', 'p.builtin', 'p.version'])
    .select(['p.updated_at as updatedAt', 'p.updated_by as updatedBy', pendingRequest(records.subject, 'p.id').as('pendingRequestId')])
}
