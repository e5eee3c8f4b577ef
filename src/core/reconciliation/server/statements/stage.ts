import { sql } from 'kysely'
import { showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import type { FileVerdict } from '../reading/verdict.ts'
import { notePast, type SessionRow, sessions } from '../sessions/records.ts'
import { assertApart } from './apart.ts'
import { gapWithin, judgeOpenings } from './gaps.ts'
import { STAGING } from './staging.ts'
import { lockForEnd, NO_TASK } from './task.ts'

interface Staged {
  statementId: string
  sessionId: string
  revisionId: string
  verdict: FileVerdict
  by: string
  at: Date
  jobId: string
}

/** Whether money has moved by what the file says became of a payment; a file without statuses speaks of movements only. */
const MOVED = sql`(status not in ('FAILED', 'PENDING', 'CANCELLED'))`

/**
 * Makes lines of the rows of a file, if the session can take them. Throws RCN-022 for another period, RCN-023 and RCN-021 for a file
 * that overlaps another one of the session; the transaction then keeps nothing.
 */
export async function stage(tx: Tx, staged: Staged): Promise<void> {
  const { statementId, sessionId, verdict, by, at } = staged
  await sql.raw(`analyze ${STAGING}`).execute(tx)
  const session = await lockForEnd(tx, staged, sessionId)
  await assertPeriod(tx, session)
  await assertApart(tx, session, verdict)
  const still = await keepLines(tx, session, statementId)
  await sql`
    insert into reconciliation.row_verdict (statement_id, file_row, verdict, about, value, error_code, error_params)
    select ${statementId}::bigint, file_row::integer, verdict, left(coalesce(about, ''), 300), coalesce(value, ''), error_code, error_params
      from ${sql.raw(STAGING)} where verdict <> 'A'`.execute(tx)
  const gap = await gapWithin(tx, verdict)
  const file = await tx
    .updateTable('reconciliation.statement')
    .set({
      status: 'STAGED',
      fault: null,
      account: verdict.account ?? '',
      from_day: verdict.from ?? null,
      to_day: verdict.to ?? null,
      opening: verdict.opening === undefined ? null : formatMoney(verdict.opening),
      closing: verdict.closing === undefined ? null : formatMoney(verdict.closing),
      money_in: formatMoney(verdict.moneyIn),
      money_out: formatMoney(verdict.moneyOut),
      // Lines by which nothing moved explain others and count nowhere.
      ...{ rows: verdict.rows, accepted: verdict.accepted - still, ignored: verdict.ignored + still, rejected: verdict.rejected },
      gap: gap ? JSON.stringify(gap) : null,
    })
    .where('id', '=', statementId)
    .where('status', '=', 'READING')
    .returning(['file_name', 'rows', 'accepted', 'ignored', 'rejected'])
    .executeTakeFirstOrThrow()
  await judgeOpenings(tx, session)
  const theirs = await theirsOf(tx, session)
  await sessions.save(tx, { by, at }, session, { ...NO_TASK, ...theirs, task_fault: null, revision_id: staged.revisionId }, 'stage')
  const { file_name, ...counts } = file
  await notePast(tx, sessionId, by, at, 'FILE_STAGED', { file: file_name, ...counts })
  await publish(tx, { topic: sessionsTopic })
}

async function assertPeriod(tx: Tx, { from_day, to_day }: SessionRow): Promise<void> {
  const { rows } = await sql<{ row: string; day: string }>`
    select file_row as row, day::text from ${sql.raw(STAGING)} where verdict = 'A' and (day < ${from_day}::date or day > ${to_day}::date) order by file_row limit 1`.execute(
    tx,
  )
  const [found] = rows
  if (found) throw new AppError(reconciliationErrors.otherPeriod, { row: found.row, day: showDate(found.day), from: showDate(from_day), to: showDate(to_day) })
}

/** Answers how many of the lines moved nothing. */
async function keepLines(tx: Tx, { id, from_day }: SessionRow, statementId: string): Promise<number> {
  const { rows } = await sql<{ still: number }>`
    with kept as (
      insert into reconciliation.line (period, session_id, side, no, money, day, amount, fee, tax, balance, at, reference, document_no, counter_account, counter_name, text, status, statement_id, file_row)
      select ${from_day}::date, ${id}::bigint, 'T', ${await lastLine(tx, id, from_day, 'T')} + file_row::integer, ${MOVED}, day, amount, fee, tax, balance, at,
          reference, document_no, counter_account, counter_name, text, status, ${statementId}::bigint, file_row::integer
        from ${sql.raw(STAGING)} where verdict = 'A'
    )
    select count(*)::int as still from ${sql.raw(STAGING)} where verdict = 'A' and not ${MOVED}`.execute(tx)
  return rows[0]?.still ?? 0
}

/** The greatest number of a side's lines; numbers are never given twice. */
export async function lastLine(tx: Tx, sessionId: string, period: string, side: 'O' | 'T'): Promise<number> {
  const { rows } = await sql<{ no: number }>`
    select coalesce(max(no), 0) as no from reconciliation.line where session_id = ${sessionId} and period = ${period} and side = ${side}`.execute(tx)
  return rows[0]?.no ?? 0
}

/** How many lines of theirs count, and what they come to. */
async function theirsOf(
  tx: Tx,
  { id, from_day }: Pick<SessionRow, 'id' | 'from_day'>,
): Promise<{ theirs_lines: number; theirs_sum: string; all_theirs: number }> {
  const { rows } = await sql<{ theirs_lines: number; theirs_sum: string; all_theirs: number }>`
    select count(*) filter (where money)::integer as theirs_lines, (coalesce(sum(amount) filter (where money), 0) * 0.01)::numeric(20,2) as theirs_sum, count(*)::integer as all_theirs
      from reconciliation.line where session_id = ${id} and period = ${from_day} and side = 'T'`.execute(tx)
  return rows[0] ?? { theirs_lines: 0, theirs_sum: '0.00', all_theirs: 0 }
}
