import { sql } from 'kysely'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import type { FileVerdict } from '../reading/verdict.ts'
import { notePast, type SessionRow, sessions } from '../sessions/records.ts'
import type { Gap } from '../sessions/sentences.ts'
import { lockForEnd, NO_TASK } from './task.ts'

/** The rows of the file that is being read; its columns are those of the reader, in their order. */
export const STAGING = 'statement_rows'

export async function makeStaging(tx: Tx): Promise<void> {
  await sql
    .raw(
      `create temp table ${STAGING} (file_row bigint not null, verdict "char" not null, day date, at timestamptz, amount bigint, fee bigint, tax bigint, balance bigint,
        reference text, document_no text, counter_account text, counter_name text, text text, status text, about text, value text, error_code text, error_params jsonb) on commit drop`,
    )
    .execute(tx)
}

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
 * Makes lines of the rows of a file, if the session can take them. Throws RCN-022 for another period and RCN-023 for a file that overlaps
 * another one of the session; the transaction then keeps nothing.
 */
export async function stage(tx: Tx, staged: Staged): Promise<void> {
  const { statementId, sessionId, verdict, by, at } = staged
  await sql.raw(`analyze ${STAGING}`).execute(tx)
  const session = await lockForEnd(tx, staged, sessionId)
  await assertPeriod(tx, session)
  await assertApart(tx, session)
  const still = await keepLines(tx, session, statementId)
  await sql`
    insert into reconciliation.row_verdict (statement_id, file_row, verdict, about, value, error_code, error_params)
    select ${statementId}::bigint, file_row::integer, verdict, left(coalesce(about, ''), 300), coalesce(value, ''), error_code, error_params
      from ${sql.raw(STAGING)} where verdict <> 'A'`.execute(tx)
  const gap = await gapOf(tx, session, staged)
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
      gap: gap && JSON.stringify(gap),
    })
    .where('id', '=', statementId)
    .where('status', '=', 'READING')
    .returning(['file_name', 'rows', 'accepted', 'ignored', 'rejected'])
    .executeTakeFirstOrThrow()
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

/**
 * Refuses lines that another file of the session has brought. What names itself (a reference, a document, a time, a balance) is the same line;
 * lines that do not may be alike and genuine, so there every line of the file has to be in the other.
 */
async function assertApart(tx: Tx, { id, code, from_day }: SessionRow): Promise<void> {
  const same = sql`l.session_id = ${id} and l.period = ${from_day} and l.side = 'T' and l.carried_from is null and l.day = r.day and l.amount = r.amount
    and l.reference = r.reference and l.document_no = r.document_no and l.text = r.text and l.balance is not distinct from r.balance and l.at is not distinct from r.at`
  const named = sql`(r.reference <> '' or r.document_no <> '' or r.balance is not null or r.at is not null)`
  const { rows } = await sql<{ row: string; day: string; amount: string; otherRow: number; file: string; named: boolean; alone: boolean }>`
    select r.file_row as row, r.day::text, abs(r.amount)::text as amount, l.file_row as "otherRow", f.file_name as file, ${named} as named,
        exists (select from ${sql.raw(STAGING)} r where r.verdict = 'A' and not exists (select from reconciliation.line l where ${same})) as alone
      from ${sql.raw(STAGING)} r join reconciliation.line l on ${same} join reconciliation.statement f on f.id = l.statement_id
     where r.verdict = 'A' order by ${named} desc, r.file_row limit 1`.execute(tx)
  const [found] = rows
  if (!found || (!found.named && found.alone)) return
  const { row, otherRow, file } = found
  throw new AppError(reconciliationErrors.overlapping, { row, day: showDate(found.day), amount: moneyText(BigInt(found.amount)), otherRow, file, code })
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

/** Where the balances do not add up: within the file, or between it and the statement before it, where that is known. */
async function gapOf(tx: Tx, session: SessionRow, { verdict }: Staged): Promise<Gap | undefined> {
  const { breakInBalance: broken, opening } = verdict
  if (broken) return { row: broken.row, previousRow: broken.previousRow, expected: String(broken.expected), found: String(broken.found) }
  if (opening === undefined) return undefined
  const before = await tx
    .selectFrom('reconciliation.statement as f')
    .innerJoin('reconciliation.session as s', 's.id', 'f.session_id')
    .select(['s.code', 's.to_day', 'f.closing'])
    .where('s.setup_id', '=', session.setup_id)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.to_day', '<', session.from_day)
    .where('f.status', '=', 'STAGED')
    .where('f.account', '=', verdict.account ?? '')
    .orderBy('s.to_day', 'desc')
    .orderBy('f.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before || before.closing === null || !(await followsOn(tx, before.to_day, session.from_day))) return undefined
  const expected = parseMoney(before.closing)
  return expected === opening ? undefined : { code: before.code, day: showDate(before.to_day), expected: String(expected), found: String(opening) }
}

/** Whether no working day lies between two days: money does not move on the others. */
async function followsOn(tx: Tx, before: string, day: string): Promise<boolean> {
  return addDays(before, 1) === day || nextWorkday(before, await holidays(tx)) >= day
}
