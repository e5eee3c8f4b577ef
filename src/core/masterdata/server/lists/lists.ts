import { sql } from 'kysely'
import {
  changeGlobalListStatus,
  findGlobalList,
  insertGlobalList,
  listErrors,
  listGlobalLists,
  removeGlobalList,
  searchCode,
  searchCodes,
  updateGlobalList,
} from '#core/masterdata/contract/lists/global-list.ts'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { ScopedDb, Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'

type Status = 'ACTIVE' | 'LOCKED'
type Entry = InputOf<typeof insertGlobalList>['entries'][number]

const globalLists = defineRecord({
  table: 'masterdata.global_list',
  machine: statusMachine,
  unique: { column: 'code', error: listErrors.codeTaken },
  picture: async ({ id, code, name, description, status }, tx) => ({ code, name, description, status, entries: await entriesOf(tx, id) }),
  form: ({ code: _code, ...fields }) => fields,
})

export function registerLists(on: Registrar): void {
  on.query(searchCode, ({ code }, ctx) => choicesOf([code], ctx))
  on.query(searchCodes, ({ codes }, ctx) => choicesOf([...new Set(codes.split(/\s*,\s*/))], ctx))

  on.list(listGlobalLists, {
    query: lists,
    where: { text: byWords, status: is('l.status') },
    key: 'l.id',
    sort: { code: 'l.code', name: 'l.name', updatedAt: 'l.updated_at' },
  })

  on.query(findGlobalList, async ({ code }, ctx) => {
    const list = await findRow(findGlobalList, lists(ctx).where('l.code', '=', code))
    return { ...list, entries: await entriesOf(ctx.db, list.id) }
  })
  on.command(insertGlobalList, ({ entries, status, ...list }, ctx) =>
    globalLists.insert(ctx, list, { to: status, children: ({ id }) => storeEntries(ctx.tx, id, entries) }),
  )
  on.command(updateGlobalList, ({ id, version, entries, status, name, description = '' }, ctx) =>
    globalLists.update(ctx, { id, version }, { name, description }, { to: status, children: () => storeEntries(ctx.tx, id, entries) }),
  )
  on.bulk(changeGlobalListStatus, async (row, { status }, ctx) => void (await globalLists.moveTo(ctx, row, status)))
  on.command(removeGlobalList, (row, ctx) => globalLists.remove(ctx, row))
}

/** What forms offer: active entries of active lists, lists in the order asked for. */
async function choicesOf(codes: string[], { db, language }: RequestContext) {
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

/** Makes these the entries of a list, in this order. */
export async function storeEntries(tx: Tx, listId: string, entries: readonly Entry[]): Promise<void> {
  await tx.deleteFrom('masterdata.global_list_entry').where('list_id', '=', listId).execute()
  if (entries.length === 0) return
  const rows = entries.map(({ key, value, valueEn, description, status }, position) => ({
    list_id: listId,
    key,
    value,
    value_en: valueEn ?? '',
    description: description ?? '',
    position,
    status,
  }))
  await tx.insertInto('masterdata.global_list_entry').values(rows).execute()
}

async function entriesOf(db: ScopedDb, listId: string) {
  return await db
    .selectFrom('masterdata.global_list_entry')
    .select(['key', 'value', 'value_en as valueEn', 'description', sql<Status>`status`.as('status')])
    .where('list_id', '=', listId)
    .orderBy('position')
    .execute()
}
