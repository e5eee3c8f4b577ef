import { sql } from 'kysely'
import { organisationErrors } from '#core/organisation/contract/errors.ts'
import { type UnitLevel, unitMachine } from '#core/organisation/contract/unit.ts'
import { changeUnitStatus, createUnit, listUnits, removeUnit, updateUnit } from '#core/organisation/contract/unit-changes.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { defineRecord, type Ref, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { Scope } from '#platform/server/scope.ts'
import { assertNothingOpen, type HoldsMoney } from './holds-money.ts'

const UNIT = 'organisation.unit'

const units = defineRecord({
  table: UNIT,
  scoped: true,
  // Postings name the office of their journal while they hold the days and accounts that a close waits for.
  lock: 'for no key update',
  machine: unitMachine,
  unique: { column: 'code', error: organisationErrors.unitTaken },
  picture: ({ code, name, level, parent_id: parentId, address, phone, valid_from: validFrom, valid_to: validTo, status }) => ({
    code,
    name,
    level,
    parentId,
    address,
    phone,
    validFrom,
    validTo,
    status,
  }),
})

/** Names in a refusal at most. */
const NAMED = 5

export function registerUnitChanges(on: Registrar, { holdsMoney }: { holdsMoney: readonly HoldsMoney[] }): void {
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
  on.command(updateUnit, ({ name, address = '', phone = '', ...unit }, ctx) => units.update(ctx, unit, { name, address, phone }))
  on.command(changeUnitStatus, (input, ctx) => changeStatus(input, ctx, holdsMoney))
  on.command(removeUnit, remove)
}

function unitsOf(scope: Scope) {
  return scope
    .selectFrom('organisation.unit as u')
    .leftJoin(...lookup('organisation.unit_directory as p', { 'p.id': 'u.parent_id' }))
    .select(['u.id', 'u.code', 'u.name', 'u.level', 'u.parent_id as parentId', 'u.address', 'u.phone', 'u.status', 'u.version'])
    .select(['u.valid_from as validFrom', 'u.valid_to as validTo', sql<string>`coalesce(${sql.ref('p.name')}, '')`.as('parentName')])
}

const ABOVE: Partial<Record<UnitLevel, UnitLevel>> = { PROVINCE: 'HEAD_OFFICE', DISTRICT: 'PROVINCE', POST_OFFICE: 'DISTRICT', PAYOUT_POINT: 'DISTRICT' }

async function create(input: InputOf<typeof createUnit>, ctx: CommandContext): Promise<Ref> {
  const { tx, scope } = ctx
  const { code, name, level, parentId, address, phone, validFrom } = input
  // Held until the commit, so that nobody closes the parent meanwhile.
  const parent = await tx.selectFrom(UNIT).select(['level', 'status']).where('id', '=', parentId).forShare().executeTakeFirst()
  const seen = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', parentId).executeTakeFirst()
  if (!seen || parent?.status !== 'ACTIVE' || parent.level !== ABOVE[level]) throw refusedField('parentId', organisationErrors.parentLevel, ctx.language)
  const created = await units.insert(ctx, {
    code,
    name,
    level,
    parent_id: parentId,
    address: address ?? '',
    phone: phone ?? '',
    valid_from: validFrom ?? localDate(ctx.now),
  })
  // Who sees one unit without what lies below it makes none below it.
  const own = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', created.id).executeTakeFirst()
  if (!own) throw refusedField('parentId', organisationErrors.parentLevel, ctx.language)
  return created
}

async function changeStatus(
  { status, reason = '', ...ref }: InputOf<typeof changeUnitStatus>,
  ctx: CommandContext,
  holders: readonly HoldsMoney[],
): Promise<Ref> {
  const unit = await units.forChange(ctx, ref)
  if (status !== 'CLOSED') return units.moveTo(ctx, unit, status, { note: { reason } })
  const { id, name } = unit.row
  // Money first: it is what takes longest to settle.
  await assertNothingOpen(holders, (holder) => holder.ofUnit?.(ctx.tx, id), {
    refused: organisationErrors.unitHoldsMoney,
    name,
    language: ctx.language,
  })
  await assertEmpty(ctx, unit.row)
  for (const holder of holders) await holder.unitClosed?.(ctx.tx, id, stampOf(ctx))
  const set = { valid_to: sql<string>`greatest(valid_from, ${localDate(ctx.now)}::date)` }
  return units.moveTo(ctx, unit, status, { set, note: { reason } })
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

function namesOf(names: readonly string[]): string {
  return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}…` : names.join(', ')
}

async function remove(ref: InputOf<typeof removeUnit>, ctx: CommandContext): Promise<Ref> {
  const unit = await units.forChange(ctx, ref)
  // What is about to name the unit is waited for.
  await sql`select from organisation.unit where id = ${ref.id} for update`.execute(ctx.tx)
  await assertEmpty(ctx, unit.row)
  const { rows } = await sql`select organisation.unit_uses(${ref.id}) limit 1`.execute(ctx.tx)
  if (rows.length > 0) throw new AppError(organisationErrors.unitUsed, { name: unit.row.name })
  return units.remove(ctx, unit)
}
