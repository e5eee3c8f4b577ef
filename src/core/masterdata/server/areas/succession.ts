import { sql } from 'kysely'
import { closeArea, linkSuccessor, unlinkSuccessor } from '#core/masterdata/contract/areas/area.ts'
import type { SuccessionKind } from '#core/masterdata/contract/areas/area-kinds.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { stampOf } from '#platform/server/record/record.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { type AreaRow, areas, checkPlace } from './rules.ts'

export function registerSuccession(on: Registrar): void {
  on.command(closeArea, close)

  on.command(linkSuccessor, async ({ oldId, newId, kind, note }, ctx) => {
    const old = await areas.lock(ctx.tx, { id: oldId })
    if (old.valid_to === null) throw new AppError(masterdataErrors.areaNotEnded)
    const [id = ''] = await succeed(ctx.tx, { ...old, valid_to: old.valid_to }, [{ id: newId, kind }], note ?? '')
    ctx.subject(areas.subject, oldId, { after: { successor: newId, kind } })
    return { id }
  })

  on.command(unlinkSuccessor, async ({ oldId, newId }, ctx) => {
    const { tx } = ctx
    const gone = await tx
      .deleteFrom('masterdata.area_successor')
      .where('old_id', '=', oldId)
      .where('new_id', '=', newId)
      .returning(['id', 'kind'])
      .executeTakeFirst()
    if (!gone) throw new AppError(errors.notFound)
    await noteGaps(tx, [oldId])
    ctx.subject(areas.subject, oldId, { before: { successor: newId, kind: gone.kind } })
    return { id: gone.id }
  })
}

/** The last day of an area, with everything below it when asked to, and what it becomes. Communes that become nothing known are noted as gaps. */
async function close({ id, version, lastDay, withChildren, successors, note }: InputOf<typeof closeArea>, ctx: CommandContext) {
  const { tx, language } = ctx
  const { row: area } = await areas.forChange(ctx, { id, version })
  if (lastDay < area.valid_from) refuseField('lastDay', 'dateOrder', language)
  const below = await areasBelow(tx, area, lastDay)
  if (below.length > 0) {
    if (!withChildren || below.some((each) => each.validFrom > lastDay)) throw new AppError(masterdataErrors.areaHasChildren, { count: below.length })
    await tx
      .updateTable('masterdata.administrative_area')
      .set((eb) => ({ valid_to: lastDay, version: eb('version', '+', 1), updated_at: ctx.now, updated_by: ctx.session.account }))
      .where('id', 'in', ids(below))
      .execute()
  }
  const closed = await areas.save(tx, stampOf(ctx), area, { valid_to: lastDay })
  await succeed(tx, { ...area, valid_to: lastDay }, successors, note ?? '')
  await noteGaps(tx, [id, ...ids(below)])
  await checkPlace(tx, area.parent_code)
  ctx.subject(areas.subject, id, { before: { validTo: area.valid_to }, after: { lastDay, below: below.length, successors, note } })
  return { id, version: closed.version }
}

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** What stands below an area after a day and has no other parent of the code then, over all levels. */
async function areasBelow(tx: Tx, area: AreaRow, lastDay: string): Promise<{ id: string; validFrom: string }[]> {
  const { rows } = await sql<{ id: string; validFrom: string }>`
    with recursive below as (
      select c.id, c.level, c.code, c.valid_from, c.valid_to from masterdata.administrative_area c
      where c.parent_level = ${area.level} and c.parent_code = ${area.code} and coalesce(c.valid_to, 'infinity') > ${lastDay} and c.valid_from <= coalesce(${area.valid_to}::date, 'infinity')
        and not exists (select from masterdata.administrative_area p where p.level = ${area.level} and p.code = ${area.code} and p.id <> ${area.id} and p.valid_from <= c.valid_from and p.valid_from > ${lastDay})
      union all
      select c.id, c.level, c.code, c.valid_from, c.valid_to from below b
      join masterdata.administrative_area c on c.parent_level = b.level and c.parent_code = b.code
        and coalesce(c.valid_to, 'infinity') > ${lastDay} and c.valid_from <= coalesce(b.valid_to, 'infinity')
    )
    select id, valid_from as "validFrom" from below`.execute(tx)
  return rows
}

/** Records what an ended area became; each new one must outlast it. Answers the ids of the records. */
async function succeed(
  tx: Tx,
  old: AreaRow & { valid_to: string },
  successors: readonly { id: string; kind: SuccessionKind }[],
  note: string,
): Promise<string[]> {
  if (successors.length === 0) return []
  const found = await tx.selectFrom('masterdata.administrative_area').select(['id', 'full_name', 'valid_to']).where('id', 'in', ids(successors)).execute()
  if (found.length < new Set(ids(successors)).size) throw new AppError(errors.reference)
  for (const next of found) {
    if (next.id === old.id || (next.valid_to !== null && next.valid_to <= old.valid_to))
      throw new AppError(masterdataErrors.areaSuccessor, { name: next.full_name })
  }
  const stored = await tx
    .insertInto('masterdata.area_successor')
    .values(successors.map(({ id, kind }) => ({ old_id: old.id, new_id: id, kind, note })))
    .returning('id')
    .execute()
  return ids(stored)
}

/** Of the given areas: ended communes that lead nowhere are noted as gaps. */
async function noteGaps(tx: Tx, areaIds: readonly string[]): Promise<void> {
  await sql`
    insert into masterdata.area_gap (area_id, reason)
    select a.id, 'NOT_RECORDED' from masterdata.administrative_area a
    where a.id = any(${areaIds}::bigint[]) and a.level = 'COMMUNE' and a.valid_to is not null and not exists (select from masterdata.area_successor s where s.old_id = a.id)
    on conflict do nothing`.execute(tx)
}
