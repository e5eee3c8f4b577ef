import type { Pool } from 'pg'

const DAYS = 60
const COURIERS = 4

/**
 * Postmen at every post office, and items of two months spread over them: five of six are delivered and collected, and of these all but the last days'
 * and a few late ones are handed in. Sums are kept as the triggers would have kept them, in one statement each.
 */
export async function fillItems(pool: Pool, items: number, today: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set role none; select set_config('app.maintenance', 'on', false)")
    await fill((text) => client.query(text), items, today)
  } finally {
    client.release(true)
  }
}

async function fill(run: (text: string) => Promise<unknown>, items: number, today: string): Promise<void> {
  await run(`
    with place as (select *, row_number() over (order by id) as at from organisation.unit where level = 'POST_OFFICE'),
      account as (insert into ledger.account (code, name, class, normal_side, chart_id)
        select 'BENCH-BT-' || at || '-' || n, 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_IN_TRANSIT') from place, generate_series(1, ${COURIERS}) n returning id, code)
    insert into cob.courier (code, name, account_id, unit_id, head_unit_id, route, created_by, created_at, updated_by, updated_at)
    select 'BT' || at || '-' || n, 'Bưu tá ' || at || '-' || n, a.id, p.id, p.head_unit_id, 'T' || n, 'bench', now(), 'bench', now()
      from place p, generate_series(1, ${COURIERS}) n, account a where a.code = 'BENCH-BT-' || p.at || '-' || n`)
  await run(`
    with account as (insert into ledger.account (code, name, class, normal_side, chart_id)
        select 'BENCH-KHL-' || n, 'x', 'LIABILITY', 'C', (select id from ledger.chart where key = 'SENDER_PAYABLE') from generate_series(1, 300) n returning id, code)
    insert into cob.key_account (code, name, account_id, unit_id, head_unit_id, status, created_by, created_at, updated_by, updated_at)
    select replace(a.code, 'BENCH-', ''), 'Khách hàng ' || a.code, a.id, u.id, u.id, 'ACTIVE', 'bench', now(), 'bench', now()
      from account a, (select id from organisation.unit where level = 'HEAD_OFFICE') u`)
  for (const table of ['item', 'position']) await run(`alter table cob.${table} disable trigger user`)
  // Nobody reads the journals here.
  await run('alter table cob.position drop constraint position_journal_id_fkey')
  await run(`
    insert into cob.item (id, code, partner_id, key_account_id, sender_name, receiver_name, receiver_phone, cod_amount, postage, accepted_at, accepted_unit_id, unit_id,
        head_unit_id, province_unit_id, district_unit_id, office_unit_id, route, courier_id, delivery_state, delivered_at, money_state, collected_event_id, collected_amount, collected_at,
        handed_in_amount, handed_in_at, due_on, updated_at)
      overriding system value
    select g, 'BENCH' || g, p.id, case when g % 4 > 0 then k.id end, 'Shop ' || g % 3000, 'Người nhận ' || g % 70000, '09' || lpad((g % 100000000)::text, 8, '0'), c.amount, 25000, c.day + interval '8 hours', o.unit_id, o.unit_id,
      o.head_unit_id, o.province_unit_id, o.district_unit_id, o.office_unit_id, o.route, o.id, case when c.taken then 'DELIVERED' when g % 12 = 0 then 'RETURNED' else 'OUT_FOR_DELIVERY' end,
      case when c.taken then c.day + interval '32 hours' end, case when c.given then 'PAYABLE' when c.taken then 'COLLECTED' else 'NONE' end, case when c.taken then g end,
      case when c.taken then c.amount else 0 end, case when c.taken then c.day + interval '32 hours' end, case when c.given then c.amount else 0 end, case when c.given then c.day + interval '50 hours' end,
      case when c.taken then c.day::date + 2 end, now()
    from generate_series(1, ${items}) g
      join (select *, row_number() over (order by id) - 1 as at, count(*) over () as many from cob.courier) o on o.at = g % o.many
      join (select id, row_number() over (order by id) - 1 as at, count(*) over () as many from cob.key_account) k on k.at = g % 97 % k.many
      cross join (select min(id) as id from organisation.partner) p
      cross join lateral (select '${today}'::date - ${DAYS} + (g::bigint * ${DAYS} / ${items})::int + interval '0' as day, (50 + g % 950) * 1000 as amount) d
      cross join lateral (select d.day, d.amount, g % 6 > 0 as taken, g % 6 > 0 and g % 100 > 1 and d.day < '${today}'::date - 3 as given) c`)
  await run(`
    insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, at)
    select i.courier_id, i.id, i.key_account_id, k.kind, case k.kind when 'COLLECT' then i.collected_amount else -i.handed_in_amount end,
        case k.kind when 'COLLECT' then i.collected_at::date else i.handed_in_at::date end, i.due_on, 1, i.unit_id, i.head_unit_id, i.province_unit_id, i.district_unit_id, i.office_unit_id,
        case k.kind when 'COLLECT' then i.collected_at else i.handed_in_at end
      from cob.item i join (values ('COLLECT'), ('HAND_IN')) k (kind) on k.kind = 'COLLECT' and i.collected_at is not null or k.kind = 'HAND_IN' and i.handed_in_at is not null
     order by 6, i.id`)
  await run(`
    insert into cob.debt (courier_id, unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, collected, handed_in, items)
    select courier_id, unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, coalesce(sum(amount) filter (where kind = 'COLLECT'), 0),
        coalesce(-sum(amount) filter (where kind = 'HAND_IN'), 0), count(*) filter (where kind = 'COLLECT')
      from cob.position group by 1, 2, 3, 4, 5, 6, 7, 8`)
  await run(`
    insert into cob.debt_delta select unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, collected, handed_in, adjusted, given_back from cob.debt`)
  await run(`
    insert into cob.item_delta
    select cob.item_day(accepted_at), delivery_state, money_state, false, key_account_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        count(*), sum(cod_amount), sum(collected_amount), sum(handed_in_amount) from cob.item group by 1, 2, 3, 4, 5, 6, 7, 8, 9`)
  await run(`
    insert into cob.held (courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, amount)
    select courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(amount) from cob.position group by 1, 2, 3, 4, 5, 6, 7`)
  for (const table of ['item', 'position']) await run(`alter table cob.${table} enable trigger user`)
  await run('select cob.fold_item_deltas(), cob.fold_debt_deltas()')
  for (const table of ['item', 'position', 'debt', 'held', 'courier', 'item_sum', 'item_delta', 'debt_sum', 'debt_delta'])
    await run(`vacuum analyze cob.${table}`)
}
