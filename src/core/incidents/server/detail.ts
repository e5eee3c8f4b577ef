import { sql } from 'kysely'
import type { TraceSubject } from '#core/trace/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { textIn } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { attachedTo } from '#platform/server/files/store.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { wireRow } from '#platform/server/list/list.ts'
import { within } from '#platform/server/list/where.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type IncidentView, incidentMachine } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { calendarShown } from './calendar.ts'
import { viewOf } from './clock.ts'
import { clocksOf } from './clocks.ts'
import type { DeskPlan, SameMoney } from './desk.ts'
import { isLate, rowsOf, viewed } from './list.ts'
import { movesOf, visibleMoves } from './moves.ts'
import { actionTitle, offersOf, resultOf } from './offers.ts'
import { INCIDENT } from './record.ts'
import { factsOf, recordsOf } from './records.ts'
import type { ActionResult } from './subject.ts'

type Detail = OutputOf<IncidentContracts['detail']>
const MINUTE_MS = 60_000

/** One incident with its clocks, timeline and records. Throws SYS-404. */
export async function detail(
  plan: DeskPlan,
  { id, code = '' }: InputOf<IncidentContracts['detail']>,
  ctx: RequestContext,
  sameMoney: SameMoney,
): Promise<Detail> {
  const { contracts, actions } = plan
  const { language, runtime } = ctx
  const { db } = runtime
  if (id === undefined && code === '') throw new AppError(errors.notFound)
  const found = await rowsOf(contracts, ctx)
    .leftJoin('incident.incident as m', 'm.id', 'i.merged_into_id')
    .select([
      'i.category_id as categoryId',
      'c.two_people as twoPeople',
      'i.description',
      'i.reporter_kind as reporterKind',
      'i.reporter_phone as reporterPhone',
    ])
    .select(['i.reporter_email as reporterEmail', 'i.asked_partner_id as partnerId', 'i.partner_case as partnerCase', 'i.assignee_id as assigneeId'])
    .select(['i.held_until as heldUntil', 'i.resolution', 'i.cause', 'i.action', 'i.action_amount as actionAmount', 'i.reopened'])
    .select(['i.ended_at as endedAt', 'i.updated_by as updatedBy', 'm.id as mergedId', 'm.code as mergedCode', 'i.subject_type as subjectType'])
    .select(['i.subject_id as subjectId', 'i.action_ref as actionRef'])
    .$if(id !== undefined, (q) => q.where('i.id', '=', id as string))
    .$if(id === undefined, (q) => q.where('i.code', '=', code.toUpperCase()))
    .executeTakeFirst()
  const row = await findRow(contracts.detail, { executeTakeFirst: async () => found })
  const seen = found as NonNullable<typeof found>
  const result = await resultOf(db, plan, { action: seen.action, action_ref: seen.actionRef })
  const proposing = seen.status === 'IN_PROGRESS' || (seen.status === 'APPROVED' && result?.state === 'FAILED')
  const same = await moneyOf(db, seen.id, sameMoney)
  const [records, clocks, timeline, attachments, moves, offers] = await Promise.all([
    recordsOf(plan, seen.id, ctx, same),
    clocksShown(db, seen.id, ctx.now),
    timelineOf(db, seen.id, (action) => textIn(actionTitle(actions, action), language)),
    attachedTo(ctx.db, { type: INCIDENT, id: seen.id }),
    movesShown(plan, seen.id, ctx),
    proposing ? offersOf(db, plan, { type: seen.subjectType, id: seen.subjectId }, ctx.now) : [],
  ])
  return {
    ...row,
    actionName: seen.action === null ? null : textIn(actionTitle(actions, seen.action), language),
    actionResult: await resultShown(plan, result, ctx),
    moves,
    mergedInto: seen.mergedId === null || seen.mergedCode === null ? null : { id: seen.mergedId, code: seen.mergedCode },
    records,
    clocks,
    timeline,
    attachments,
    similar: await similarTo(contracts, seen.id, ctx, same),
    offers: offers.map(({ title, ...offer }) => ({ ...offer, title: textIn(title, language) })),
  } as Detail
}

