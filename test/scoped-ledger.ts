import type { TestRuntime } from './app.ts'

/** A journal on each account of a holding, recorded on the days before the clock's, put in by the owner of the tables. */
export async function fillLedger({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(
    `begin;
     select set_config('ledger.posting', 'on', true);
     create temporary table posted on commit drop as
       select h.id as debit, p.id as credit, row_number() over (order by h.id) as n
       from ledger.account h join ledger.account p on p.code = 'RLS-' || substr(h.code, 9) where h.code like 'HOLDACC-%' and h.version = 0 and p.version = 0;
     with j as (
       insert into ledger.journal (business_key, kind, service, business_date, occurred_at, recorded_at, description, source_type, source_id, entries)
         select 'scoped:' || n, 'PROBE', 'CASH', '${today}'::date - (n % 5)::int, '${today}'::timestamptz, ('${today}'::date - (n % 5)::int + time '03:00')::timestamptz, 'x', 'probe', n::text, 2
         from posted order by n returning id, source_id)
     insert into ledger.entry (journal_id, line, account_id, side, amount, currency, balance_after, account_version)
       select j.id, l.line, case l.line when 1 then p.debit else p.credit end, case l.line when 1 then 'D' else 'C' end, 1000 + p.n, 'VND', 1000 + p.n, 1
       from j join posted p on p.n::text = j.source_id cross join (values (1), (2)) l (line);
     insert into ledger.manual_journal (business_date, reason, amount, unit_id, head_unit_id, created_by, created_at, updated_by, status)
       select '${today}'::date - (n % 9)::int, (array['Phân loại lại phí', 'Ghi nhận lãi'])[1 + n % 2], 1000 * n, u.id, u.id, 'probe', '${today}'::timestamptz - n * interval '1 minute', 'probe',
         (array['PENDING', 'REFUSED'])[1 + n % 2]
       from (select id, row_number() over (order by md5('manual' || id)) as n from organisation.unit order by 2 limit 60) u;
     update ledger.account a set balance = 1000 + p.n, version = 1 from posted p where a.id in (p.debit, p.credit);
     commit`,
  )
}
