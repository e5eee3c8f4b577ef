import { sql } from 'kysely'
import { z } from 'zod'
import { preferencesErrors } from '#core/preferences/contract/errors.ts'
import { type ListContract, SIGNED_IN } from '#kernel/contract.ts'
import { AppError, errors, type FieldError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { withRanges } from '#kernel/ranges.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import {
  type Audience,
  ColumnLayout,
  chooseDefaultView,
  createView,
  findArrangement,
  type ListView,
  listViews,
  MAX_PINS,
  MAX_VIEWS,
  pinView,
  removeView,
  SHARE_WITH_ALL,
  saveColumns,
  updateView,
  ViewContent,
} from '#kernel/views.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { Session } from '#platform/server/session/session.ts'

/** A view belongs to whoever made it. */
const views = defineRecord({
  table: 'preferences.list_view',
  visible: ({ session }) => sql`t.owner_id = ${session.userId}`,
  picture: ({ list, name, audience }) => ({ list, name, audience }),
})

export function registerViews(on: Registrar): void {
  /** The list, for who may see it; the same 404 for others as for one that does not exist. */
  const listOf = (path: string, { permissions }: Session): ListContract => {
    const contract = on.lists.get(path)
    if (!contract || (contract.permission !== SIGNED_IN && !permissions.has(contract.permission))) throw new AppError(errors.notFound)
    return contract
  }

  on.query(findArrangement, async ({ list }, ctx) => {
    listOf(list, ctx.session)
    return await arrangement(list, ctx)
  })

  on.query(saveColumns, async ({ list, columns }, ctx) => {
    const known = new Set(Object.keys(listOf(list, ctx.session).row.shape))
    await keep(ctx.runtime.db, ctx, list, { columns: columns && JSON.stringify(withoutUnknown(columns, known)) })
    return null
  })

  on.query(chooseDefaultView, async ({ list, viewId }, ctx) => {
    listOf(list, ctx.session)
    if (viewId !== null && !(await visibleViews(ctx.runtime.db, list, ctx.session)).some(({ id }) => id === viewId)) throw new AppError(errors.notFound)
    await keep(ctx.runtime.db, ctx, list, { default_view_id: viewId })
    return null
  })

  on.query(listViews, async (_input, ctx) => {
    const seen = await visibleViews(ctx.runtime.db, null, ctx.session)
    return seen.flatMap(({ list, id, name, mine, pinned }) => {
      const permission = on.lists.get(list)?.permission
      const allowed = permission !== undefined && permission !== SIGNED_IN && ctx.session.permissions.has(permission)
      return allowed ? [{ id, name, permission, mine, pinned }] : []
    })
  })

  on.query(pinView, async ({ list, viewId, pinned }, ctx) => {
    listOf(list, ctx.session)
    if (!(await visibleViews(ctx.runtime.db, list, ctx.session)).some(({ id }) => id === viewId)) throw new AppError(errors.notFound)
    await pin(viewId, pinned, ctx)
    return null
  })

  on.command(createView, async (input, ctx) => {
    const { list, name, audience } = input
    const content = checked(listOf(list, ctx.session), input.content, ctx.language)
    await assertRoom(ctx.tx, list, ctx.session)
    await assertNameFree(ctx, list, name, null)
    const created = await views.insert(ctx, {
      list,
      name,
      owner_id: ctx.session.userId,
      owner_name: ctx.session.fullName,
      ...sharedWith(audience, ctx.session),
      content: JSON.stringify(content),
      created_at: ctx.now,
    })
    if (input.asDefault) await keep(ctx.tx, ctx, list, { default_view_id: created.id })
    return created
  })

  on.command(updateView, async ({ id, version, name, audience, content }, ctx) => {
    const view = await views.forChange(ctx, { id, version })
    const contract = listOf(view.row.list, ctx.session)
    if (name !== undefined) await assertNameFree(ctx, view.row.list, name, id)
    return views.update(
      ctx,
      view,
      {
        name,
        ...(audience && sharedWith(audience, ctx.session)),
        content: content && JSON.stringify(checked(contract, content, ctx.language)),
      },
      { note: content && { content: 'changed' } },
    )
  })

  on.command(removeView, async (ref, ctx) => {
    await views.remove(ctx, ref)
    return null
  })
}

async function arrangement(list: string, { runtime: { db }, session }: RequestContext) {
  const [kept, seen] = await Promise.all([
    db
      .selectFrom('preferences.list_arrangement')
      .select(['columns', 'default_view_id'])
      .where('user_id', '=', session.userId)
      .where('list', '=', list)
      .executeTakeFirst(),
    visibleViews(db, list, session),
  ])
  // A default that was shared and no longer is has no effect.
  const defaultViewId = seen.some(({ id }) => id === kept?.default_view_id) ? (kept?.default_view_id ?? null) : null
  return { columns: ColumnLayout.safeParse(kept?.columns).data ?? null, defaultViewId, views: seen, audiences: audiencesOf(session) }
}