async function resultShown(plan: DeskPlan, result: ActionResult | undefined, ctx: RequestContext): Promise<Detail['actionResult']> {
  return result ? { code: result.code, state: result.state, link: (await factsOf(plan, [result], ctx))[0]?.link ?? null } : null
}

async function movesShown(plan: DeskPlan, id: string, ctx: RequestContext): Promise<Detail['moves']> {
  const moves = await visibleMoves(plan, id, await movesOf(ctx.runtime.db, plan, id), ctx)
  return Promise.all(
    moves.map(async ({ action, at, result, subjectType: _type, subjectId: _id, ...move }) => ({
      ...move,
      actionName: textIn(actionTitle(plan.actions, action), ctx.language),
      at: isoLocal(at),
      result: await resultShown(plan, result, ctx),
    })),
  )
}

async function clocksShown(db: Queryable, id: string, now: Date): Promise<Detail['clocks']> {
  const clocks = (await clocksOf(db, [id])).get(id) ?? []
  const calendar = await calendarShown(db)
  const names = new Map(
    (
      await db
        .selectFrom('organisation.partner')
        .select(['id', 'name'])
        .where('id', 'in', ['0', ...clocks.flatMap(({ partnerId }) => partnerId ?? [])])
        .execute()
    ).map((one) => [one.id, one.name]),
  )
  return clocks.map((clock) => {
    const { state, used } = viewOf(clock, calendar, now, clock.reminded)
    return {
      kind: clock.kind,
      state,
      partnerName: clock.partnerId === null ? null : (names.get(clock.partnerId) ?? null),
      dueAt: clock.dueAt && isoLocal(clock.dueAt),
      allowed: Math.round(clock.allowance / MINUTE_MS),
      used: Math.floor(used / MINUTE_MS),
      left: Math.floor((clock.allowance - used) / MINUTE_MS),
      endedAt: clock.end === null ? null : isoLocal(clock.intervals.at(-1)?.to ?? now),
      intervals: clock.intervals.map(({ from, to }) => ({ startedAt: isoLocal(from), endedAt: to && isoLocal(to) })),
    }
  })
}

const OUTWARD: readonly string[] = ['REPLY', 'MESSAGE', 'RESOLVED']

/** `titleOf`: what an action is called, which the line of a proposal begins with. */
async function timelineOf(db: Queryable, id: string, titleOf: (action: string) => string): Promise<Detail['timeline']> {
  const { rows } = await sql<{
    seq: number
    at: Date
    by: string
    kind: Detail['timeline'][number]['kind']
    text: string
    detail: Record<string, string> | null
    mentions: string[] | null
  }>`
    select e.seq, e.at, coalesce(p.full_name, e.by) as by, e.kind, e.text, e.detail,
      (select array_agg(w.full_name order by w.full_name) from iam.person w where w.id = any(e.mentions)) as mentions
    from incident.incident_event e left join iam.person p on p.account = e.by where e.incident_id = ${id} order by e.seq`.execute(db)
  return rows.map(({ detail, mentions, ...row }) => ({
    ...row,
    text: row.kind === 'PROPOSED' && detail?.action ? `${titleOf(detail.action)}. ${row.text}` : row.text,
    at: isoLocal(row.at),
    outward: OUTWARD.includes(row.kind),
    via: (detail?.via ?? null) as Detail['timeline'][number]['via'],
    from: (row.kind === 'MESSAGE' ? (detail?.from ?? null) : null) as Detail['timeline'][number]['from'],
    mentions: mentions ?? [],
  }))
}

/** Incidents `i` about any of these records. */
const aboutAny = (subjects: readonly TraceSubject[]) => sql<boolean>`i.id in (select s.incident_id
  from unnest(${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::text[]) as r (type, id)
    join incident.incident_subject s on s.type = r.type and s.subject_id = r.id)`

/** The records of an incident, with all others of the same money. */
async function moneyOf(db: Queryable, id: string, sameMoney: SameMoney): Promise<readonly TraceSubject[]> {
  const own = await db.selectFrom('incident.incident_subject').select(['type', 'subject_id as id']).where('incident_id', '=', id).execute()
  return sameMoney(db, own)
}

