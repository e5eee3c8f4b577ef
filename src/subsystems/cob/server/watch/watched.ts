import { type SqlBool, sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, oneOf, within, words } from '#platform/server/list/where.ts'
import { type CommandContext, defineTask, type Registrar, type RequestContext, type Task } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { ITEM_SUBJECT } from '../../contract/items.ts'
import {
  getWatched,
  listWatched,
  runWatch,
  seeManyWatched,
  seeWatched,
  snoozeManyWatched,
  snoozeWatched,
  takeWatched,
  type WatchRule,
  type WatchView,
  watchMachine,
  watchTopic,
} from '../../contract/watch.ts'
import { watchErrors } from '../../contract/watch-errors.ts'
import { snoozeDays } from '../../contract/watch-parameters.ts'
import { reasonOf } from './reason.ts'
import { runWatchRules } from './run.ts'

export const WATCH = 'cob.watch'

export const watchAudit = { [WATCH]: { vi: 'Giao dịch COD cần theo dõi', en: 'COD transaction to watch', entity: 'cob.watch.watched' } } as const
export const watchOwners = { [WATCH]: 'assignee_id' } as const
export const watchTasks: readonly Task[] = [
  defineTask(
    'cob.watch.unseen',
    { vi: 'Giao dịch COD cần theo dõi chưa xem', en: 'COD transactions to watch, not seen' },
    listWatched,
    { status: ['NEW'] },
    { needs: seeWatched.permission },
  ),
  defineTask(
    'cob.watch.mine',
    { vi: 'Giao dịch COD tôi đang theo dõi', en: 'COD transactions that I watch' },
    listWatched,
    { view: 'MINE' },
    { needs: seeWatched.permission },
  ),
]

const watched = defineRecord({
  table: WATCH,
  scoped: true,
  machine: watchMachine,
  picture: (row) => ({
    ...{ status: row.status, rule: row.rule, subjectCode: row.subject_code, assigneeId: row.assignee_id },
    ...{ seenBy: row.seen_by, seenAt: row.seen_at, snoozeUntil: row.snooze_until, snoozeNote: row.snooze_note },
  }),
})

export function registerWatched(on: Registrar): void {
  on.list(listWatched, {
    query: rowsOf,
    where: {
      text: words('w.subject_code', sql`coalesce(${sql.ref('c.code')}, '')`, sql`coalesce(${sql.ref('c.name')}, '')`),
      rule: oneOf('w.rule'),
      status: oneOf('w.status'),
      view: (view, { session }) => viewed(view, session.userId),
      unitId: within('w'),
      period: daysOfTime('w.opened_at'),
    },
    key: 'w.id',
    sort: { openedAt: 'w.opened_at', since: 'w.since', amount: 'w.amount', subjectCode: 'w.subject_code' },
    map: shownRow,
  })
  on.query(getWatched, async ({ id }, ctx) => {
    const row = await rowsOf(ctx).where('w.id', '=', id).executeTakeFirst()
    if (!row) throw new AppError(errors.notFound)
    return shownRow(row)
  })
  on.command(seeWatched, (ref, ctx) => see(ctx, ref))
  on.bulk(seeManyWatched, async (ref, _input, ctx) => void (await see(ctx, ref)))
  on.command(snoozeWatched, ({ until, note, ...ref }, ctx) => snooze(ctx, ref, until, note))
  on.bulk(snoozeManyWatched, async (ref, { until, note }, ctx) => void (await snooze(ctx, ref, until, note)))
  on.command(takeWatched, (ref, ctx) => take(ctx, ref))
  on.command(runWatch, async (_input, { tx, session, subject }) => {
    subject(WATCH, null)
    return { jobId: await enqueue(tx, runWatchRules, {}, { key: 'asked', userId: session.userId }) }
  })
}

