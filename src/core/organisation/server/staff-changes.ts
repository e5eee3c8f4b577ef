import { sql } from 'kysely'
import { organisationErrors } from '#core/organisation/contract/errors.ts'
import {
  changeStaffStatus,
  createStaffMember,
  grantPositions,
  moveStaffMember,
  removeStaffMember,
  revokePositions,
  updateStaffMember,
} from '#core/organisation/contract/staff.ts'
import { unitMachine } from '#core/organisation/contract/unit.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { assertNothingOpen } from './holds-money.ts'
import type { OrganisationSetup } from './setup.ts'

const staff = defineRecord({
  table: 'organisation.staff',
  scoped: true,
  lock: 'for no key update',
  machine: unitMachine,
  unique: { column: 'code', error: organisationErrors.staffTaken },
  picture: ({ code, full_name: fullName, mobile, email, unit_id: unitId, partner_id: partnerId, positions, status }) => ({
    code,
    fullName,
    mobile,
    email,
    unitId,
    partnerId,
    positions,
    status,
  }),
})

export function registerStaffChanges(on: Registrar, setup: OrganisationSetup): void {
  on.command(createStaffMember, create)
  on.command(updateStaffMember, (input, ctx) => update(input, ctx, setup))
  on.command(moveStaffMember, (input, ctx) => move(input, ctx, setup))
  on.command(changeStaffStatus, (input, ctx) => changeStatus(input, ctx, setup))
  on.command(removeStaffMember, remove)
  on.command(grantPositions, ({ positions, ...ref }, ctx) => changePositions(ctx, ref, (now) => [...new Set([...now, ...positions])]))
  on.command(revokePositions, ({ positions, ...ref }, ctx) => changePositions(ctx, ref, (now) => now.filter((one) => !positions.includes(one))))
}

interface Place {
  unitId?: string | undefined
  partnerId?: string | undefined
}

/** Exactly one of unit and partner, active; nobody closes the unit before the commit. */
async function assertPlace(ctx: CommandContext, { unitId, partnerId }: Place): Promise<void> {
  const refused = refusedField(partnerId === undefined ? 'unitId' : 'partnerId', organisationErrors.staffPlace, ctx.language)
  if ((unitId === undefined) === (partnerId === undefined)) throw refused
  const place =
    unitId === undefined
      ? await ctx.tx.selectFrom('organisation.partner').select('status').where('id', '=', String(partnerId)).executeTakeFirst()
      : await ctx.tx.selectFrom('organisation.unit').select('status').where('id', '=', unitId).forShare().executeTakeFirst()
  if (place?.status !== 'ACTIVE') throw refused
}

/** After a change the person must still be one of the caller's scope: nobody is sent, or made, where the caller sees nothing. */
async function assertOwn(ctx: CommandContext, id: string, { partnerId }: Place): Promise<void> {
  const seen = await ctx.scope.selectFrom('organisation.staff as s').select('s.id').where('s.id', '=', id).executeTakeFirst()
  if (!seen) throw refusedField(partnerId === undefined ? 'unitId' : 'partnerId', organisationErrors.staffPlace, ctx.language)
}

async function create(input: InputOf<typeof createStaffMember>, ctx: CommandContext): Promise<Ref> {
  await assertPlace(ctx, input)
  const { code, positions } = input
  const created = await staff.insert(ctx, { code, ...columnsOf(input), positions: [...new Set(positions)] })
  await assertOwn(ctx, created.id, input)
  return created
}

const columnsOf = ({ fullName, mobile, email, unitId, partnerId }: Omit<InputOf<typeof updateStaffMember>, 'id' | 'version'>) => ({
  full_name: fullName,
  mobile: mobile ?? '',
  email: email ?? '',
  unit_id: unitId ?? null,
  partner_id: partnerId ?? null,
})

/** Throws ORG-012 while the person holds a shift or cash. */
function assertNothingHeld(ctx: CommandContext, { id, full_name: name }: { id: string; full_name: string }, { holdsMoney }: OrganisationSetup): Promise<void> {
  return assertNothingOpen(holdsMoney, (holder) => holder.ofStaff?.(ctx.tx, id), { refused: organisationErrors.staffHoldsMoney, name, language: ctx.language })
}

async function update({ id, version, ...input }: InputOf<typeof updateStaffMember>, ctx: CommandContext, setup: OrganisationSetup): Promise<Ref> {
  await setup.staffAccounts.lock(ctx)
  const person = await staff.forChange(ctx, { id, version })
  const values = columnsOf(input)
  const moves = values.unit_id !== person.row.unit_id || values.partner_id !== person.row.partner_id
  if (moves) await assertNothingHeld(ctx, person.row, setup)
  if (moves) await assertPlace(ctx, input)
  const changed = await staff.update(ctx, person, values)
  if (moves) await assertOwn(ctx, id, input)
  if (moves && input.unitId !== undefined) await setup.staffAccounts.follow(ctx, id, input.unitId)
  return changed
}

async function move({ unitId, reason, ...ref }: InputOf<typeof moveStaffMember>, ctx: CommandContext, setup: OrganisationSetup): Promise<Ref> {
  await setup.staffAccounts.lock(ctx)
  const person = await staff.forChange(ctx, ref)
  if (person.row.unit_id === unitId) throw refusedField('unitId', organisationErrors.sameUnit, ctx.language)
  await assertNothingHeld(ctx, person.row, setup)
  await assertPlace(ctx, { unitId })
  const changed = await staff.update(ctx, person, { unit_id: unitId, partner_id: null }, { note: { reason } })
  await assertOwn(ctx, ref.id, { unitId })
  await setup.staffAccounts.follow(ctx, ref.id, unitId)
  return changed
}

async function changeStatus({ status, reason = '', ...ref }: InputOf<typeof changeStaffStatus>, ctx: CommandContext, setup: OrganisationSetup): Promise<Ref> {
  const person = await staff.forChange(ctx, ref)
  if (status !== 'ACTIVE') await assertNothingHeld(ctx, person.row, setup)
  if (status === 'CLOSED') await assertNoAccount(ctx, person.row)
  return staff.moveTo(ctx, person, status, { note: { reason } })
}

/** Throws ORG-009 while the person has an account that is in use. */
async function assertNoAccount({ tx }: CommandContext, { id, full_name }: { id: string; full_name: string }): Promise<void> {
  const held = await tx.selectFrom('iam.account_place').select('account').where('staff_id', '=', id).executeTakeFirst()
  if (held) throw new AppError(organisationErrors.staffAccount, { name: full_name, account: held.account ?? '' })
}

async function remove(ref: InputOf<typeof removeStaffMember>, ctx: CommandContext): Promise<Ref> {
  const { row, before } = await staff.forChange(ctx, ref)
  await assertNoAccount(ctx, row)
  const { rows } = await sql<{ gone: boolean }>`select organisation.remove_staff(${row.id}) as gone`.execute(ctx.tx)
  if (!rows[0]?.gone) throw new AppError(organisationErrors.staffUsed, { name: row.full_name })
  ctx.subject(staff.subject, row.id, { before })
  return { id: row.id, version: row.version + 1 }
}

async function changePositions(ctx: CommandContext, ref: Ref, change: (now: string[]) => string[]): Promise<Ref> {
  const person = await staff.forChange(ctx, ref)
  return staff.update(ctx, person, { positions: change(person.row.positions) })
}
