import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { offersOperation } from '#core/partners/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Params } from '#kernel/language.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { Past } from '../../contract/history.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { atDesk } from '../desk.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { documentOf } from '../setups/records.ts'
import { changedRecords } from './changed.ts'
import { blockedBy, sessionsOf } from './list.ts'
import { ruleNamesOf, SESSION } from './records.ts'
import { faultText, type Gap, gapText, pastText } from './sentences.ts'

type Detail = OutputOf<SessionContracts['detail']>

/** Journals of settlements, the newest first, and entries of the history. */
const JOURNALS = 50
const PAST = 1000
/** States in which what has changed of ours still matters. */
const WATCHED: readonly string[] = ['MATCHED', 'REVIEWING', 'CONFIRMED']

/** A session of the desk by its id or code, with everything in its head. Throws SYS-404. */
export async function sessionDetail(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  { id, code }: InputOf<SessionContracts['detail']>,
  ctx: RequestContext,
): Promise<Detail> {
  const row = await sessionsOf(ctx, place)
    .select([
      's.task_done',
      's.task_total',
      's.task_fault',
      's.ours_as_of',
      's.matched_at',
      's.result_hash',
      's.revision_id',
      's.from_day',
      's.to_day',
      's.partner_id',
    ])
    .select(['s.matched_ours as matchedOurs', 's.matched_theirs as matchedTheirs', 's.broken_ours as brokenOurs', 's.broken_theirs as brokenTheirs'])
    .select([
      's.waiting_ours as waitingOurs',
      's.waiting_theirs as waitingTheirs',
      's.confirmed_by as confirmedBy',
      's.confirmed_at',
      's.settled_by as settledBy',
    ])
    .select(sql<string>`(s.matched_ours_sum - s.matched_theirs_sum)::numeric(20,2)`.as('matchedDifference'))
    .select(sql<string>`(s.broken_ours_sum - s.broken_theirs_sum)::numeric(20,2)`.as('brokenDifference'))
    .select(sql<string>`(s.waiting_ours_sum - s.waiting_theirs_sum)::numeric(20,2)`.as('waitingDifference'))
    .select(pendingRequest(SESSION, 's.id').as('pendingRequestId'))
    .where(id === undefined ? sql<boolean>`s.code = upper(${code ?? ''})` : sql<boolean>`s.id = ${id}`)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { db } = ctx.runtime
  const plug = plugOf(plugs, row.plug)
  const document = await documentOf(db, row.revision_id)
  const time = (at: Date | null) => at && isoLocal(at)
  const {
    task_done,
    task_total,
    task_fault,
    ours_as_of,
    matched_at,
    result_hash,
    revision_id,
    from_day,
    to_day,
    partner_id,
    confirmed_at,
    settledAt,
    broken,
    language,
    ...head
  } = row
  return {
    ...{ ...head, blocked: blockedBy({ broken, language }) },
    ...{ taskDone: Number(task_done), taskTotal: Number(task_total), taskFault: faultText(task_fault, ctx.language), oursAsOf: time(ours_as_of) },
    ...{ matchedAt: time(matched_at), resultHash: result_hash?.toString('hex') ?? null, confirmedAt: time(confirmed_at), settledAt: time(settledAt) },
    updatedAt: isoLocal(row.updatedAt),
    byKind: await byKind(ctx, row.id),
    statements: await statementsOf(ctx, row.id),
    journals: await journalsOf(ctx, row.id),
    changed:
      WATCHED.includes(row.status) && ours_as_of ? await changedRecords(db, plug, { partnerId: partner_id, from: from_day, to: to_day }, ours_as_of) : [],
    connector: partner_id !== null && (await offersOperation(db, partner_id, 'STATEMENT')),
    recordPath: plug.recordPath ?? null,
    ruleNames: ruleNamesOf(document),
    // The table's own checks hold status, task and next step to the enums of the contract.
  } as Detail
}

const byKind = ({ db }: RequestContext, id: string) =>
  sql<Detail['byKind'][number]>`
    select kind, count(*) filter (where status <> 'RESOLVED')::int as open, count(*)::int as all,
        coalesce(sum(at_risk) filter (where status <> 'RESOLVED'), 0)::numeric(20,2) as "atRisk"
      from reconciliation.break where session_id = ${id} group by kind order by kind`
    .execute(db)
    .then(({ rows }) => rows)

async function statementsOf({ db, language }: RequestContext, id: string): Promise<Detail['statements']> {
  const rows = await db.selectFrom('reconciliation.statement').selectAll().where('session_id', '=', id).orderBy('id', 'desc').execute()
  return rows.map((row) => ({
    ...{ id: row.id, origin: row.origin as Detail['statements'][number]['origin'], fileName: row.file_name, bytes: Number(row.bytes) },
    ...{ sha256: row.sha256?.toString('hex') ?? '', status: row.status as Detail['statements'][number]['status'], fault: faultText(row.fault, language) },
    ...{ account: row.account, fromDay: row.from_day, toDay: row.to_day, opening: row.opening, closing: row.closing },
    ...{ moneyIn: row.money_in, moneyOut: row.money_out, rows: row.rows, accepted: row.accepted, ignored: row.ignored, rejected: row.rejected },
    ...{
      gap: row.gap ? gapText(row.gap as unknown as Gap, row.file_name, language) : null,
      uploadedBy: row.uploaded_by,
      uploadedAt: isoLocal(row.uploaded_at),
    },
  }))
}

async function journalsOf({ runtime: { db } }: RequestContext, id: string): Promise<Detail['journals']> {
  const { rows } = await sql<Omit<Detail['journals'][number], 'recordedAt'> & { recordedAt: Date }>`
    select j.id, j.kind, j.business_date as "businessDate", j.description, sum(e.amount) filter (where e.side = 'D')::numeric(20,2) as amount, j.recorded_at as "recordedAt"
      from ledger.journal j join ledger.entry e on e.journal_id = j.id
     where j.source_type = ${SESSION} and j.source_id = ${id} group by j.id order by j.id desc limit ${JOURNALS}`.execute(db)
  return rows.map((row) => ({ ...row, recordedAt: isoLocal(row.recordedAt) }))
}

/** A session of the desk within the caller's scope, as far as what belongs to it needs to know. Throws SYS-404. */
export async function seenSession({ scope }: Pick<RequestContext, 'scope'>, place: Pick<DeskPlace, 'plugs'>, id: string) {
  const row = await scope
    .selectFrom('reconciliation.session as s')
    .select(['s.id', 's.code', 's.plug', 's.status', 's.partner_id', 's.from_day', 's.to_day', 's.revision_id', 's.ours_as_of', 's.setup_id'])
    .where('s.id', '=', id)
    .where(atDesk('s', place))
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return row
}

/** What has happened to a session, the newest first. */
export async function history(
  place: DeskPlace,
  { id }: InputOf<SessionContracts['history']>,
  ctx: RequestContext,
): Promise<OutputOf<SessionContracts['history']>> {
  await seenSession(ctx, place, id)
  const rows = await ctx.db.selectFrom('reconciliation.event').selectAll().where('session_id', '=', id).orderBy('id', 'desc').limit(PAST).execute()
  return rows.map((row) => ({
    ...{ id: row.id, at: isoLocal(row.at), by: row.by, what: row.what },
    ...pastText(row.what as Past, row.detail as Params, ctx.language),
  }))
}
