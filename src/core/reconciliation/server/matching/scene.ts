import { type RawBuilder, sql } from 'kysely'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { SetupDocument } from '../../contract/document.ts'

/** A session as the matching reads it. `period` is what its lines are partitioned by. */
export interface Scene {
  tx: Tx
  sessionId: string
  period: string
  rules: SetupDocument
}

/** SQL of lines that take part: side, no, money, day, counted, due_fee, filled and the fields of the rules' keys. */
export type Lines = RawBuilder<unknown>

/** Statuses of ours without money whose end nobody knows yet. */
export const UNDECIDED = sql.raw("('PROCESSING', 'UNKNOWN')")

/** Place of a match or a break among all: by its first line of ours, those without by their first line of theirs behind them. */
export const placeOf = (ours: RawBuilder<unknown>, theirs: RawBuilder<unknown>) => sql`coalesce(${ours}::bigint, 4294967296 + ${theirs})`

/** The tables of one matching. They live in its transaction alone; those of an earlier matching in it are dropped. */
const TABLES = {
  match_out: 'side "char" not null, no integer not null',
  match_pair: 'place bigint not null, ours_no integer, theirs_no integer, rule smallint not null, method "char" not null, difference bigint not null',
  match_break: 'place bigint not null, kind text not null, rule smallint not null',
  match_break_line: 'place bigint not null, side "char" not null, no integer not null',
  match_waiting: 'side "char" not null, no integer not null, why text not null, due_on date not null',
}

/** A temporary table of the matching, made anew. */
export async function makeTable(tx: Tx, name: string, columns: string): Promise<void> {
  await sql.raw(`drop table if exists pg_temp.${name}`).execute(tx)
  await sql.raw(`create temp table ${name} (${columns}) on commit drop`).execute(tx)
}

/** Makes a temporary table of what a query answers, with statistics for the queries to come. */
export async function keep(tx: Tx, name: string, query: RawBuilder<unknown>, analyze = true): Promise<void> {
  await sql.raw(`drop table if exists pg_temp.${name}`).execute(tx)
  await sql`create temp table ${sql.raw(name)} on commit drop as ${query}`.execute(tx)
  if (analyze) await sql.raw(`analyze pg_temp.${name}`).execute(tx)
}

/** How many rows a statement has changed or read. */
export const changed = async (tx: Tx, query: RawBuilder<unknown>): Promise<bigint> => {
  const { numAffectedRows, rows } = await query.execute(tx)
  return numAffectedRows ?? BigInt(rows.length)
}

/** Fee by contract of an amount: the percentage rounded half up to whole đồng, and the fixed part. */
export function contractFee({ percent, fixed }: SetupDocument['fee'], amount: RawBuilder<unknown>): RawBuilder<unknown> {
  const [whole = '0', part = ''] = percent.split('.')
  const parts = BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
  // As numeric: a large amount times the percentage does not fit a bigint.
  return sql`((floor((abs(${amount})::numeric * ${sql.raw(String(parts))} + 50000000) / 100000000) * 100)::bigint + ${sql.raw(String(parseMoney(fixed)))}::bigint)`
}

/** Whether the contract says what the partner may keep. */
export const statesFee = ({ percent, fixed }: SetupDocument['fee']): boolean => Number(percent) > 0 || parseMoney(fixed) > 0n

/**
 * The three columns by which amounts are compared. `counted`: what a line says of the amount before fees, a fee that it names no further than the
 * contract goes; `due_fee`: of ours, what the other side takes out by contract where its line names no fee (`filled`).
 */
export function countedColumns({ fee }: SetupDocument, line: string): RawBuilder<unknown> {
  const of = (column: string) => sql.raw(`${line}.${column}`)
  const named = sql`abs(${of('fee')}) + abs(${of('tax')})`
  const kept = statesFee(fee) ? sql`least(${named}, ${contractFee(fee, sql`(${of('amount')} + ${named})`)})` : named
  if (fee.mode !== 'NET') return sql`${of('amount')} as counted, 0::bigint as due_fee, true as filled`
  return sql`
    case when ${of('side')} = 'T' then ${of('amount')} + ${kept} else ${of('amount')} end as counted,
    case when ${of('side')} = 'O' then ${contractFee(fee, of('amount'))} else 0 end as due_fee,
    ${of('side')} = 'T' and (${of('fee')} <> 0 or ${of('tax')} <> 0) as filled`
}

