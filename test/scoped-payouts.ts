/** Payout lists and their lines all over the country, put in by the owner of the tables. */
import type { TestRuntime } from './app.ts'

export async function fillPayouts({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    insert into payout.programme (code, name, partner_id, kind, unpaid) select 'CT-' || id, 'Programme ' || id, id, 'ALLOWANCE', 'RETURN' from organisation.partner`)
  await owner.query(
    `with place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit),
      programme as (select *, row_number() over (order by id) - 1 as n, count(*) over () as many from payout.programme)
    insert into payout.list (code, partner_id, programme_id, month, pay_from, pay_until, control_count, control_total, approved_at, unit_id)
    select 'DS-' || g, p.partner_id, p.id, date_trunc('month', $1::date)::date, $1::date - 10, $1::date + 10, 2, 2000, $1::date - 5, u.id
    from generate_series(1, 80) g join place u on u.n = g * 13 % u.many join programme p on p.n = g % p.many`,
    [today],
  )
  await owner.query(
    `with place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit where level in ('POST_OFFICE', 'PAYOUT_POINT'))
    insert into payout.line (list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, identity_number, amount, method, bank_bin, account_number, account_name, unit_id, status, paid_at, paid_on, paid_unit_id)
    select l.id, g, l.partner_id, l.programme_id, l.month, 'NTH-' || l.id || '-' || g, 'Person ' || g, lpad((l.id * 10 + g)::text, 12, '0'), 1000,
      case when g = 3 then 'ACCOUNT' else 'CASH' end, '970436', '00110' || l.id, 'PERSON', u.id,
      case when g = 2 then 'PAID' else 'UNPAID' end, case when g = 2 then $1::date - 3 end, case when g = 2 then $1::date - 3 end, case when g = 2 then u.id end
    from payout.list l cross join generate_series(1, 3) g join place u on u.n = (l.id * 7 + g) % u.many`,
    [today],
  )
  await fillTransfers(owner)
}

/** Batches of transfers, transfers and held accounts, each at a place of its own. */
async function fillTransfers(owner: TestRuntime['database']['owner']): Promise<void> {
  const place = 'place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit)'
  const partner = 'bank as (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from organisation.partner)'
  await owner.query(`
    with ${place}, ${partner}
    insert into disbursement.batch (code, source_kind, source_id, source_code, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select 'LCK-' || g, 'PAYOUT_LIST', g, 'DS-' || g, b.id, u.id, 0, 'probe', now() - g * interval '7 hour', 'probe', now() - g * interval '1 hour'
    from generate_series(1, 80) g join place u on u.n = g * 13 % u.many join bank b on b.n = g % b.many;
    with ${place}
    insert into disbursement.item (batch_id, reference, source_kind, source_id, source_item, item_code, name, bank_bin, account_number, account_name, content, amount, partner_id, unit_id,
      head_unit_id, updated_by, updated_at)
    select b.id, 'UNC' || lpad(b.id::text, 6, '0') || g, (array['PAYOUT_LIST', 'OTHER'])[g], b.source_id, b.id * 10 + g, 'NTH-' || g, 'Person ' || g, '970436', '00110' || b.id, 'PERSON', 'Chi tra', 1000 * b.id,
      b.partner_id, u.id, 0, 'probe', now() - b.id * interval '1 hour' - g * interval '1 minute'
    from disbursement.batch b cross join generate_series(1, 2) g join place u on u.n = (b.id * 7 + g) % u.many;
    insert into disbursement.hold (source_kind, source_id, source_code, source_item, item_code, item_id, name, amount, bank_bin, account_number, listed_name, reason, held_at, partner_id, unit_id,
      head_unit_id, updated_by, updated_at)
    select i.source_kind, i.source_id, 'DS-' || i.source_id, i.source_item, i.item_code, i.id, i.name, i.amount, i.bank_bin, i.account_number, i.name,
      (array['RETURNED', 'NO_ACCOUNT', 'NAME_DIFFERS', 'ACCOUNT_HELD'])[1 + i.id % 4], now() - i.id * interval '5 hour', i.partner_id, i.unit_id, 0, 'probe', now() - i.id * interval '1 hour'
    from disbursement.item i;
    insert into disbursement.returned (transaction_id, business_date, reference, amount, reason, status, partner_id, occurred_at, unit_id, head_unit_id, updated_by, updated_at)
    select t.id, t.business_date, 'TRA' || t.id, 1000 * t.id, (array['Closed', 'No account'])[1 + t.id % 2], 'WAITING', t.partner_id, now() - t.id * interval '3 hour', coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id), 0, 'probe', now() - t.id * interval '1 hour'
    from (select * from payment.transaction order by id limit 80) t`)
}
