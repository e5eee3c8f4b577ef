import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { changeGlobalListStatus, insertGlobalList, removeGlobalList, updateGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Registrar } from '#platform/server/module.ts'
import { currentForForm } from '../refusal.ts'

const SUBJECT = 'masterdata.global_list'

type EntryInput = InputOf<typeof insertGlobalList>['entries'][number]

export interface GlobalListInput {
  code: string
  name: string
  description?: string | undefined
  status?: 'ACTIVE' | 'LOCKED'
  entries: readonly EntryInput[]
}

export function registerListChanges(on: Registrar): void {
  on.command(insertGlobalList, async (input, ctx) => {
    const created = await createGlobalList(ctx.tx, input, ctx.session.account, ctx.now)
    if (!created) throw new AppError(masterdataErrors.listCodeTaken, { code: input.code })
    ctx.subject(SUBJECT, created.id, { after: input })
    return created
  })

  on.command(updateGlobalList, async ({ id, version, entries, ...input }, ctx) => {
    const { tx } = ctx
    const row = await forChange(tx, id, version)
    const before = await storedEntries(tx, id)
    const changed = await tx
      .updateTable('masterdata.global_list')
      .set({
        name: input.name,
        description: input.description ?? '',
        status: input.status,
        version: version + 1,
        updated_at: ctx.now,
        updated_by: ctx.session.account,
      })
      .where('id', '=', id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('masterdata.global_list_entry').where('list_id', '=', id).execute()
    await storeEntries(tx, id, entries)
    ctx.subject(SUBJECT, id, { before: { name: row.name, description: row.description, status: row.status, entries: before }, after: { ...input, entries } })
    return changed
  })

  on.bulk(changeGlobalListStatus, async ({ id, version }, { status }, ctx) => {
    const row = await forChange(ctx.tx, id, version)
    if (row.status === status) throw new AppError(errors.state)
    await ctx.tx
      .updateTable('masterdata.global_list')
      .set({ status, version: version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
      .where('id', '=', id)
      .execute()
    ctx.subject(SUBJECT, id, { before: { code: row.code, status: row.status }, after: { status } })
  })

  on.command(removeGlobalList, async ({ id, version }, ctx) => {
    const { code, name, description } = await forChange(ctx.tx, id, version)
    const entries = await storedEntries(ctx.tx, id)
    await ctx.tx.deleteFrom('masterdata.global_list').where('id', '=', id).execute()
    ctx.subject(SUBJECT, id, { before: { code, name, description, entries } })
    return { id, version: version + 1 }
  })
}

/** Creates a list with its entries; undefined when the code is taken. */
export async function createGlobalList(
  tx: Tx,
  { code, name, description, status, entries }: GlobalListInput,
  account: string,
  now: Date,
): Promise<{ id: string; version: number } | undefined> {
  const created = await tx
    .insertInto('masterdata.global_list')
    .values({ code, name, description: description ?? '', status: status ?? 'ACTIVE', updated_at: now, updated_by: account })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (created) await storeEntries(tx, created.id, entries)
  return created
}

async function forChange(tx: Tx, id: string, version: number) {
  const row = await tx.selectFrom('masterdata.global_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return await currentForForm(row, version, async ({ name, description, status }) => ({ name, description, status, entries: await storedEntries(tx, id) }))
}

async function storeEntries(tx: Tx, listId: string, entries: readonly EntryInput[]): Promise<void> {
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
