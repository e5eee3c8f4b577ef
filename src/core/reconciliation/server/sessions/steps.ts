import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cancelJob } from '#platform/server/jobs/manage.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { breaksTopic, sessionsTopic } from '../../contract/machines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { en } from '../../labels/sessions/en.ts'
import { vi } from '../../labels/sessions/vi.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { judgeOpenings } from '../statements/gaps.ts'
import { NO_TASK } from '../statements/task.ts'
import { changedRecords } from './changed.ts'
import { giveBackCarried } from './collect.ts'
import { notePast, SESSION, type SessionRow, sessions } from './records.ts'
import { type Gap, gapError, gapParams, keptFault } from './sentences.ts'

/** Throws RCN-053 while two people decide on the session. */
async function assertUnasked(tx: Tx, { id, code }: SessionRow): Promise<void> {
  const { rows } = await sql`select from approvals.pending where subject_type = ${SESSION} and subject_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError(reconciliationErrors.requestPending, { code })
}

/** Throws RCN-059 while two people decide on a break: of a cancelled session the request could only be rejected. */
async function assertNoneProposed(tx: Tx, { id }: SessionRow): Promise<void> {
  const found = await tx
    .selectFrom('reconciliation.break')
    .select('reference')
    .where('session_id', '=', id)
    .where('status', '=', 'PROPOSED')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (found) throw new AppError(reconciliationErrors.breakProposed, found)
}

/** A session that nobody goes on with. What it had taken over waits where it came from again. Throws RCN-030, RCN-053, RCN-055, RCN-059. */
export async function cancel(place: DeskPlace, { reason, ...ref }: InputOf<SessionContracts['cancel']>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const seen = await sessionForChange(ctx, place, ref)
  const { row } = seen
  assertIdle(row)
  const { rows } = await sql<{ code: string }>`
    select s.code from reconciliation.waiting w join reconciliation.session s on s.id = w.taken_by_session_id where w.session_id = ${row.id} limit 1`.execute(
    tx,
  )
  if (rows[0]) throw new AppError(reconciliationErrors.carriedOn, { code: row.code, other: rows[0].code })
  await assertUnasked(tx, row)
  await assertNoneProposed(tx, row)
  await giveBackCarried(tx, row)
  const made = await sessions.fire(ctx, seen, 'cancel', { note: { reason } })
  await notePast(tx, row.id, caller.account, now, 'CANCELLED', { reason })
  await tellMoved(tx)
  return made
}

async function tellMoved(tx: Tx): Promise<void> {
  await publish(tx, { topic: sessionsTopic })
  await publish(tx, { topic: breaksTopic })
}

/** Stops the work under way: nothing of it is kept. Throws RCN-037. */
export async function stopTask(place: DeskPlace, ref: InputOf<SessionContracts['stopTask']>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const { row } = await sessionForChange(ctx, place, ref)
  const { task, task_job } = row
  if (task === null || task_job === null) throw new AppError(reconciliationErrors.noTask)
  await cancelJob(tx, task_job)
  const fault = keptFault(new AppError(reconciliationErrors.stopped))
  await tx
    .updateTable('reconciliation.statement')
    .set({ status: 'REFUSED', fault: JSON.stringify(fault) })
    .where('session_id', '=', row.id)
    .where('status', '=', 'READING')
    .execute()
  const saved = await sessions.save(tx, stampOf(ctx), row, { ...NO_TASK, task_fault: JSON.stringify(fault) })
  const name = task as keyof typeof vi.enums.task
  await notePast(tx, row.id, caller.account, now, 'STOPPED', { task: { vi: vi.enums.task[name], en: en.enums.task[name] } })
  ctx.subject(SESSION, row.id, { before: { task }, after: { task: null } })
  await publish(tx, { topic: sessionsTopic })
  return { id: row.id, version: saved.version }
}

/** What keeps a session from being confirmed, the first of it. Throws RCN-050, RCN-024, RCN-025, RCN-051, RCN-052. */
async function assertConfirmable(tx: Tx, plugs: readonly ReconciliationPlug[], session: SessionRow, acceptRejected: boolean): Promise<void> {
  const open = await tx
    .selectFrom('reconciliation.break')
    .select(['reference', sql<number>`count(*) over ()::int`.as('count')])
    .where('session_id', '=', session.id)
    .where('status', '<>', 'RESOLVED')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (open) throw new AppError(reconciliationErrors.breaksOpen, open)
  const files = await tx
    .selectFrom('reconciliation.statement')
    .select(['file_name', 'gap', 'rejected'])
    .where('session_id', '=', session.id)
    .where('status', '=', 'STAGED')
    .orderBy('id')
    .execute()
  for (const { gap, file_name } of files) {
    if (gap) throw new AppError(gapError(gap as unknown as Gap), gapParams(gap as unknown as Gap, file_name))
  }
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0)
  if (rejected > 0 && !acceptRejected) throw new AppError(reconciliationErrors.rejectedRows, { count: rejected })
  const { partner_id: partnerId, from_day: from, to_day: to, ours_as_of } = session
  const changed = ours_as_of ? await changedRecords(tx, plugOf(plugs, session.plug), { partnerId, from, to }, ours_as_of) : []
  if (changed.length > 0) throw new AppError(reconciliationErrors.oursChanged, { codes: changed.map(({ code }) => code).join(', ') })
}

export async function confirm(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  { note = '', acceptRejected, ...ref }: InputOf<SessionContracts['confirm']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const seen = await sessionForChange(ctx, place, ref)
  assertIdle(seen.row)
  await assertConfirmable(tx, plugs, seen.row, acceptRejected)
  const made = await sessions.fire(ctx, seen, 'confirm', { set: { confirmed_by: caller.account, confirmed_at: now }, note: { note, acceptRejected } })
  await notePast(tx, ref.id, caller.account, now, 'CONFIRMED', { note })
  await publish(tx, { topic: sessionsTopic })
  return made
}

export async function reopen(place: DeskPlace, { reason, ...ref }: InputOf<SessionContracts['reopen']>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const seen = await sessionForChange(ctx, place, ref)
  await assertUnasked(tx, seen.row)
  const made = await sessions.fire(ctx, seen, 'reopen', { set: { confirmed_by: null, confirmed_at: null }, note: { reason } })
  await notePast(tx, ref.id, caller.account, now, 'REOPENED', { reason })
  await publish(tx, { topic: sessionsTopic })
  return made
}

/** Takes a file out of its session again; what was matched with its lines is worked out anew by the next matching. Throws RCN-039. */
export async function withdraw(
  place: DeskPlace,
  { statementId, reason, ...ref }: InputOf<SessionContracts['withdrawStatement']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const { row } = await sessionForChange(ctx, place, ref)
  assertIdle(row)
  const file = await tx
    .selectFrom('reconciliation.statement')
    .select(['file_name'])
    .where('id', '=', statementId)
    .where('session_id', '=', row.id)
    .where('status', '=', 'STAGED')
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw new AppError(reconciliationErrors.notUploading)
  if (!['IMPORTED', 'MATCHED', 'REVIEWING'].includes(row.status)) throw new AppError(reconciliationErrors.settledStatement, { code: row.code })
  await assertUnused(tx, row, statementId)
  await dropAutomatic(tx, row)
  await sql`delete from reconciliation.line where period = ${row.from_day} and session_id = ${row.id} and side = 'T' and statement_id = ${statementId} and carried_from is null`.execute(
    tx,
  )
  await tx.deleteFrom('reconciliation.row_verdict').where('statement_id', '=', statementId).execute()
  await tx.updateTable('reconciliation.statement').set({ status: 'WITHDRAWN' }).where('id', '=', statementId).execute()
  await judgeOpenings(tx, row)
  const left = await tx
    .selectFrom('reconciliation.statement')
    .select('id')
    .where('session_id', '=', row.id)
    .where('status', '=', 'STAGED')
    .limit(1)
    .executeTakeFirst()
  const saved = await sessions.save(tx, stampOf(ctx), row, await countLines(tx, row), left ? 'stage' : 'clear')
  await notePast(tx, row.id, caller.account, now, 'FILE_WITHDRAWN', { file: file.file_name, reason })
  ctx.subject(SESSION, row.id, { before: { fileName: file.file_name, status: row.status }, after: { status: saved.status, reason } })
  await tellMoved(tx)
  return { id: row.id, version: saved.version }
}

/** Lines of the file that people have decided on, or that a later session has taken over. */
async function assertUnused(tx: Tx, { id, from_day }: SessionRow, statementId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reconciliation.line l
     where l.period = ${from_day} and l.session_id = ${id} and l.side = 'T' and l.statement_id = ${statementId} and l.carried_from is null and (
       exists (select from reconciliation.pair p where p.period = ${from_day} and p.session_id = ${id} and p.theirs_no = l.no and p.method in ('M', 'F'))
       or exists (select from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and b.status <> 'OPEN' where k.session_id = ${id} and k.side = 'T' and k.no = l.no)
       or exists (select from reconciliation.waiting w where w.session_id = ${id} and w.side = 'T' and w.no = l.no and (w.why = 'CARRIED' or w.taken_by_session_id is not null)))`.execute(
    tx,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new AppError(reconciliationErrors.statementInUse, { count })
}

/** Forgets what the last matching has found; what people have decided stays. */
async function dropAutomatic(tx: Tx, { id, from_day }: SessionRow): Promise<void> {
  await sql`delete from reconciliation.pair where period = ${from_day} and session_id = ${id} and method in ('A', 'T')`.execute(tx)
  await sql`
    delete from reconciliation.match m where m.session_id = ${id}
      and not exists (select from reconciliation.pair p where p.period = ${from_day} and p.session_id = ${id} and p.match_no = m.no)`.execute(tx)
  await tx.deleteFrom('reconciliation.break').where('session_id', '=', id).where('status', '=', 'OPEN').execute()
  await tx.deleteFrom('reconciliation.waiting').where('session_id', '=', id).where('why', '=', 'EXPECTED').where('taken_by_session_id', 'is', null).execute()
}

const NOTHING_MATCHED = {
  ...{ matched_ours: 0, matched_theirs: 0, matched_ours_sum: '0', matched_theirs_sum: '0', breaks: 0, breaks_open: 0, at_risk: '0' },
  ...{ broken_ours: 0, broken_theirs: 0, broken_ours_sum: '0', broken_theirs_sum: '0' },
  ...{ waiting_ours: 0, waiting_theirs: 0, waiting_ours_sum: '0', waiting_theirs_sum: '0' },
}

/** Both sides as they are, with nothing matched yet; status and counts agree again after the next matching. */
async function countLines(tx: Tx, { id, from_day }: SessionRow) {
  const { rows } = await sql<{ ours_lines: number; theirs_lines: number; ours_sum: string; theirs_sum: string; all_ours: number; all_theirs: number }>`
    select count(*) filter (where side = 'O' and money)::integer as ours_lines, count(*) filter (where side = 'T' and money)::integer as theirs_lines,
        (coalesce(sum(amount) filter (where side = 'O' and money), 0) * 0.01)::numeric(20,2) as ours_sum,
        (coalesce(sum(amount) filter (where side = 'T' and money), 0) * 0.01)::numeric(20,2) as theirs_sum,
        count(*) filter (where side = 'O')::integer as all_ours, count(*) filter (where side = 'T')::integer as all_theirs
      from reconciliation.line where period = ${from_day} and session_id = ${id}`.execute(tx)
  return { ...NOTHING_MATCHED, ...rows[0] }
}
