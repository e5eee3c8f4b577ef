/** Payments, slips and lines of payout lists with their books, as many as asked for, by a few statements. */
import pg from 'pg'
import type { EmbeddedDatabase } from '#platform/server/database/embedded.ts'
import { fillBooks } from '../ledger/fill.ts'
import { DAYS, FIRST_DAY } from '../list/fill.ts'

const LISTS = 100
const LINE = '1000000000'

/** Every second transaction pays a line of one of the lists; partners were asked about every tenth. */
const ROWS = (rows: number): readonly string[] => [
  `insert into payment.transaction_key (transaction_id, code, external_ref, partner_id, business_date, request_hash, received_status)
     select t.id, t.code, t.external_ref, t.partner_id, t.business_date, sha256(t.code::bytea), t.status from payment.transaction t`,
  `update payment.transaction set order_ref = 'BENCH-DH' || id where id % 2 = 1`,
  `update payment.transaction set service = 'PAYOUT', type = 'PAYOUT', direction = 'OUT', channel = 'COUNTER', merchant_id = null where id % 2 = 0`,
  `insert into ledger.account (id, code, name, class, normal_side, chart_id, min_balance, kept_by)
     select ${LINE} + n, 'PAYOUT-' || n, 'List ' || n, 'LIABILITY', 'C', (select id from ledger.chart where key = 'PAYOUT_PAYABLE'), 0, 'payouts' from generate_series(1, ${LISTS}) n
     union all select ${LINE}, 'PAYOUT-FUNDS-BENCH', 'Payer', 'LIABILITY', 'C', (select id from ledger.chart where key = 'PAYOUT_FUNDS'), null, 'payouts'
     union all select ${LINE} - 1, 'CASH-BENCH', 'Till', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_TILL'), null, 'cash'`,
  `insert into payout.funds (partner_id, account_id) select min(id), ${LINE} from organisation.partner`,
  `insert into payout.programme (id, code, name, partner_id, kind, unpaid) select 1, 'BENCH', 'Bench', min(id), 'PENSION', 'CARRY' from organisation.partner`,
  `insert into payout.list (id, code, partner_id, programme_id, month, pay_from, pay_until, status, control_count, control_total, account_id, hash, approved_at, unit_id, head_unit_id)
     select n, 'DS-' || n, p.partner_id, 1, date '2026-11-01', date '2026-11-01', date '2026-12-31', 'PAYING', 1, 1, ${LINE} + n, sha256('x'), now(), u.id, u.id
       from generate_series(1, ${LISTS}) n, payout.programme p, (select id from organisation.unit where level = 'HEAD_OFFICE') u`,
  `insert into payout.line (id, list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, identity_number, amount, method, status, paid_at, paid_on, claimed_at,
      unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
     select t.id / 2, 1 + t.id / 2 % ${LISTS}, t.id / 2, l.partner_id, 1, date '2026-11-01', 'NH' || t.id / 2, 'Người ' || t.id, lpad(t.id::text, 12, '0'), t.amount, 'CASH', 'PAID', t.occurred_at,
        t.business_date, t.occurred_at, u.id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id
       from payment.transaction t join payout.list l on l.id = 1 join organisation.unit u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id) where t.id % 2 = 0`,
  `insert into cash.holding (code, name, kind, unit_id, head_unit_id, account_id)
     select 'BENCH', 'Till', 'TILL', u.id, u.id, ${LINE} - 1 from organisation.unit u where u.level = 'HEAD_OFFICE'`,
  `insert into cash.slip (id, code, transaction_id, source_kind, source_id, direction, status, amount, business_date, till_id, teller_staff_id, person_name, identity_type, identity_number,
      occurred_at, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
     select t.id, t.code, t.id, 'PAYOUT_LINE', 'DC' || lpad((t.id / 2)::text, 9, '0'), 'OUT', 'PAID', t.amount, t.business_date, h.id, s.id, 'Người', 'CCCD', lpad(t.id::text, 12, '0'),
        t.occurred_at, coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id), t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id
       from payment.transaction t cross join (select id from cash.holding where code = 'BENCH') h cross join (select min(id) as id from organisation.staff) s where t.id % 2 = 0`,
  `select partner.ensure_partitions('${FIRST_DAY}', ('${FIRST_DAY}'::date + ${DAYS})::date)`,
  `insert into partner.exchange (at, partner_id, operation, reference, request)
     select t.occurred_at, t.partner_id, 'INQUIRE', t.external_ref, '{}' from payment.transaction t where t.id % 10 = 0`,
  `analyze ledger.account`,
  `select setval('payment.transaction_id', ${rows})`,
]

/** A journal for each transaction and each list. */
const BOOKS = (rows: number) => ({
  journals: `
    select t.id, case when t.id % 2 = 0 then 'PAYOUT_PAID' else 'QR_PAID' end as kind, t.service, t.business_date, t.occurred_at as at, 'Giao dịch ' || t.code as description,
      t.id::text as source_id from payment.transaction t`,
  lines: `
    select t.id as journal, side, case when t.id % 2 = 1 then case side when 'D' then c.id else m.payable_account_id end
        when side = 'D' then ${LINE} + 1 + t.id / 2 % ${LISTS} else ${LINE} - 1 end as account, t.amount
      from payment.transaction t cross join unnest(array['D', 'C']) side left join merchants.merchant m on m.id = t.merchant_id
        cross join (select min(clearing_account_id) as id from payment.partner_account) c where t.id <= ${rows}`,
})

/** What lists drew from the payer comes before everything else. */
const FUNDED = (rows: number) => `
  insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, recorded_at, description, source_type, source_id, entries)
    select ${rows} + l.id, 'payout-list:' || l.id, 'PAYOUT_LIST', 'CASH', '${FIRST_DAY}', '${FIRST_DAY}', '${FIRST_DAY}', l.code, 'payout.list', l.id::text, 2 from payout.list l`

/** Fills a database of the whole system that holds `rows` transactions. Without the checks of each row, as fillBooks. */
export async function fillTrace(database: EmbeddedDatabase, rows: number): Promise<void> {
  const address = new URL(database.adminConnectionString)
  address.pathname = new URL(database.connectionString).pathname
  const client = new pg.Client({ connectionString: address.toString() })
  await client.connect()
  try {
    await client.query("set session_replication_role = replica; set work_mem = '256MB'")
    for (const statement of ROWS(rows)) await client.query(statement)
    await client.query('reset session_replication_role')
    await fillBooks(database, BOOKS(rows))
    await client.query("set session_replication_role = replica; set ledger.posting = 'on'")
    await client.query(FUNDED(rows))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
