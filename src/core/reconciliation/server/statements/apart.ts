import { sql } from 'kysely'
import { showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import type { FileVerdict } from '../reading/verdict.ts'
import type { SessionRow } from '../sessions/records.ts'
import { STAGING } from './staging.ts'

/** A file of the session that may be of the same account, with its ends where they are known. */
interface Other {
  id: string
  file_name: string
  account: string
  from_day: string | null
  to_day: string | null
  opening: bigint | null
  closing: bigint | null
  rejected: number
}

/**
 * Refuses a file that brings again what another file of the session has brought: lines that stand there (RCN-023), or days of which its balances are
 * not the continuation (RCN-021). Files of one day that follow each other are welcome, in any order.
 */
export async function assertApart(tx: Tx, session: SessionRow, verdict: FileVerdict): Promise<void> {
  const others = await othersOf(tx, session, verdict)
  if (others.length === 0) return
  const held = (await heldByNumber(tx, session, doubtful(others, verdict))) ?? (await heldAsWhole(tx, session, others))
  if (held) {
    const { day, amount, ...places } = held
    throw new AppError(reconciliationErrors.overlapping, { ...places, day: showDate(day), amount: moneyText(BigInt(amount)), code: session.code })
  }
  assertContinues(session, others, verdict)
}

async function othersOf(tx: Tx, { id }: SessionRow, { account = '' }: FileVerdict): Promise<Other[]> {
  const rows = await tx
    .selectFrom('reconciliation.statement')
    .select(['id', 'file_name', 'account', 'from_day', 'to_day', 'opening', 'closing', 'rejected'])
    .where('session_id', '=', id)
    .where('status', '=', 'STAGED')
    .orderBy('id')
    .execute()
  const money = (value: string | null) => (value === null ? null : parseMoney(value))
  return rows
    .filter((row) => account === '' || row.account === '' || row.account === account)
    .map((row) => ({ ...row, opening: money(row.opening), closing: money(row.closing) }))
}

/** Whether one file goes on where another has ended, over those in between. */
function leads(from: bigint, to: bigint, files: readonly Other[]): boolean {
  const reached = new Set([from])
  for (const at of reached) for (const { opening, closing } of files) if (opening === at && closing !== null) reached.add(closing)
  return reached.has(to)
}

function continues(other: Other, { opening, closing }: FileVerdict, others: readonly Other[]): boolean {
  if (opening === undefined || closing === undefined || other.opening === null || other.closing === null) return false
  const between = others.filter((one) => one !== other)
  return leads(other.closing, opening, between) || leads(closing, other.opening, between)
}

/** Files that the balances do not prove to hold other lines, however alike: where the bank has booked one payment twice, both may stand in files of one day. */
const doubtful = (others: readonly Other[], verdict: FileVerdict): readonly Other[] =>
  others.filter((other) => verdict.breakInBalance || other.opening === verdict.opening || !continues(other, verdict, others))

/** Without numbers of its lines a file is told from another by its balances alone. What was rejected counts in none, so nothing follows from those. */
function assertContinues({ code }: SessionRow, others: readonly Other[], verdict: FileVerdict): void {
  const { account = '', from, to, opening, closing, rejected } = verdict
  if (from === undefined || to === undefined || opening === undefined || closing === undefined || rejected > 0) return
  for (const other of others) {
    const { from_day, to_day, file_name: file } = other
    if (other.account !== account || other.opening === null || other.closing === null || other.rejected > 0) continue
    if (from_day === null || to_day === null || from_day > to || to_day < from || continues(other, verdict, others)) continue
    throw new AppError(reconciliationErrors.notContinued, { file, code, opening: moneyText(opening), closing: moneyText(other.closing) })
  }
}

interface Held {
  row: string
  day: string
  amount: string
  otherRow: number
  file: string
}

const theirs = ({ id, from_day }: SessionRow) =>
  sql`l.session_id = ${id} and l.period = ${from_day} and l.side = 'T' and l.carried_from is null and l.day = r.day and l.amount = r.amount
    and l.reference = r.reference and l.document_no = r.document_no`
const found = sql`r.file_row as row, r.day::text, abs(r.amount)::text as amount, l.file_row as "otherRow", f.file_name as file`
const numbered = sql`(r.reference <> '' or r.document_no <> '')`

/** The first line whose number another file has on the same day with the same amount: its text and its balance may have been written anew. */
async function heldByNumber(tx: Tx, session: SessionRow, files: readonly Other[]): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select ${found} from ${sql.raw(STAGING)} r join reconciliation.line l on ${theirs(session)} join reconciliation.statement f on f.id = l.statement_id
     where r.verdict = 'A' and ${numbered} and (l.at = r.at or l.at is null or r.at is null) and f.id = any(${files.map(({ id }) => id)}::bigint[])
     order by r.file_row, l.file_row limit 1`.execute(tx)
  return rows[0]
}

/** Equal, or blank in both: 'is not distinct from' could not be hashed, and lines of one amount would be compared each with each. */
const alike = (column: string, blank: string) => sql.raw(`coalesce(l.${column}, ${blank}) = coalesce(r.${column}, ${blank})`)

/**
 * Lines without a number may be alike and genuine: one that has a time or a balance is told by that, and of others every line of the file has to be
 * in the session already.
 */
async function heldAsWhole(tx: Tx, session: SessionRow, others: readonly Other[]): Promise<Held | undefined> {
  const files = others.map(({ id }) => id)
  const same = sql`${theirs(session)} and l.statement_id = any(${files}::bigint[]) and l.text = r.text
    and ${alike('balance', '-1::bigint << 63')} and ${alike('at', "'infinity'")}`
  const told = sql`(r.balance is not null or r.at is not null)`
  const { rows } = await sql<Held & { told: boolean; alone: boolean }>`
    select ${found}, ${told} as told,
        exists (select from ${sql.raw(STAGING)} r where r.verdict = 'A' and (${numbered} or not exists (select from reconciliation.line l where ${same}))) as alone
      from ${sql.raw(STAGING)} r join reconciliation.line l on ${same} join reconciliation.statement f on f.id = l.statement_id
     where r.verdict = 'A' and not ${numbered} order by ${told} desc, r.file_row limit 1`.execute(tx)
  const [first] = rows
  if (!first || (!first.told && first.alone)) return undefined
  const { row, day, amount, otherRow, file } = first
  return { row, day, amount, otherRow, file }
}