function rowsOf({ scope, session: { userId }, language, now }: RequestContext) {
  return (
    scope
      .selectFrom('cob.watch as w')
      .leftJoin(...lookup('cob.courier_directory as c', { 'c.id': 'w.courier_id' }))
      .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'w.unit_id' }))
      .leftJoin(...lookup('iam.person as a', { 'a.id': 'w.assignee_id' }))
      .select([
        'w.id',
        'w.rule',
        'w.facts',
        'w.subject_code as subjectCode',
        'w.subject_type as subjectType',
        'w.subject_id as subjectId',
        'w.amount',
        'w.status',
      ])
      .select(['c.code as courierCode', 'c.name as courierName', sql<string>`coalesce(${sql.ref('u.name')}, '')`.as('unitName'), 'a.full_name as assigneeName'])
      .select(['w.since', 'w.opened_at as openedAt', 'w.openings', 'w.seen_by as seenBy', 'w.seen_at as seenAt', 'w.snooze_until as snoozeUntil'])
      .select(['w.snooze_note as snoozeNote', 'w.closed_at as closedAt', 'w.version', sql<Language>`${language}::text`.as('language')])
      // Of what is over, how long it was.
      .select(sql<number>`floor(extract(epoch from coalesce(w.closed_at, ${now}::timestamptz) - w.since) / 3600)::int`.as('hours'))
      .select(sql<boolean>`(w.assignee_id is not distinct from ${userId}::bigint)`.as('mine'))
  )
}

type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

function shownRow({ facts, hours, language, subjectType, subjectId, ...row }: Row) {
  const known = facts as Record<string, string | number>
  const rule = row.rule as WatchRule
  const ofItem = subjectType === ITEM_SUBJECT
  return {
    ...row,
    ...{ rule, status: row.status as 'NEW', reason: reasonOf(rule, known, hours, language) },
    ...{ since: isoLocal(row.since), openedAt: isoLocal(row.openedAt), seenAt: row.seenAt && isoLocal(row.seenAt) },
    ...{ snoozeUntil: row.snoozeUntil && isoLocal(row.snoozeUntil), closedAt: row.closedAt && isoLocal(row.closedAt) },
    ...{ itemId: ofItem ? subjectId : null, codes: ofItem ? row.subjectCode : String(known.codes ?? '') },
  }
}

function viewed(view: WatchView, userId: string) {
  const open = sql<SqlBool>`w.status <> 'CLOSED'`
  if (view === 'OPEN') return open
  return view === 'MINE' ? sql<SqlBool>`w.assignee_id = ${userId} and ${open}` : sql<SqlBool>`w.assignee_id is null and ${open}`
}

async function see(ctx: CommandContext, ref: Ref): Promise<Ref> {
  const set = { seen_by: ctx.session.account, seen_at: ctx.now, snooze_until: null }
  const changed = await watched.fire(ctx, ref, 'see', { set })
  await publish(ctx.tx, { topic: watchTopic })
  return changed
}

/** Puts a row off to the beginning of a day. Throws COB-401, COB-402 at the day. */
async function snooze(ctx: CommandContext, ref: Ref, until: string, note = ''): Promise<Ref> {
  const { tx, now, language, session } = ctx
  const today = localDate(now)
  const most = await parameter(tx, snoozeDays)
  if (until <= today) throw refusedField('until', watchErrors.snoozePast, language)
  if (until > addDays(today, most)) throw refusedField('until', watchErrors.snoozeLong, language, { n: String(most) })
  // Who puts it off has seen it.
  const set = { snooze_until: startOfDay(until), snooze_note: note, seen_by: session.account, seen_at: now }
  const changed = await watched.fire(ctx, ref, 'snooze', { set })
  await publish(tx, { topic: watchTopic })
  return changed
}

/** Somebody else's is not taken from them: they may be at it. Throws COB-403, and SYS-410 for what is over. */
async function take(ctx: CommandContext, ref: Ref): Promise<Ref> {
  const seen = await watched.forChange(ctx, ref)
  const { assignee_id, status, version } = seen.row
  if (status === 'CLOSED') throw new AppError(errors.state, {}, { data: { status, version } })
  if (assignee_id !== null && assignee_id !== ctx.session.userId) {
    const other = await ctx.tx.selectFrom('iam.person').select('full_name').where('id', '=', assignee_id).executeTakeFirst()
    throw new AppError(watchErrors.ownedByOther, { name: other?.full_name ?? '' })
  }
  const changed = await watched.update(ctx, seen, { assignee_id: ctx.session.userId })
  await publish(ctx.tx, { topic: watchTopic })
  return changed
}
