import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { ADMINISTRATION } from '#kernel/applications.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { heldBy, potentialUris } from './guard.ts'

export interface ScopeWish {
  scopeKind: ScopeGrant['kind']
  scopeUnitIds: readonly string[]
  unitId: string | null
  partnerId: string | null
}

/** Whose rights are the measure. */
type Judge = Pick<RequestContext, 'session' | 'scope'>
/** As above, with the language of refusals. */
type Asker = Judge & Pick<RequestContext, 'language'>

/** Units that the caller's own scope holds; throws 422 when one of them lies outside or does not exist. */
async function assertOwnUnits(ctx: Asker, ids: readonly string[], field: string): Promise<void> {
  if (!(await seesUnits(ctx, ids))) throw refusedField(field, errors.reference, ctx.language)
}

async function seesUnits({ scope }: Judge, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const rows = await scope.selectFrom('organisation.unit as g').select('g.id').where('g.id', 'in', wanted).execute()
  return rows.length === wanted.length
}

/** A closed unit takes nobody in; held until the commit, as it may be about to close. */
async function assertOpen({ tx, language }: Pick<CommandContext, 'tx' | 'language'>, unitId: string): Promise<void> {
  const unit = await tx.selectFrom('organisation.unit').select('status').where('id', '=', unitId).forShare().executeTakeFirst()
  if (unit?.status !== 'ACTIVE') throw refusedField('unitId', iamErrors.unknownUnit, language)
}

/** Where a user works: at most one of unit and partner, and within what the caller sees. */
export async function assertPlace(ctx: Asker & Pick<CommandContext, 'tx'>, { unitId, partnerId }: Pick<ScopeWish, 'unitId' | 'partnerId'>): Promise<void> {
  if (unitId !== null && partnerId !== null) throw refusedField('partnerId', accessErrors.place, ctx.language)
  if (unitId !== null) await assertOwnUnits(ctx, [unitId], 'unitId')
  if (unitId !== null) await assertOpen(ctx, unitId)
  const { scope } = ctx.session
  if (partnerId !== null && scope.kind !== 'ALL' && !(scope.kind === 'PARTNER' && scope.partnerId === partnerId))
    throw refusedField('partnerId', accessErrors.scopeBeyond, ctx.language)
  if (unitId === null && partnerId === null && scope.kind !== 'ALL') throw refusedField('unitId', accessErrors.place, ctx.language)
}

/** That the wish makes sense for the place, and reaches no further than the caller's own scope. Throws IAM-102, IAM-114, IAM-115. */
export async function assertScope(ctx: Asker, wish: ScopeWish): Promise<void> {
  const { scopeKind: kind, unitId, partnerId } = wish
  const refuse = (definition: ErrorDefinition) => refusedField('scopeKind', definition, ctx.language)
  if (partnerId !== null && kind !== 'PARTNER' && kind !== 'SELF') throw refuse(accessErrors.partnerScope)
  if (kind === 'PARTNER' && partnerId === null) throw refuse(accessErrors.place)
  if ((kind === 'UNIT' || kind === 'UNIT_AND_BELOW') && unitId === null) throw refuse(accessErrors.place)
  if (kind === 'UNITS' && wish.scopeUnitIds.length === 0) throw refusedField('scopeUnitIds', accessErrors.scopeUnits, ctx.language)
  if (kind === 'UNITS') await assertOwnUnits(ctx, wish.scopeUnitIds, 'scopeUnitIds')
  if (!(await withinOwn(ctx, wish))) throw new AppError(accessErrors.scopeBeyond)
}

/** Whether somebody of this scope sees nothing that the caller does not see. */
export async function withinOwn(judge: Judge, { scopeKind: kind, scopeUnitIds, unitId, partnerId }: ScopeWish): Promise<boolean> {
  const own = judge.session.scope
  if (own.kind === 'ALL' || kind === 'SELF') return true
  if (kind === 'ALL') return false
  if (kind === 'PARTNER') return own.kind === 'PARTNER' && own.partnerId === partnerId
  if (own.kind === 'PARTNER' || own.kind === 'SELF') return false
  // Who sees one unit without what lies below cannot give what lies below.
  if (own.kind === 'UNIT' && kind !== 'UNIT') return false
  if (kind === 'UNITS') return await seesUnits(judge, scopeUnitIds)
  return unitId === null || (await seesUnits(judge, [unitId]))
}

/** Whether the user may do what the caller may not ('manage': of administration; 'take-over': of anything), or sees what they do not. */
export async function isAbove(
  ctx: Judge & Pick<RequestContext, 'runtime'> & { tx?: Tx },
  target: { id: string },
  how: 'manage' | 'take-over',
): Promise<boolean> {
  const db = ctx.tx ?? ctx.runtime.db
  const uris = await potentialUris(db, target.id, how === 'manage' ? ADMINISTRATION : null)
  const held = await heldBy(db, ctx.session)
  if (uris.some((uri) => !held.has(uri))) return true
  const user = await db.selectFrom('iam.user_account').select(['scope_kind', 'unit_id', 'partner_id']).where('id', '=', target.id).executeTakeFirstOrThrow()
  const units = await db.selectFrom('iam.user_scope_unit').select('unit_id').where('user_id', '=', target.id).execute()
  const scopeKind = user.scope_kind as ScopeGrant['kind']
  const has = { scopeKind, scopeUnitIds: units.map((unit) => unit.unit_id), unitId: user.unit_id, partnerId: user.partner_id }
  return !(await withinOwn(ctx, has))
}

/**
 * Nobody changes somebody who administers more than they do or sees more; and nobody gets hold of an account (its password, its
 * authenticator) that may do anything they may not. Throws IAM-103.
 */
export async function assertNotAbove(ctx: CommandContext, target: { id: string; account: string }, how: 'manage' | 'take-over'): Promise<void> {
  if (await isAbove(ctx, target, how)) throw new AppError(accessErrors.above, { account: target.account })
}
