import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { changeGlobalListStatus, insertGlobalList, removeGlobalList, updateGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Registrar } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'

type Entry = InputOf<typeof insertGlobalList>['entries'][number]

const globalLists = defineRecord({
  table: 'masterdata.global_list',
  machine: statusMachine,
  unique: { column: 'code', error: masterdataErrors.listCodeTaken },
  picture: async ({ id, code, name, description, status }, tx) => ({ code, name, description, status, entries: await storedEntries(tx, id) }),
  form: ({ code: _code, ...fields }) => fields,
})

export function registerListChanges(on: Registrar): void {
  on.command(insertGlobalList, ({ entries, status, ...list }, ctx) =>
    globalLists.insert(ctx, list, { to: status, children: ({ id }) => storeEntries(ctx.tx, id, entries) }),
  )
  on.command(updateGlobalList, ({ id, version, entries, status, name, description = '' }, ctx) =>
    globalLists.update(ctx, { id, version }, { name, description }, { to: status, children: () => storeEntries(ctx.tx, id, entries) }),
  )
  on.bulk(changeGlobalListStatus, async (row, { status }, ctx) => void (await globalLists.moveTo(ctx, row, status)))
  on.command(removeGlobalList, (row, ctx) => globalLists.remove(ctx, row))
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

async function storedEntries(tx: Tx, listId: string) {
  return await tx
    .selectFrom('masterdata.global_list_entry')
    .select(['key', 'value', 'value_en as valueEn', 'description', 'status'])
    .where('list_id', '=', listId)
    .orderBy('position')
    .execute()
}
