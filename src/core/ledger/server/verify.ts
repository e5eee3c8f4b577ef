import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { type SealAnchor, verifySeals } from './seals.ts'

export interface LedgerDifference {
  kind: 'ACCOUNT' | 'DAY' | 'ENTRY' | 'JOURNAL' | 'REVERSAL' | 'SEAL'
  /** Account code (and business date), journal id (and line), or number of a sealed block. */
  subject: string
  detail: string
}

/**
 * Recomputes the books from the entries, compares them with their seals, and reports every difference; empty for sound books. Reads
 * everything: for nightly checks, tests and after a restore, under one snapshot (a repeatable read transaction) when postings go on.
 * Without the secret key, seals that somebody made himself pass.
 */
export async function verifyLedger(db: Queryable, options: { secretKey?: Buffer; anchor?: SealAnchor } = {}): Promise<LedgerDifference[]> {
  return [...(await recompute(db)), ...(await verifySeals(db, options))]
}

async function recompute(db: Queryable): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with running as (
      select e.*, a.code, a.normal_side, a.daily, a.currency as account_currency,
          sum(case e.side when a.normal_side then e.amount else -e.amount end) over w as balance, row_number() over w as version
        from ledger.entry e join ledger.account a on a.id = e.account_id
      window w as (partition by e.account_id order by e.account_version rows unbounded preceding)
    ), by_account as (
      select account_id, count(*) as entries, sum(case side when normal_side then amount else -amount end) as balance from running group by account_id
    ), by_journal as (
      select journal_id, count(*) as entries, max(line) as last_line, bool_and(difference = 0) as balanced
        from (select journal_id, line, sum(case side when 'D' then amount else -amount end) over (partition by journal_id, currency) as difference from ledger.entry) d
       group by journal_id
    ), by_date as (
      select account_id, business_date, debit, credit, entries, sum(change) over (partition by account_id order by business_date) as closing, first_version, last_version
        from (
          select r.account_id, j.business_date, coalesce(sum(r.amount) filter (where r.side = 'D'), 0) as debit, coalesce(sum(r.amount) filter (where r.side = 'C'), 0) as credit,
              count(*) as entries, sum(case r.side when r.normal_side then r.amount else -r.amount end) as change,
              min(r.account_version) as first_version, max(r.account_version) as last_version
            from running r join ledger.journal j on j.id = r.journal_id where r.daily group by r.account_id, j.business_date
        ) d
    )
    select 'ACCOUNT' as kind, a.code as subject,
        format('balance %s, entries give %s; version %s, entries %s', a.balance, coalesce(b.balance, 0), a.version, coalesce(b.entries, 0)) as detail
      from ledger.account a left join by_account b on b.account_id = a.id
     where a.balance <> coalesce(b.balance, 0) or a.version <> coalesce(b.entries, 0)
    union all
    select 'DAY', a.code || to_char(business_date, ' YYYY-MM-DD'),
        format('debit %s, credit %s, closing %s of %s entries; entries give %s, %s, %s of %s', k.debit, k.credit, k.closing, k.entries, d.debit, d.credit, d.closing, d.entries)
      from ledger.daily_balance k full join by_date d using (account_id, business_date) join ledger.account a on a.id = account_id
     where (k.debit, k.credit, k.entries, k.closing, k.first_version, k.last_version)
       is distinct from (d.debit, d.credit, d.entries, d.closing, d.first_version, d.last_version)
    union all
    select 'ENTRY', format('%s/%s', journal_id, line), format('account %s version %s balance %s, recomputed %s and %s', code, account_version, balance_after, version, balance)
      from running where balance_after <> balance or account_version <> version or currency <> account_currency
    union all
    select 'JOURNAL', j.id::text, format('%s of %s entries, balanced: %s', coalesce(b.entries, 0), j.entries, coalesce(b.balanced, false))
      from ledger.journal j left join by_journal b on b.journal_id = j.id
     where b.journal_id is null or not b.balanced or b.entries <> j.entries or b.last_line <> j.entries
    union all
    select 'JOURNAL', b.journal_id::text, 'entries without a journal' from by_journal b where not exists (select from ledger.journal j where j.id = b.journal_id)
    union all
    select 'REVERSAL', r.id::text, format('is not the mirror of journal %s', r.reverses_journal_id)
      from ledger.journal r
     where r.reverses_journal_id is not null and exists (
       select from (select * from ledger.entry where journal_id = r.id) m
         full join (select * from ledger.entry where journal_id = r.reverses_journal_id) o using (line)
        where (m.account_id, m.amount, m.currency) is distinct from (o.account_id, o.amount, o.currency) or m.side is not distinct from o.side)`.execute(db)
  return rows
}
