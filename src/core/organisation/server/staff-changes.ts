import { sql } from 'kysely'
import { organisationErrors } from '#core/organisation/contract/errors.ts'
import {
  changeStaffStatus,
  createStaffMember,
  grantPositions,
  removeStaffMember,
  revokePositions,
  updateStaffMember,
} from '#core/organisation/contract/staff.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { current, refusedField } from '#platform/server/refusals.ts'
import { assertMoves } from './changing.ts'

const STAFF = 'organisation.staff'

interface Changed {
  id: string
  version: number
}

export function registerStaffChanges(on: Registrar): void {
  on.command(createStaffMember, create)
  on.command(updateStaffMember, update)
  on.command(changeStaffStatus, changeStatus)
  on.command(removeStaffMember, remove)
  on.command(grantPositions, ({ id, version, positions }, ctx) => changePositions(ctx, { id, version }, (now) => [...new Set([...now, ...positions])]))
  on.command(revokePositions, ({ id, version, positions }, ctx) =>
    changePositions(ctx, { id, version }, (now) => now.filter((one) => !positions.includes(one))),
  )
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

async function create(input: InputOf<typeof createStaffMember>, ctx: CommandContext): Promise<Changed> {
  await assertPlace(ctx, input)
  const { code, fullName, mobile, email, unitId, partnerId, positions } = input
  const created = await ctx.tx
    .insertInto(STAFF)
    .values({
      code,
      full_name: fullName,
      mobile: mobile ?? '',
      email: email ?? '',
      unit_id: unitId ?? null,
      partner_id: partnerId ?? null,
      positions: [...new Set(positions)],
      updated_at: ctx.now,
      updated_by: ctx.session.account,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!created) throw refusedField('code', organisationErrors.staffTaken, ctx.language, { code })
  await assertOwn(ctx, created.id, input)
  ctx.subject(STAFF, created.id, { after: input })
  return created
}

/** The member of staff of the caller's scope, locked. */
async function forChange({ tx, scope }: CommandContext, id: string, version: number) {
  const seen = await scope.selectFrom('organisation.staff as s').select('s.id').where('s.id', '=', id).executeTakeFirst()
  return current(seen && (await tx.selectFrom(STAFF).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()), version)
}

async function save(ctx: CommandContext, { id, version }: Changed, values: Record<string, unknown>): Promise<Changed> {
  return await ctx.tx
    .updateTable(STAFF)
    .set({ ...values, version: version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

async function update({ id, version, ...input }: InputOf<typeof updateStaffMember>, ctx: CommandContext): Promise<Changed> {
  const before = await forChange(ctx, id, version)
  const after = { ...input, mobile: input.mobile ?? '', email: input.email ?? '', unitId: input.unitId ?? null, partnerId: input.partnerId ?? null }
  const moves = after.unitId !== before.unit_id || after.partnerId !== before.partner_id
  if (moves) await assertPlace(ctx, input)
  const { fullName, mobile, email, unitId, partnerId } = after
  const changed = await save(ctx, { id, version }, { full_name: fullName, mobile, email, unit_id: unitId, partner_id: partnerId })
  if (moves) await assertOwn(ctx, id, input)
  const { full_name, unit_id, partner_id } = before
  ctx.subject(STAFF, id, { before: { fullName: full_name, mobile: before.mobile, email: before.email, unitId: unit_id, partnerId: partner_id }, after })
  return changed
}

async function changeStatus({ id, version, status, reason }: InputOf<typeof changeStaffStatus>, ctx: CommandContext): Promise<Changed> {
  const person = await forChange(ctx, id, version)
  assertMoves(person.status, status)
  if (status === 'CLOSED') await assertNoAccount(ctx, person)
  const changed = await save(ctx, { id, version }, { status })
  ctx.subject(STAFF, id, { before: { status: person.status }, after: { status, reason: reason ?? '' } })
  return changed
}

/** Throws ORG-009 while the person has an account that is in use. */
async function assertNoAccount({ tx }: CommandContext, { id, full_name }: { id: string; full_name: string }): Promise<void> {
  const held = await tx.selectFrom('iam.account_place').select('account').where('staff_id', '=', id).executeTakeFirst()
  if (held) throw new AppError(organisationErrors.staffAccount, { name: full_name, account: held.account ?? '' })
}

async function remove({ id, version }: InputOf<typeof removeStaffMember>, ctx: CommandContext): Promise<Changed> {
  const person = await forChange(ctx, id, version)
  await assertNoAccount(ctx, person)
  const { code, full_name: fullName, unit_id: unitId, partner_id: partnerId, positions, status } = person
  const { rows } = await sql<{ gone: boolean }>`select organisation.remove_staff(${id}) as gone`.execute(ctx.tx)
  if (!rows[0]?.gone) throw new AppError(organisationErrors.staffUsed, { name: fullName })
  ctx.subject(STAFF, id, { before: { code, fullName, unitId, partnerId, positions, status } })
  return { id, version: version + 1 }
}

async function changePositions(ctx: CommandContext, { id, version }: Changed, next: (now: readonly string[]) => string[]): Promise<Changed> {
  const person = await forChange(ctx, id, version)
  const positions = next(person.positions)
  const changed = await save(ctx, { id, version }, { positions })
  ctx.subject(STAFF, id, { before: { positions: person.positions }, after: { positions } })
  return changed
}
