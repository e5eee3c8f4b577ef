/**
 * Joins two csv files of lines in DuckDB and keeps the result in a database file: the joined lines with all their columns, the pairs in order, and
 * what does not agree. Its own process; prints milliseconds and seconds of CPU.
 *   node duckdb.ts LIBRARY OURS THEIRS DATABASE
 */
import { argv } from 'node:process'

interface DuckDb {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<{ run(statement: string): Promise<unknown> }> }> }
}

const [library = '', ours = '', theirs = '', path = ''] = argv.slice(2)
const { DuckDBInstance } = (await import(library)) as DuckDb
const connection = await (await DuckDBInstance.create(path)).connect()
const others = ['no', 'day', 'amount', 'fee', 'reference', 'document_no', 'counter_account', 'counter_name', 'text', 'status'].map(
  (name) => `t.${name} as their_${name}`,
)
const agrees = "coalesce(amount = their_amount and abs(date_diff('day', day, their_day)) <= 1, false)"
const begun = performance.now()
const before = process.cpuUsage()
await connection.run(
  `create table joined as select o.*, ${others.join(', ')} from read_csv('${ours}', header = true) o full join read_csv('${theirs}', header = true) t
     on upper(trim(o.reference)) = upper(trim(t.reference))`,
)
await connection.run(`create table pairs as select row_number() over (order by no) as match_no, no, their_no from joined where ${agrees} order by no`)
await connection.run(`create table breaks as select * from joined where not ${agrees} order by no`)
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms: performance.now() - begun, cpu: (user + system) / 1e6 }))
