import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { type JournalDifference, type SealAnchor, verifyJournals } from './verify-journals.ts'

export interface LedgerDifference {
  kind: 'ACCOUNT' | 'DAY' | 'ENTRY' | JournalDifference['kind']
  /** Account code (and business date), journal id (and line), or number of a sealed block. */
  subject: string
  detail: string
}

export interface VerifyOptions {
  /** Without it, seals that somebody made himself pass. */
  secretKey?: Buffer
  anchor?: SealAnchor
  /** Another connection that sees the same snapshot: half of the work is done on it at the same time. */
  beside?: Queryable
}

/**
 * Recomputes the books from the entries, compares them with their seals, and reports every difference; empty for sound books. Reads
 * everything: for nightly checks, tests and after a restore, under one snapshot (a repeatable read transaction) when postings go on.
 */
export async function verifyLedger(db: Queryable, { beside, ...options }: VerifyOptions = {}): Promise<LedgerDifference[]> {
  if (beside) return (await Promise.all([verifyAccounts(db), verifyJournals(beside, options)])).flat()
  return [...(await verifyAccounts(db)), ...(await verifyJournals(db, options))]
}

/** Follows the entries of each account once, in their order; those of an account that is not sound are read again to name them. */
async function verifyAccounts(db: Queryable): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with running as (
      select e.account_id, e.journal_id, e.side, e.amount, e.account_version, a.daily, case e.side when a.normal_side then e.amount else -e.amount end as change,
          (e.balance_after <> sum(case e.side when a.normal_side then e.amount else -e.amount end) over w
            or e.account_version <> row_number() over w or e.currency <> a.currency) as wrong
        from ledger.entry e join ledger.account a on a.id = e.account_id
      window w as (partition by e.account_id order by e.account_version rows unbounded preceding)
    ), by_date as materialized (
      select r.account_id, case when r.daily then j.business_date end as business_date,
          coalesce(sum(r.amount) filter (where r.side = 'D'), 0) as debit, coalesce(sum(r.amount) filter (where r.side = 'C'), 0) as credit, sum(r.change) as change,
          count(*) as entries, min(r.account_version) as first_version, max(r.account_version) as last_version, bool_or(r.wrong) as wrong, bool_or(j.id is null) as orphaned
        from running r left join ledger.journal j on j.id = r.journal_id group by 1, 2
    ), by_account as materialized (
      select account_id, sum(entries) as entries, sum(change) as balance, bool_or(wrong) as wrong, bool_or(orphaned) as orphaned from by_date group by account_id
    ), by_day as (
      select d.*, sum(d.change) over (partition by d.account_id order by d.business_date) as closing from by_date d where d.business_date is not null
    )
    select 'ACCOUNT' as kind, a.code as subject,
        format('balance %s, entries give %s; version %s, entries %s', a.balance, coalesce(b.balance, 0), a.version, coalesce(b.entries, 0)) as detail
      from ledger.account a left join by_account b on b.account_id = a.id
     where a.balance <> coalesce(b.balance, 0) or a.version <> coalesce(b.entries, 0)
    union all
    select 'DAY', a.code || to_char(business_date, ' YYYY-MM-DD'),
        format('debit %s, credit %s, closing %s of %s entries; entries give %s, %s, %s of %s', k.debit, k.credit, k.closing, k.entries, d.debit, d.credit, d.closing, d.entries)
      from ledger.daily_balance k full join by_day d using (account_id, business_date) join ledger.account a on a.id = account_id
     where (k.debit, k.credit, k.entries, k.closing, k.first_version, k.last_version)
       is distinct from (d.debit, d.credit, d.entries, d.closing, d.first_version, d.last_version)
    union all
    select 'ENTRY', format('%s/%s', e.journal_id, e.line), format('account %s version %s balance %s, recomputed %s and %s', a.code, e.account_version, e.balance_after, e.version, e.balance)
      from by_account b join ledger.account a on a.id = b.account_id
      cross join lateral (
        select x.*, sum(case x.side when a.normal_side then x.amount else -x.amount end) over w as balance, row_number() over w as version
          from ledger.entry x where x.account_id = a.id window w as (order by x.account_version rows unbounded preceding)
      ) e
     where b.wrong and (e.balance_after <> e.balance or e.account_version <> e.version or e.currency <> a.currency)
    union all
    select distinct 'JOURNAL', e.journal_id::text, 'entries without a journal'
      from by_account b join ledger.entry e on e.account_id = b.account_id
     where b.orphaned and not exists (select from ledger.journal j where j.id = e.journal_id)`.execute(db)
  return rows
}
