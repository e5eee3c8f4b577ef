import { type SqlBool, sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import { absolute, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { SetupDocument } from '../../contract/document.ts'
import { type BreakKind, breakMachine, type Resolution } from '../../contract/machines.ts'
import type { BreakFacts, BreakLine } from '../plug.ts'
import { lockSession, type SessionRow } from '../sessions/records.ts'

export const BREAK: 'reconciliation.break' = 'reconciliation.break'
export type BreakRecord = RowOf<typeof BREAK>

export const breaks = defineRecord({
  table: BREAK,
  scoped: true,
  machine: breakMachine,
  picture: (row) => ({
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    resolution: row.resolution,
    reason: row.reason,
    note: row.note,
    assigneeId: row.assignee_id,
    dueOn: row.due_on,
    difference: row.difference,
  }),
})

export const resolutionOf = ({ resolution }: Pick<BreakRecord, 'resolution'>): Resolution | null => resolution as Resolution | null

/** Breaks of the sessions `s` that a desk shows. */
export const shownAt = ({ plugs }: Pick<DeskPlace, 'plugs'>) => sql<SqlBool>`${sql.ref('s.plug')} = any(${[...plugs]}::text[])`

/** A break with its session; both are locked, sessions always first. */
export interface Held {
  row: BreakRecord
  session: SessionRow
  document: SetupDocument
}

/** A session that still changes, locked. Throws RCB-001. */
export async function lockOpenSession(tx: Tx, sessionId: string): Promise<SessionRow> {
  const session = await lockSession(tx, sessionId)
  if (session.status !== 'MATCHED' && session.status !== 'REVIEWING') throw new AppError(breakErrors.sessionOver, { code: session.code })
  return session
}

/** What two people agreed on for a session: limits and days. */
export async function documentOf(db: Queryable, { revision_id }: Pick<SessionRow, 'revision_id'>): Promise<SetupDocument> {
  const { document } = await db.selectFrom('reconciliation.revision').select('document').where('id', '=', revision_id).executeTakeFirstOrThrow()
  return SetupDocument.parse(document)
}

/** A break by its id, whoever asks; its session is locked before it. Throws SYS-404, SYS-409, RCB-001. */
export async function holdBreak(tx: Tx, ref: { id: string; version?: number }): Promise<Held> {
  const found = await tx.selectFrom(BREAK).select('session_id').where('id', '=', ref.id).executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  const session = await lockOpenSession(tx, found.session_id)
  const row = await breaks.lock(tx, ref)
  return { row, session, document: await documentOf(tx, session) }
}

/** The session of a break, locked, whatever its state: always before its breaks, so that whoever waits, waits in one order. */
export async function sessionOf(tx: Tx, breakId: string): Promise<SessionRow | undefined> {
  const found = await tx.selectFrom(BREAK).select('session_id').where('id', '=', breakId).executeTakeFirst()
  return found && lockSession(tx, found.session_id)
}

/** The version of a break as it stands now, locked with its session. */
export async function versionOf(tx: Tx, id: string): Promise<number | undefined> {
  await sessionOf(tx, id)
  return (await breaks.locked(tx, id))?.version
}

/** A break of the desk within the caller's scope, locked for a change. Throws SYS-404, SYS-409, RCB-001. */
export async function holdShown(ctx: CommandContext, place: Pick<DeskPlace, 'plugs'>, ref: { id: string; version?: number }): Promise<Held> {
  const found = await ctx.scope
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .select('b.id')
    .where('b.id', '=', ref.id)
    .where(shownAt(place))
    .executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  return holdBreak(ctx.tx, ref)
}

interface StoredLine {
  side: 'O' | 'T'
  no: number
  money: boolean
  sourceId: string | null
  sourceCode: string
  reference: string
  documentNo: string
  amount: string
  fee: string
  day: string
  at: Date | null
  counterAccount: string
  counterName: string
  text: string
  status: string
  fileName: string | null
  fileRow: number | null
}

/** Lines of a break; `money`: whether they count. */
export type LineOfBreak = BreakLine & { money: boolean; fee: Hundredths }

/** The lines of breaks of one session, ours first. */
export async function linesOf(db: Queryable, session: Pick<SessionRow, 'id' | 'from_day'>, breakIds: readonly string[]): Promise<Map<string, LineOfBreak[]>> {
  const { rows } = await sql<StoredLine & { breakId: string }>`
    select bl.break_id as "breakId", l.side, l.no, l.money, l.source_id as "sourceId", l.source_code as "sourceCode", l.reference, l.document_no as "documentNo",
      (l.amount * 0.01)::numeric(20,2)::text as amount, (l.fee * 0.01)::numeric(20,2)::text as fee, l.day, l.at, l.counter_account as "counterAccount", l.counter_name as "counterName", l.text, l.status,
      t.file_name as "fileName", l.file_row as "fileRow"
    from reconciliation.break_line bl
      join reconciliation.line l on l.period = ${session.from_day} and l.session_id = ${session.id} and l.side = bl.side and l.no = bl.no
      left join reconciliation.statement t on t.id = l.statement_id
    where bl.break_id = any(${[...breakIds]}::bigint[]) order by bl.break_id, l.side, l.no`.execute(db)
  const lines = rows.map(({ breakId, amount, fee, ...line }) => ({ breakId, line: { ...line, amount: parseMoney(amount), fee: parseMoney(fee) } }))
  return new Map([...Map.groupBy(lines, ({ breakId }) => breakId)].map(([id, of]) => [id, of.map(({ line }) => line)]))
}

/** The numbers of those lines of a side that count. */
export const numbersOf = (lines: readonly LineOfBreak[], side: 'O' | 'T'): number[] =>
  lines.flatMap((line) => (line.side === side && line.money ? line.no : []))

export const factsOf = ({ row, session }: Pick<Held, 'row' | 'session'>, lines: readonly LineOfBreak[]): BreakFacts => ({
  id: row.id,
  sessionId: session.id,
  sessionCode: session.code,
  partnerId: session.partner_id,
  kind: row.kind as BreakKind,
  lines,
})

/** Ours less theirs, whichever is more. */
export function sizeOf({ difference }: Pick<BreakRecord, 'difference'>): Hundredths {
  return absolute(parseMoney(String(difference)))
}