/** Other incidents about the money of one of its records, whichever record of it they were opened from, the newest first. */
async function similarTo({ desk }: IncidentContracts, id: string, ctx: RequestContext, same: readonly TraceSubject[]): Promise<Detail['similar']> {
  const { scope, language } = ctx
  const rows = await scope
    .selectFrom('incident.incident as i')
    .innerJoin('incident.category as c', 'c.id', 'i.category_id')
    .select(['i.id', 'i.code', sql<string>`${sql.ref(language === 'vi' ? 'c.name' : 'c.name_en')}`.as('categoryName'), 'i.status', 'i.created_at as createdAt'])
    .where('i.desk', '=', desk)
    .where('i.id', '<>', id)
    .where(aboutAny(same))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as Detail['status'], createdAt: isoLocal(row.createdAt) }))
}

/** Incidents about the money of one record, the newest first. */
export async function ofRecord(
  { desk }: IncidentContracts,
  { subjectType, subjectId }: InputOf<IncidentContracts['ofRecord']>,
  { scope, language, now, runtime }: RequestContext,
  sameMoney: SameMoney,
): Promise<OutputOf<IncidentContracts['ofRecord']>> {
  const rows = await scope
    .selectFrom('incident.incident as i')
    .innerJoin('incident.category as c', 'c.id', 'i.category_id')
    .leftJoin('iam.person as a', 'a.id', 'i.assignee_id')
    .select(['i.id', 'i.code', sql<string>`${sql.ref(language === 'vi' ? 'c.name' : 'c.name_en')}`.as('categoryName'), 'i.status', 'i.created_at as createdAt'])
    .select(['a.full_name as assigneeName', 'i.due_at as dueAt', isLate(now).as('late')])
    .where('i.desk', '=', desk)
    .where(aboutAny(await sameMoney(runtime.db, [{ type: subjectType, id: subjectId }])))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    ...row,
    status: row.status as Detail['status'],
    createdAt: isoLocal(row.createdAt),
    dueAt: row.dueAt && isoLocal(row.dueAt),
  }))
}

const SHOWN = 20

/** The incidents of each state: all counted, the nearest to their due time shown. Ended ones stand there for a week. */
export async function board(
  contracts: IncidentContracts,
  { unitId, whose }: InputOf<IncidentContracts['board']>,
  ctx: RequestContext,
): Promise<OutputOf<IncidentContracts['board']>> {
  const { session, now } = ctx
  const week = new Date(now.getTime() - 7 * 86_400_000)
  const rows = await rowsOf(contracts, ctx)
    .where(sql<boolean>`(i.status not in ('RESOLVED', 'CLOSED', 'REJECTED') or i.updated_at > ${week}) and i.merged_into_id is null`)
    .$if(whose !== undefined, (q) => q.where(viewed(whose as IncidentView, session.userId, now)))
    .$if(unitId !== undefined, (q) => q.where(within('i')(unitId as string)))
    .select([
      sql<number>`row_number() over (partition by i.status order by i.due_at asc nulls last, i.amount desc nulls last, i.id)::int`.as('place'),
      sql<number>`count(*) over (partition by i.status)::int`.as('ofStatus'),
      sql<number>`(count(*) filter (where ${isLate(now)}) over (partition by i.status))::int`.as('lateOfStatus'),
    ])
    .execute()
  const fields = Object.keys(contracts.list.row.shape)
  const groups = Map.groupBy(rows, ({ status }) => status)
  return incidentMachine.status.options.map((status) => {
    const of = groups.get(status) ?? []
    const shown = of.filter(({ place }) => place <= SHOWN).sort((one, other) => one.place - other.place)
    return {
      status,
      count: of[0]?.ofStatus ?? 0,
      late: of[0]?.lateOfStatus ?? 0,
      rows: shown.map((row) => wireRow(fields, row as Record<string, unknown>) as OutputOf<IncidentContracts['board']>[number]['rows'][number]),
    }
  })
}
