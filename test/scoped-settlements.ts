/** Settlements of merchants all over the country, put in by the owner of the tables. */
import type { TestRuntime } from './app.ts'

export async function fillSettlements({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    insert into settlement.settlement (code, merchant_id, cycle, until_at, payments, gross, fee, tax, refunds, cancellations, other, carried, net, status, closed_by, closed_at, unit_id, head_unit_id,
      updated_by, updated_at)
    select 'QTS' || lpad(g::text, 8, '0'), m.id, 'T1', now() - g * interval '20 hour', 1, g * 1000, 0, 0, 0, 0, 0, 0, g * 1000, 'PAYABLE', 'probe', now() - g * interval '20 hour', m.unit_id, 0,
      'probe', now() - g * interval '1 hour'
    from generate_series(1, 60) g join (select id, unit_id, row_number() over (order by id) - 1 as n, count(*) over () as many from merchants.merchant) m on m.n = g % m.many`)
}