/** The person's own views and those shared with them, of one list or of all, own ones first, by name. */
export async function visibleViews(db: Queryable, list: string | null, { userId, unit, partnerId }: Session): Promise<(ListView & { list: string })[]> {
  const rows = await db
    .selectFrom('preferences.list_view as v')
    .leftJoin('preferences.pinned_view as p', (join) => join.onRef('p.view_id', '=', 'v.id').on('p.user_id', '=', userId))
    .select(['v.id', 'v.list', 'v.version', 'v.name', 'v.audience', 'v.owner_id', 'v.owner_name', 'v.content', 'p.pinned_at'])
    .$if(list !== null, (query) => query.where('v.list', '=', list))
    .where((eb) =>
      eb.or([
        eb('v.owner_id', '=', userId),
        eb('v.audience', '=', 'ALL'),
        ...(unit ? [eb('v.unit_id', '=', unit.id)] : []),
        ...(partnerId ? [eb('v.partner_id', '=', partnerId)] : []),
      ]),
    )
    .orderBy(sql`v.owner_id <> ${userId}`)
    .orderBy(inVietnamese('v.name'))
    .orderBy('v.id')
    .execute()
  return rows.flatMap(({ owner_id, owner_name, audience, content: stored, pinned_at, ...view }) => {
    // One of an earlier release that does not fit any more is as good as none.
    const content = ViewContent.safeParse(stored).data
    const mine = owner_id === userId
    return content ? [{ ...view, audience: audience as Audience, ownerName: owner_name, mine, pinned: pinned_at !== null, content }] : []
  })
}

async function pin(viewId: string, pinned: boolean, { runtime: { db }, session, now }: RequestContext): Promise<void> {
  if (!pinned) return void (await db.deleteFrom('preferences.pinned_view').where('user_id', '=', session.userId).where('view_id', '=', viewId).execute())
  const { n } = await db
    .selectFrom('preferences.pinned_view')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', session.userId)
    .where('view_id', '<>', viewId)
    .executeTakeFirstOrThrow()
  if (n >= MAX_PINS) throw new AppError(preferencesErrors.tooManyPins, { n: MAX_PINS })
  await db
    .insertInto('preferences.pinned_view')
    .values({ user_id: session.userId, view_id: viewId, pinned_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'view_id']).doNothing())
    .execute()
}

function audiencesOf({ unit, partnerId, permissions }: Session): Audience[] {
  return ['PRIVATE', ...(unit || partnerId ? (['UNIT'] as const) : []), ...(permissions.has(SHARE_WITH_ALL) ? (['ALL'] as const) : [])]
}

function sharedWith(audience: Audience, session: Session) {
  if (!audiencesOf(session).includes(audience)) throw new AppError(preferencesErrors.mayNotShare)
  const place = audience !== 'UNIT' ? {} : session.unit ? { unit_id: session.unit.id } : { partner_id: session.partnerId }
  return { audience, unit_id: null, partner_id: null, ...place }
}

/** Refuses what the list's own filter would refuse, at its field; columns that the list does not have are left out. */
function checked(contract: ListContract, content: ViewContent, language: Language): ViewContent {
  const shape = contract.filter.shape as Record<string, unknown>
  // A view may leave out what a search needs; it may not hold what each search would refuse.
  const parsed = withRanges(z.strictObject(contract.filter.shape).partial(), undefined).safeParse(content.filter)
  if (!parsed.success) throw refused(fieldErrors(parsed.error, language))
  const unknown = Object.keys(content.days).find((field) => !(field in shape))
  const { sort } = content
  if (unknown !== undefined || (sort && !contract.sortKeys.includes(sort.field))) throw new AppError(errors.validation)
  const columns = content.columns && withoutUnknown(content.columns, new Set(Object.keys(contract.row.shape)))
  return { ...content, columns }
}

function refused(fields: FieldError[]): AppError {
  return new AppError(errors.validation, {}, { fields: fields.map((one) => ({ ...one, field: `content.filter.${one.field}` })) })
}

function withoutUnknown({ order, hidden, widths, pins }: ColumnLayout, known: ReadonlySet<string>): ColumnLayout {
  const only = <T>(values: Record<string, T>) => Object.fromEntries(Object.entries(values).filter(([field]) => known.has(field)))
  const named = (fields: string[]) => [...new Set(fields)].filter((field) => known.has(field))
  return { order: named(order), hidden: hidden && named(hidden), widths: only(widths), pins: only(pins) }
}

async function assertRoom(tx: Tx, list: string, { userId }: Session): Promise<void> {
  const { n } = await tx
    .selectFrom('preferences.list_view')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('owner_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  if (n >= MAX_VIEWS) throw new AppError(preferencesErrors.tooManyViews, { n: MAX_VIEWS })
}

async function assertNameFree({ tx, session, language }: CommandContext, list: string, name: string, except: string | null): Promise<void> {
  const taken = await tx
    .selectFrom('preferences.list_view')
    .select('id')
    .where('owner_id', '=', session.userId)
    .where('list', '=', list)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  if (taken && taken.id !== except) throw refusedField('name', preferencesErrors.nameTaken, language, { name })
}

/** Stores a part of what the caller keeps of a list; the rest stays. */
async function keep(
  db: Queryable,
  { session, now }: RequestContext,
  list: string,
  part: { columns?: string | null; default_view_id?: string | null },
): Promise<void> {
  await db
    .insertInto('preferences.list_arrangement')
    .values({ user_id: session.userId, list, ...part, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ ...part, updated_at: now }))
    .execute()
}