const LINE =
  'l.side, l.no, l.money, l.day, l.amount, l.reference, l.document_no, l.counter_account, l.counter_name, l.text, l.status, l.carried_from, l.carried_no'

/** Lines that take part from the beginning: all but those that people have decided on, that wait elsewhere, or that are fees. */
export function allLines({ sessionId, period, rules }: Scene, except: boolean): Lines {
  const without = except ? sql`and not exists (select from match_out x where x.side = l.side and x.no = l.no)` : sql``
  return sql`
    (select ${sql.raw(LINE)}, ${countedColumns(rules, 'l')}
       from reconciliation.line l where l.session_id = ${sessionId} and l.period = ${period} ${without})`
}

/**
 * Joins rows that have a side and a number with their lines, as `l`, each looked up by its key: PostgreSQL has no idea yet how many lines a session has
 * that was just read in, and would read all of them for a handful.
 */
export const lineOf = ({ sessionId, period, rules }: Scene, row: string): RawBuilder<unknown> => sql`
    cross join lateral (
      select ${sql.raw(LINE)}, l.source_code, ${countedColumns(rules, 'l')}
        from reconciliation.line l where l.session_id = ${sessionId} and l.period = ${period} and l.side = ${sql.raw(row)}.side and l.no = ${sql.raw(row)}.no offset 0) l`

export async function makeTables(tx: Tx): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) await makeTable(tx, name, columns)
}

/** Sets aside what takes no part: answers whether there is any. */
export async function setAside({ tx, sessionId, period, rules }: Scene): Promise<boolean> {
  await makeTables(tx)
  await keep(
    tx,
    'match_kept',
    sql`
    select match_no, ours_no, theirs_no, method from reconciliation.pair
     where session_id = ${sessionId} and period = ${period} and method in ('M', 'F') order by match_no, ours_no, theirs_no`,
  )
  const kept = await changed(
    tx,
    sql`
    insert into match_out (side, no)
      select 'O'::"char", ours_no from match_kept where ours_no is not null union select 'T'::"char", theirs_no from match_kept where theirs_no is not null
      union select l.side, l.no from reconciliation.break b join reconciliation.break_line l on l.break_id = b.id where b.session_id = ${sessionId} and (b.status <> 'OPEN' or b.taken_apart) and not b.put_right
      union select side, no from reconciliation.waiting where session_id = ${sessionId} and taken_by_session_id is not null`,
  )
  const fees = rules.fee.mode === 'SEPARATE' && rules.fee.texts.length > 0 ? await feeLines({ tx, sessionId, period, rules }) : 0n
  await sql`analyze pg_temp.match_out`.execute(tx)
  return kept + fees > 0n
}

/** Lines of theirs that are fees: matched for themselves, by rule 0, and taken out of what is matched. */
function feeLines({ tx, sessionId, period, rules }: Scene): Promise<bigint> {
  return changed(
    tx,
    sql`
    with fee as (
      insert into match_pair (place, ours_no, theirs_no, rule, method, difference)
      select ${placeOf(sql`null`, sql`l.no`)}, null, l.no, 0, 'A', 0 from reconciliation.line l
       where l.session_id = ${sessionId} and l.period = ${period} and l.side = 'T' and l.money
         and exists (select from unnest(${rules.fee.texts}::text[]) word where position(platform.fold(word) in platform.fold(l.text)) > 0)
         and not exists (select from match_out x where x.side = 'T' and x.no = l.no)
      returning theirs_no
    )
    insert into match_out (side, no) select 'T', theirs_no from fee`,
  )
}
