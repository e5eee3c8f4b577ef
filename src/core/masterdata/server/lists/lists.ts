import { sql } from 'kysely'
import { findGlobalList, listGlobalLists, searchCode, searchCodes } from '#core/masterdata/contract/lists/global-list.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'

type Status = 'ACTIVE' | 'LOCKED'

export function registerLists(on: Registrar): void {
  on.query(searchCode, ({ code }, ctx) => entriesOf([code], ctx))
  on.query(searchCodes, ({ codes }, ctx) => entriesOf([...new Set(codes.split(/\s*,\s*/))], ctx))

  on.list(listGlobalLists, {
    query: lists,
    where: { text: byWords, status: is('l.status') },
    key: 'l.id',
    sort: { code: 'l.code', name: 'l.name', updatedAt: 'l.updated_at' },
  })

  on.query(findGlobalList, async ({ code }, { db }) => {
    const list = await db.selectFrom('masterdata.global_list').selectAll().where('code', '=', code).executeTakeFirst()
    if (!list) throw new AppError(errors.notFound)
    const entries = await db
      .selectFrom('masterdata.global_list_entry')
      .select(['key', 'value', 'value_en as valueEn', 'description', sql<Status>`status`.as('status')])
      .where('list_id', '=', list.id)
      .orderBy('position')
      .execute()
    return {
      id: list.id,
      code: list.code,
      name: list.name,
      description: list.description,
      status: list.status as Status,
      version: list.version,
      updatedAt: isoLocal(list.updated_at),
      updatedBy: list.updated_by,
      entries,
    }
  })
}

/** What forms offer: active entries of active lists, lists in the order asked for. */
async function entriesOf(codes: string[], { db, language }: RequestContext) {
  const value = language === 'en' ? sql<string>`coalesce(nullif(e.value_en, ''), e.value)` : sql<string>`e.value`
  return await db
    .selectFrom('masterdata.global_list as l')
    .innerJoin('masterdata.global_list_entry as e', 'e.list_id', 'l.id')
    .select(['l.code', 'e.description', 'e.key', value.as('value')])
    .where('l.code', 'in', codes)
    .where('l.status', '=', 'ACTIVE')
    .where('e.status', '=', 'ACTIVE')
    .orderBy(sql`array_position(${codes}::text[], l.code)`)
    .orderBy('e.position')
    .execute()
}

function lists({ db }: RequestContext) {
  return db
    .selectFrom('masterdata.global_list as l')
    .select(['l.id', 'l.code', 'l.name', 'l.description', 'l.status', 'l.version', 'l.updated_at as updatedAt', 'l.updated_by as updatedBy'])
    .select(({ selectFrom }) =>
      selectFrom('masterdata.global_list_entry as e').select(sql<number>`count(*)::int`.as('n')).whereRef('e.list_id', '=', 'l.id').as('entries'),
    )
}

/** Each word stands in the list or in one of its entries. */
function byWords(text: string) {
  const each = foldedPatterns(text).map(
    (pattern) => sql`(platform.fold(l.code || ' ' || l.name || ' ' || l.description) like ${pattern} or exists (
      select from masterdata.global_list_entry e where e.list_id = l.id and platform.fold(e.key || ' ' || e.value || ' ' || e.value_en) like ${pattern}))`,
  )
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.join(each, sql` and `)}`
}
