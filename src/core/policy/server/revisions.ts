import { changesOf } from '#core/approvals/contract/changes.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { policyErrors } from '../contract/policies.ts'
import { PolicyPicture } from '../contract/release.ts'
import { type clonePolicy, type endPolicy, type policyRevisions, revisionErrors } from '../contract/revisions.ts'
import { feesOf } from './fees.ts'
import { type Content, checkContent, insertRevision } from './policies.ts'
import { policies, type Row, shownOf } from './record.ts'

export function revisionBefore(db: Queryable, row: Pick<Row, 'code' | 'revision'>): Promise<Row | undefined> {
  return db
    .selectFrom('policy.policy')
    .selectAll()
    .where('code', '=', row.code)
    .where('revision', '<', row.revision)
    .orderBy('revision', 'desc')
    .executeTakeFirst()
}

type Revisions = OutputOf<typeof policyRevisions>

export async function revisionsOf({ id }: InputOf<typeof policyRevisions>, { runtime: { db } }: RequestContext): Promise<Revisions> {
  const row = await db.selectFrom('policy.policy').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const previous = await revisionBefore(db, row)
  return {
    revisions: await db
      .selectFrom('policy.policy')
      .select(['id', 'revision', 'status', 'effective_from as effectiveFrom', 'effective_to as effectiveTo'])
      .where('code', '=', row.code)
      .orderBy('revision', 'desc')
      .$castTo<Revisions['revisions'][number]>()
      .execute(),
    changes: previous ? changesOf(PolicyPicture, await shownOf(db, previous), await shownOf(db, row)) : null,
  }
}

/** The next revision of a policy, or the first one of another. */
export async function clone({ id, code, effectiveFrom }: InputOf<typeof clonePolicy>, ctx: CommandContext) {
  const row = await policies.lock(ctx.tx, { id })
  const target = code ?? row.code
  const known = await ctx.tx
    .selectFrom('policy.policy')
    .select(['revision', 'status'])
    .where('code', '=', target)
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  if (code !== undefined && known) throw new AppError(policyErrors.codeTaken, { code })
  if (known && ['DRAFT', 'PENDING'].includes(known.status)) throw new AppError(revisionErrors.draftExists, { code: target, revision: known.revision })
  const fees = await feesOf(ctx.tx, id)
  const content: Content = { name: row.name, description: row.description, effectiveFrom, effectiveTo: null, fees }
  checkContent(content, ctx)
  return insertRevision({ code: target, service: row.service, revision: (known?.revision ?? 0) + 1 }, content, ctx)
}

/** Gives a revision its last day. */
export async function end({ id, version, lastDay, reason }: InputOf<typeof endPolicy>, ctx: CommandContext): Promise<Ref> {
  const policy = await policies.forChange(ctx, { id, version })
  const { effective_from, effective_to } = policy.row
  if (effective_to !== null && lastDay > effective_to) throw refusedField('lastDay', revisionErrors.endBefore, ctx.language)
  // One that has not begun yet never does.
  const last = lastDay < effective_from ? addDays(effective_from, -1) : lastDay
  return policies.fire(ctx, policy, 'end', { set: { effective_to: last, end_reason: reason }, note: { reason } })
}
