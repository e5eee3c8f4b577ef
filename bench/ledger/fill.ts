/** Large books for the suites that read them: the rows that postings would have written, in a few statements. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { EmbeddedDatabase } from '#platform/server/database/embedded.ts'

export interface Books {
  /** Rows of ledger.journal but for the number of entries, which is two: a query of (id, kind, service, business_date, at, description, source_id). */
  journals: string
  /** Their entries: a query of (journal, side, account, amount). */
  lines: string
}

/**
 * Fills books whose accounts are open. Without the checks of each row, which take most of the time: the caller verifies the books instead.
 */
export async function fillBooks({ connectionString, adminConnectionString }: EmbeddedDatabase, { journals, lines }: Books): Promise<void> {
  const address = new URL(adminConnectionString)
  address.pathname = new URL(connectionString).pathname
  const client = new pg.Client({ connectionString: address.toString() })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; set local ledger.posting = 'on'; set local work_mem = '256MB'`)
    await client.query(
      `insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, recorded_at, description, source_type, source_id, entries)
       select id, 'key:' || id, kind, service, business_date, at, at, description, 'payment.transaction', source_id, 2 from (${journals}) j`,
    )
    await client.query(`create temp table line on commit drop as ${lines}`)
    await client.query('analyze line')
    await client.query(
      `insert into ledger.entry (journal_id, line, account_id, side, amount, currency, balance_after, account_version)
       select journal, case l.side when 'D' then 1 else 2 end, account, l.side, amount, 'VND', sum(case l.side when a.normal_side then amount else -amount end) over w, row_number() over w
         from line l join ledger.account a on a.id = l.account window w as (partition by account order by journal)`,
    )
    await client.query(
      `update ledger.account a set balance = e.balance_after, version = e.account_version
         from (select distinct on (account_id) account_id, balance_after, account_version from ledger.entry order by account_id, account_version desc) e where e.account_id = a.id`,
    )
    await client.query(
      `insert into ledger.daily_balance
       select id, day, debit, credit, entries, sum(case normal_side when 'D' then debit - credit else credit - debit end) over (partition by id order by day), low, high
         from (
           select a.id, a.normal_side, j.business_date as day, coalesce(sum(amount) filter (where side = 'D'), 0) as debit, coalesce(sum(amount) filter (where side = 'C'), 0) as credit,
               count(*) as entries, min(account_version) as low, max(account_version) as high
             from ledger.entry e join ledger.journal j on j.id = e.journal_id join ledger.account a on a.id = e.account_id where a.daily group by a.id, j.business_date
         ) d`,
    )
    await client.query(`select setval('ledger.journal_id_seq', (select max(id) from ledger.journal))`)
    await client.query('commit')
    await client.query('vacuum analyze ledger.journal, ledger.entry, ledger.account, ledger.daily_balance')
  } finally {
    await client.end()
  }
}

/** Seconds of CPU that a PostgreSQL has used so far, all its processes; undefined where nothing tells. */
export function cpuSeconds(postmaster: number): number | undefined {
  try {
    const ticks = (pid: string) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11, 15)
        .reduce((sum, one) => sum + Number(one), 0)
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [String(postmaster), ...children].reduce((sum, pid) => sum + ticks(pid), 0) / 100
  } catch {
    return undefined
  }
}
