import { sql } from 'kysely'
import { findParameter, listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import type { ParameterType } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { type Row, parameters as records } from './approval.ts'

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

  on.query(findParameter, async ({ id }, { db, language }) => {
    const row = await db.selectFrom('masterdata.parameter').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new AppError(errors.notFound)
    const history = await db.selectFrom('masterdata.parameter_history').selectAll().where('parameter_id', '=', id).orderBy('id', 'desc').execute()
    return {
      ...shown(row, language),
      descriptionVi: row.description,
      descriptionEn: row.description_en,
      minimum: row.minimum,
      maximum: row.maximum,
      history: history.map((one) => ({
        version: one.version,
        action: one.action as 'UPDATE',
        value: one.value,
        previousValue: one.previous_value,
        reason: one.reason,
        changedBy: one.changed_by,
        changedAt: isoLocal(one.changed_at),
      })),
    }
  })
}

function shown(row: Row, language: Language) {
  return {
    id: row.id,
    key: row.key,
    type: row.type as ParameterType,
    value: row.value,
    description: (language === 'en' && row.description_en) || row.description,
    critical: row.critical,
    builtin: row.builtin,
    version: row.version,
    updatedAt: isoLocal(row.updated_at),
    updatedBy: row.updated_by,
  }
}

function parameters({ db, language }: RequestContext) {
  const description = language === 'en' ? sql<string>`coalesce(nullif(p.description_en, ''), p.description)` : sql<string>`p.description`
  return db
    .selectFrom('masterdata.parameter as p')
    .select(['p.id', 'p.key', 'p.type', 'p.value', description.as('description'), 'p.critical', 'p.builtin', 'p.version'])
    .select(['p.updated_at as updatedAt', 'p.updated_by as updatedBy'])
    .select(({ selectFrom }) =>
      selectFrom('approvals.pending as w')
        .select('w.request_id')
        .where('w.subject_type', '=', records.subject)
        .where('w.subject_id', '=', sql<string>`p.id::text`)
        .limit(1)
        .as('pendingRequestId'),
    )
}
