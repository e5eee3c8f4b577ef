import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { refusedField } from './guard.ts'

export interface ScopeWish {
  scopeKind: ScopeGrant['kind']
  scopeUnitIds: readonly string[]
  unitId: string | null
  partnerId: string | null
}

/** Units that the caller's own scope holds; throws 422 when one of them lies outside or does not exist. */
async function assertOwnUnits(ctx: CommandContext, ids: readonly string[], field: string): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await ctx.scope.selectFrom('organisation.unit as g').select('g.id').where('g.id', 'in', wanted).execute()
  if (rows.length < wanted.length) throw refusedField(field, errors.reference, ctx.language)
}

/** Where a user works: at most one of unit and partner, and within what the caller sees. */
export async function assertPlace(ctx: CommandContext, { unitId, partnerId }: Pick<ScopeWish, 'unitId' | 'partnerId'>): Promise<void> {
  if (unitId !== null && partnerId !== null) throw refusedField('partnerId', accessErrors.place, ctx.language)
  if (unitId !== null) await assertOwnUnits(ctx, [unitId], 'unitId')
  const { scope } = ctx.session
  if (partnerId !== null && scope.kind !== 'ALL' && !(scope.kind === 'PARTNER' && scope.partnerId === partnerId))
    throw refusedField('partnerId', accessErrors.scopeBeyond, ctx.language)
  if (unitId === null && partnerId === null && scope.kind !== 'ALL') throw refusedField('unitId', accessErrors.place, ctx.language)
}

/** That the wish makes sense for the place, and reaches no further than the caller's own scope. Throws IAM-102, IAM-114, IAM-115. */
export async function assertScope(ctx: CommandContext, wish: ScopeWish): Promise<void> {
  const { scopeKind: kind, unitId, partnerId } = wish
  const refuse = (definition: ErrorDefinition) => refusedField('scopeKind', definition, ctx.language)
  if (partnerId !== null && kind !== 'PARTNER' && kind !== 'SELF') throw refuse(accessErrors.partnerScope)
  if (kind === 'PARTNER' && partnerId === null) throw refuse(accessErrors.place)
  if ((kind === 'UNIT' || kind === 'UNIT_AND_BELOW') && unitId === null) throw refuse(accessErrors.place)
  if (kind === 'UNITS' && wish.scopeUnitIds.length === 0) throw refusedField('scopeUnitIds', accessErrors.place, ctx.language)
  await assertWithinOwn(ctx, wish)
}

async function assertWithinOwn(ctx: CommandContext, { scopeKind: kind, scopeUnitIds, unitId, partnerId }: ScopeWish): Promise<void> {
  const own = ctx.session.scope
  if (kind === 'UNITS') await assertOwnUnits(ctx, scopeUnitIds, 'scopeUnitIds')
  if (own.kind === 'ALL' || kind === 'SELF') return
  const beyond = new AppError(accessErrors.scopeBeyond)
  if (kind === 'ALL') throw beyond
  if (kind === 'PARTNER') {
    if (own.kind === 'PARTNER' && own.partnerId === partnerId) return
    throw beyond
  }
  if (own.kind === 'PARTNER' || own.kind === 'SELF') throw beyond
  // Who sees one unit without what lies below cannot give what lies below.
  if (own.kind === 'UNIT' && kind !== 'UNIT') throw beyond
  if (unitId !== null && kind !== 'UNITS') await assertOwnUnits(ctx, [unitId], 'scopeKind')
}
