import { sql } from 'kysely'
import { organisationErrors } from '#core/organisation/contract/errors.ts'
import type { UnitLevel } from '#core/organisation/contract/unit.ts'
import { changeUnitStatus, createUnit, listUnits, removeUnit, updateUnit } from '#core/organisation/contract/unit-changes.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { current, refusedField } from '#platform/server/refusals.ts'
import type { Scope } from '#platform/server/scope.ts'
import { assertMoves, NAMED, namesOf } from './changing.ts'

const UNIT = 'organisation.unit'

interface Changed {
  id: string
  version: number
}

export function registerUnitChanges(on: Registrar): void {
  on.list(listUnits, {
    query: ({ scope }) => unitsOf(scope),
    where: {
      text: words('u.code', 'u.name', 'u.address', 'u.phone'),
      level: oneOf('u.level'),
      status: oneOf('u.status'),
      unitId: within('u'),
    },
    key: 'u.id',
    sort: { code: 'u.code', name: 'u.name', level: 'u.level' },
  })
  on.command(createUnit, create)
  on.command(updateUnit, update)
  on.command(changeUnitStatus, changeStatus)
  on.command(removeUnit, remove)
}

function unitsOf(scope: Scope) {
  return scope
    .selectFrom('organisation.unit as u')
    .leftJoin(...lookup('organisation.unit_directory as p', { 'p.id': 'u.parent_id' }))
    .select(['u.id', 'u.code', 'u.name', 'u.level', 'u.parent_id as parentId', 'u.address', 'u.phone', 'u.status', 'u.version'])
    .select(['u.valid_from as validFrom', 'u.valid_to as validTo', sql<string>`coalesce(p.name, '')`.as('parentName')])
}

const ABOVE: Partial<Record<UnitLevel, UnitLevel>> = { PROVINCE: 'HEAD_OFFICE', DISTRICT: 'PROVINCE', POST_OFFICE: 'DISTRICT', PAYOUT_POINT: 'DISTRICT' }

async function create(input: InputOf<typeof createUnit>, ctx: CommandContext): Promise<Changed> {
  const { tx, scope } = ctx
  const { code, name, level, parentId, address, phone, validFrom } = input
  // Held until the commit, so that nobody closes the parent meanwhile.
  const parent = await tx.selectFrom(UNIT).select(['level', 'status']).where('id', '=', parentId).forShare().executeTakeFirst()
  const seen = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', parentId).executeTakeFirst()
  if (!seen || parent?.status !== 'ACTIVE' || parent.level !== ABOVE[level]) throw refusedField('parentId', organisationErrors.parentLevel, ctx.language)
  const created = await tx
    .insertInto(UNIT)
    .values({
      code,
      name,
      level,
      parent_id: parentId,
      address: address ?? '',
      phone: phone ?? '',
      valid_from: validFrom ?? localDate(ctx.now),
      updated_at: ctx.now,
      updated_by: ctx.session.account,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!created) throw refusedField('code', organisationErrors.unitTaken, ctx.language, { code })
  // Who sees one unit without what lies below it makes none below it.
  const own = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', created.id).executeTakeFirst()
  if (!own) throw refusedField('parentId', organisationErrors.parentLevel, ctx.language)
  ctx.subject(UNIT, created.id, { after: input })
  return created
}

/** The unit of the caller's scope, locked; only the server's own role may lock a row, so it is read once more without the scope. */
async function forChange({ tx, scope }: CommandContext, id: string, version: number) {
  const seen = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', id).executeTakeFirst()
  return current(seen && (await tx.selectFrom(UNIT).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()), version)
}

async function save(ctx: CommandContext, { id, version }: Changed, values: Record<string, unknown>): Promise<Changed> {
  return await ctx.tx
    .updateTable(UNIT)
    .set({ ...values, version: version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

async function update({ id, version, name, address = '', phone = '' }: InputOf<typeof updateUnit>, ctx: CommandContext): Promise<Changed> {
  const before = await forChange(ctx, id, version)
  const after = { name, address, phone }
  const changed = await save(ctx, { id, version }, after)
  ctx.subject(UNIT, id, { before: { name: before.name, address: before.address, phone: before.phone }, after })
  return changed
}

async function changeStatus({ id, version, status, reason }: InputOf<typeof changeUnitStatus>, ctx: CommandContext): Promise<Changed> {
  const unit = await forChange(ctx, id, version)
  assertMoves(unit.status, status)
  if (status === 'CLOSED') await assertEmpty(ctx, unit)
  const changed = await save(
    ctx,
    { id, version },
    { status, ...(status === 'CLOSED' ? { valid_to: sql`greatest(valid_from, ${localDate(ctx.now)}::date)` } : {}) },
  )
  ctx.subject(UNIT, id, { before: { status: unit.status }, after: { status, reason: reason ?? '' } })
  return changed
}

/** Throws ORG-003, ORG-004 or ORG-005 while units, staff or accounts that are in use belong to the unit. */
async function assertEmpty({ tx }: CommandContext, { id, name }: { id: string; name: string }): Promise<void> {
  const { rows } = await sql<{ units: string[]; staff: string[]; accounts: string[] }>`
    select array(select code from organisation.unit where parent_id = ${id} and status <> 'CLOSED' order by code limit ${NAMED + 1}) as units,
      array(select code from organisation.staff where unit_id = ${id} and status <> 'CLOSED' order by code limit ${NAMED + 1}) as staff,
      array(select account from iam.account_place where unit_id = ${id} order by account limit ${NAMED + 1}) as accounts`.execute(tx)
  const { units = [], staff = [], accounts = [] } = rows[0] ?? {}
  if (units.length > 0) throw new AppError(organisationErrors.hasUnits, { name, names: namesOf(units) })
  if (staff.length > 0) throw new AppError(organisationErrors.hasStaff, { name, names: namesOf(staff) })
  if (accounts.length > 0) throw new AppError(organisationErrors.hasAccounts, { name, names: namesOf(accounts) })
}

async function remove({ id, version }: InputOf<typeof removeUnit>, ctx: CommandContext): Promise<Changed> {
  const unit = await forChange(ctx, id, version)
  await assertEmpty(ctx, unit)
  const { rows } = await sql`select organisation.unit_uses(${id}) limit 1`.execute(ctx.tx)
  if (rows.length > 0) throw new AppError(organisationErrors.unitUsed, { name: unit.name })
  await ctx.tx.deleteFrom(UNIT).where('id', '=', id).execute()
  const { code, name, level, parent_id: parentId, address, phone, status } = unit
  ctx.subject(UNIT, id, { before: { code, name, level, parentId, address, phone, status } })
  return { id, version: version + 1 }
}
