import type { TestRuntime } from './app.ts'

/** Settlement runs of key accounts all over the country, their statements and lines, put in by the owner of the tables. To be called after `fillCob`. */
export async function fillCodSettlements({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    create temporary table sender as
      select k.id, k.unit_id, k.head_unit_id, row_number() over (order by k.id) as n from cob.key_account k where k.code like 'KHLW%';
    insert into cob.key_contract (key_account_id, number, valid_from, cycle, date_basis, net_postage, postage_payer, tax_rate, proposed_by, agreed_by, agreed_at, updated_by, updated_at)
      select id, 'HDLW' || n, '2026-01-01', (array['DAILY', 'MON_WED_FRI'])[1 + n % 2], (array['COLLECTED', 'DELIVERED'])[1 + n % 2], true, 'BY_ITEM', 8, 'maker', 'checker', now(), 'probe', now() from sender;
    insert into cob.settlement_run (code, run_on, status, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'DQTLW' || n, '${today}'::date - n::int, (array['DRAFT', 'SUBMITTED', 'APPROVING', 'APPROVED'])[1 + n % 4], head_unit_id, head_unit_id, 'probe', now(), 'probe', now() from sender;
    insert into cob.settlement (code, run_id, key_account_id, contract_id, cycle_date, until_on, date_basis, items, cod, postage, fee, tax, deductions, carried, net, status, paid_at, paid_on, mailed_at,
        unit_id, head_unit_id, made_by, made_at, updated_by, updated_at)
      select 'QTCLW' || s.n, r.id, s.id, c.id, '${today}'::date - (s.n % 40)::int, '${today}'::date - (1 + s.n % 40)::int, c.date_basis, 2, f.cod, 22000 + s.n, 1000 + s.n, 100, 0, 0, f.cod - 23100 - 2 * s.n, f.status,
        case when f.status = 'PAID' then '${today}'::timestamptz - s.n * interval '1 hour' end, case when f.status = 'PAID' then '${today}'::date end,
        case when f.status = 'PAID' then '${today}'::timestamptz end, s.unit_id, s.head_unit_id, (array['ketoan', 'kiemsoat'])[1 + s.n % 2], '${today}'::timestamptz - s.n * interval '11 hour',
        'probe', '${today}'::timestamptz - s.n * interval '2 hour'
      from sender s join cob.settlement_run r on r.code = 'DQTLW' || s.n join cob.key_contract c on c.number = 'HDLW' || s.n
        cross join lateral (select 100000 + s.n * 1000 as cod, (array['DRAFT', 'CHECKED', 'APPROVED', 'SENT', 'PAID', 'FAILED'])[1 + s.n % 6] as status) f;
    insert into cob.settlement_line (settlement_id, item_id, part, cod, postage, fee, tax)
      select s.id, i.id, case when i.at = 2 then 'RETURN' else 'COLLECTED' end, case when i.at = 2 then 0 else i.cod_amount end, i.postage, i.cod_fee, 100
      from cob.settlement s
        join (select id, key_account_id, cod_amount, postage, cod_fee, row_number() over (partition by key_account_id order by id) as at from cob.item where code like 'BGLW%') i on i.key_account_id = s.key_account_id
      where s.code like 'QTCLW%' and i.at <= 2;
    drop table sender`)
}
