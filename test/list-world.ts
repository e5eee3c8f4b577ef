/** Rows for every list of the system, different enough that each of its filters keeps some of them and leaves others out. */
import { sql } from 'kysely'
import { openAccounts, postMany } from '#core/ledger/server/public.ts'
import type { TestClock, TestRuntime } from './app.ts'
import { reconciled } from './reconciled.ts'
import { nameServices } from './services.ts'

/** To be called after `scopedWorld`. A list of a later module that stays empty fails src/app/lists.test.ts: its rows go here. */
export async function listWorld({ database: { owner }, db, audit }: TestRuntime, clock: TestClock): Promise<void> {
  const now = clock.now()
  await nameServices({ db }, ['COD'])
  await owner.query(`
    update payment.transaction set status = case when service = 'SDK' and id % 16 = 3 then 'REFUND_PENDING' else (array['SUCCEEDED', 'FAILED', 'UNKNOWN', 'PROCESSING'])[1 + id % 4] end, channel = (array['QR', 'BANK', 'WALLET'])[1 + id % 3],
      amount = 1000 + id * 37 % 900 * 11.25, fee = id % 7, payer_name = (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + id % 3], payer_account = '1900000' || id, payer_bank_bin = 999990 + id % 4, late_of = case when id % 6 = 0 or (service = 'COD' and id % 16 = 5) then business_date - 1 end;
    update payment.transaction set status = 'CANCELLED' where id % 16 = 5;
    insert into cob.deposit_line (transaction_id, item_id, position, named, expected)
      select d.id, i.id, 1, true, 1000 from (select id, row_number() over (order by id) as n from cob.deposit) d join (select id, row_number() over (order by id) as n from cob.item) i using (n);
    update cob.deposit set surplus = 50 * (id % 2), surplus_used = 10 * (id % 3);
    update cob.deposit d set paper = i.code from cob.deposit_line l join cob.item i on i.id = l.item_id where l.transaction_id = d.id and d.id % 16 = 5;
    update outcome.outcome_case set occurred_at = occurred_at - id % 30 * interval '1 day', next_inquiry_at = now() + id * interval '1 minute', inquiries = id % 5, amount = 1000 + id * 53,
        suggested = (array['SUCCEEDED', 'FAILED', null])[1 + id % 3], cause = (array['UNKNOWN', 'OVERDUE'])[1 + id % 2], status = (array['OPEN', 'INQUIRING', 'EVIDENCED'])[1 + id % 3],
        channel = (array['QR', 'BANK', 'WALLET'])[1 + id % 3], assignee_id = case when id % 4 = 0 then (select id from iam.user_account where account = 'admin') end;
    update outcome.outcome_case set status = 'DECIDED', verdict = 'FAILED', resolved_by = 'REPORT', decided_by = 'system', decided_at = now() - id * interval '1 hour', next_inquiry_at = null,
        conflict_at = case when id % 2 = 0 then now() end where id % 7 = 0;
    update cash.pending_difference set status = 'SETTLED', settlement = 'PAY_BACK', proposed_by = 'maker', decided_by = 'checker', decided_at = now(),
      journal_id = (select max(id) from ledger.journal) where id % 3 = 0;
    update payment.suspense set status = 'SETTLED', settled_journal_id = (select max(id) from ledger.journal), settled_at = now(), settled_by = 'user:probe' where id = (select min(id) from payment.suspense);
    insert into payment.refused_return (transaction_id, business_date, refund_id, cancels, reason, refused_at)
      select id, business_date, id, false, '51 Từ chối', now() from payment.transaction where id % 3 = 0;
    insert into approvals.request (kind, subject_type, subject_id, subject_code, subject_version, payload, payload_sha256, before, after, row_impact, money_impact, tier, decide_permission, reason,
        maker_id, maker_account, maker_name, asked_at, expires_at, status, decided_at, checker_id, checker_account, checker_name, head_unit_id)
      select (array['QR_REFUND', 'PARAMETER_CHANGE'])[1 + n % 2], 'list.world', n::text, 'LW' || n, 0, '{}', sha256('x'), '{}', '{}', 1, n * 1000.5, 1, 'o2o/approvals/view', 'vì',
        m.id, m.account, m.full_name, now() - n * interval '1 day', now() + interval '1 day', case when n % 3 = 0 then 'REJECTED' else 'PENDING' end, case when n % 3 = 0 then now() end,
        case when n % 3 = 0 then c.id end, case when n % 3 = 0 then c.account end, case when n % 3 = 0 then c.full_name end, g.id
      from generate_series(1, 40) n join iam.user_account m on m.account = 'ketoan' join iam.user_account c on c.account = 'kiemsoat'
        join organisation.unit g on g.level = 'HEAD_OFFICE';
    insert into assignment.rule (business, user_id, allowed, valid_from, valid_to, reason, updated_by, updated_at)
      select 'COD', id, false, '2020-01-01', '2020-12-31', 'thử', 'probe', now() - id * interval '1 hour' from iam.user_account;
    update organisation.staff set status = 'LOCKED' where id % 5 = 0;
    insert into masterdata.parameter (key, type, value, description, critical, builtin, updated_by)
      select 'list.own-' || n, (array['STRING', 'INTEGER'])[1 + n % 2], n, 'Dòng thử ' || n, n % 3 = 0, n % 4 = 0, 'probe' from generate_series(1, 20) n;
    insert into masterdata.administrative_area (level, code, kind, name, parent_level, parent_code, valid_from, valid_to, status) values
      ('PROVINCE', '01', 'MUNICIPALITY', 'Hà Nội', null, null, '2020-01-01', null, 'ACTIVE'), ('PROVINCE', '24', 'PROVINCE', 'Bắc Ninh', null, null, '2020-01-01', null, 'ACTIVE'),
      ('DISTRICT', '001', 'URBAN_DISTRICT', 'Ba Đình', 'PROVINCE', '01', '2020-01-01', '2025-06-30', 'ACTIVE'), ('DISTRICT', '002', 'RURAL_DISTRICT', 'Yên Phong', 'PROVINCE', '24', '2020-01-01', '2025-06-30', 'LOCKED'),
      ('COMMUNE', '00001', 'WARD', 'Phúc Xá', 'DISTRICT', '001', '2020-01-01', '2025-06-30', 'ACTIVE'), ('COMMUNE', '00002', 'COMMUNE', 'Tam Giang', 'DISTRICT', '002', '2020-01-01', '2025-06-30', 'ACTIVE'),
      ('COMMUNE', '00003', 'COMMUNE', 'Yên Trung', 'DISTRICT', '002', '2020-01-01', '2024-12-31', 'ACTIVE'),
      ('COMMUNE', '00004', 'WARD', 'Hồng Hà', 'PROVINCE', '01', '2025-07-01', null, 'ACTIVE'), ('COMMUNE', '00005', 'COMMUNE', 'Tam Giang', 'PROVINCE', '24', '2025-07-01', null, 'ACTIVE');
    insert into masterdata.area_successor (old_id, new_id, kind, recorded_as) select o.id, n.id, k.kind, 'theo bảng ' || k.old
      from (values ('00001', '00004', 'WHOLE'), ('00002', '00005', 'MAIN'), ('001', '01', 'PART')) k(old, new, kind)
      join masterdata.administrative_area o on o.code = k.old join masterdata.administrative_area n on n.code = k.new;
    insert into masterdata.global_list (code, name, description, status, updated_by) values ('LIST_LOCKED', 'Danh sách thử', '', 'LOCKED', 'probe'), ('LIST_OPEN', 'Danh sách khác', '', 'ACTIVE', 'probe'),
      ('LIST_BARE', 'Bảng mã', 'không có mục', 'ACTIVE', 'probe'), ('LIST_D', 'Địa bàn', '', 'ACTIVE', 'probe'), ('LIST_V', 'Vùng', '', 'ACTIVE', 'probe');
    insert into masterdata.global_list_entry (list_id, key, value, position) select id, 'MUC', 'Mục thử', 1 from masterdata.global_list where code = 'LIST_OPEN';
    insert into merchants.fee_plan (code, name, service, status, updated_at) select 'LW-' || n, (array['Cửa hàng', 'Siêu thị', 'Nhà thuốc'])[1 + n % 3] || ' ' || n, 'QR', (array['DRAFT', 'ACTIVE'])[1 + n % 2], now() - n * interval '1 hour' from generate_series(1, 8) n;
    update merchants.merchant m set tax_code = lpad((id * 1234567 % 9999999999)::text, 10, '0'), legal_name = 'Công ty ' || id, settlement_cycle = (array['T0', 'T1'])[1 + id % 2], status = (array['ACTIVE', 'LOCKED'])[1 + id % 2],
      fee_plan_id = (select f.id from merchants.fee_plan f order by f.id offset m.id % 3 limit 1), account_cooling_until = case when id % 3 = 0 then now() + interval '1 day' end;
    insert into iam.role (code, name, status) values ('LIST_LOCKED', 'Vai trò thử', 'LOCKED');
    insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where r.code = 'LIST_LOCKED' and u.account in ('ketoan', 'tinh01', 'doitac') on conflict do nothing;
    update iam.user_account set status = 'LOCKED' where account = 'doitac';
    insert into limits.role_limit (role_id, kind, amount, updated_by, updated_at)
      select r.id, k.kind, r.id * 1000000 + k.n, 'probe', now() - r.id * interval '1 hour' from iam.role r, (values ('REFUND', 1), ('MANUAL_JOURNAL', 2), ('WRITE_OFF', 3)) k(kind, n);
    update iam.application set status = 'LOCKED' where code = 'PP_SDK';
    update sdk.app set status = 'LOCKED' where id % 4 = 0;
    update cutoff.period set blockers = id % 5, checked_at = now(), status = (array['OPEN', 'CHECKING', 'REOPENED'])[1 + id % 3], closed_at = now() - id * interval '7 hour';
    insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id, closed_at)
      select 'LW-' || n, (array['CASH', 'GL', 'QR'])[1 + n % 3], u.id, 'DAY', '2026-02-01'::date + n, u.head_unit_id, now() - n * interval '1 hour'
        from generate_series(1, 40) n join organisation.unit u on u.level = 'HEAD_OFFICE';
    update controls.alert set rule = (array['TRIAL_BALANCE', 'STALE_REQUESTS', 'PROBE'])[1 + id % 3], severity = (array['HIGH', 'MEDIUM', 'LOW'])[1 + id % 3],
      status = (array['OPEN', 'ACKNOWLEDGED', 'HEALED'])[1 + id % 3], opened_at = now() - id * interval '7 hour', healed_at = case when id % 3 = 2 then now() end,
      rows = id % 9, amount = id * 10.5, acknowledged_by = 'ketoan', acknowledged_at = now(), note = 'Đã rõ ' || id;
    update incident.incident i set team_unit_id = (select u.id from organisation.unit u order by u.id offset i.id % 4 limit 1), category_id = (select c.id from incident.category c where c.position = 1 + i.id % 4), priority = (array['URGENT', 'HIGH', 'NORMAL', 'LOW'])[1 + id % 4],
      channel = (array['COUNTER', 'PHONE', 'EMAIL'])[1 + id % 3], created_at = now() - id * interval '7 hour', due_at = case when id % 5 > 0 then now() + (id % 9 - 4) * interval '1 hour' end,
      amount = id * 1000.5, reporter_name = (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + id % 3], reporter_phone = '09' || id, partner_case = 'HS' || id,
      subject_type = 'payment.transaction', subject_id = id::text, subject_code = 'CT' || id, asked_partner_id = (select min(id) + i.id % 3 from organisation.partner),
      status = case when id % 7 = 0 then 'CLOSED' when assignee_id is null then 'NEW' else 'IN_PROGRESS' end, ended_at = case when id % 7 = 0 then now() end,
      resolved_at = case when id % 2 = 0 then now() - id * interval '1 hour' end, updated_at = now() - id * interval '3 hour';
    update cash.day_close set business_date = business_date - (id % 9)::int, opened_at = now() - id * interval '5 hour', status = (array['OPEN', 'COUNTING', 'SUBMITTED'])[1 + id % 3],
      submitted_at = case when id % 3 = 2 then now() - id * interval '1 hour' end, submitted_by = case when id % 3 = 2 then 'ketoan' end;
    insert into cash.day_close (unit_id, business_date, opened_at) select id, current_date - 30, now() from organisation.unit where level = 'HEAD_OFFICE';
    insert into payout.receipt (code, partner_id, bank_id, bank_reference, amount, received_on, status, journal_id, created_by, updated_by, decided_by, note)
      select 'TC-' || n, p.id, b.id, 'FT' || n, n * 1000.5, current_date - n, (array['PENDING', 'POSTED', 'REJECTED'])[1 + n % 3], case when n % 3 = 1 then (select max(id) from ledger.journal) end,
        'ketoan', 'ketoan', case when n % 3 = 1 then 'kiemsoat' end, '' from generate_series(1, 40) n
        join (select id, row_number() over (order by id) as at, count(*) over () as many from organisation.partner) p on p.at = 1 + n % p.many
        join (select id from organisation.partner where kind = 'BANK' order by id limit 1) b on true;
    update payout.programme set kind = (array['PENSION', 'ALLOWANCE', 'OTHER'])[1 + id % 3], status = case when id % 4 = 0 then 'LOCKED' else 'ACTIVE' end, name = 'Chương trình ' || chr(65 + (id % 20)::int);
    update payout.line set warnings = case when id % 3 = 0 then array['AMOUNT'] when id % 3 = 1 then array['NEW'] else '{}' end, method = case when id % 4 = 0 then 'ACCOUNT' else 'CASH' end,
      bank_bin = '970436', account_number = '0123456789', account_name = 'NGUYEN VAN AN', name = (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + id % 3], amount = 1000 * id,
      status = (array['UNPAID', 'HELD', 'CANCELLED'])[1 + id % 3], hold_reason = case when id % 3 = 1 then 'Chờ xác minh' else '' end where status = 'UNPAID';
    update payout.list set month = (month - (id % 3) * interval '1 month')::date, pay_from = pay_from - (id % 9)::int * 10, pay_until = pay_until - (id % 9)::int * 10,
      line_count = id % 7, total = id * 1000, status = (array['DRAFT', 'CHECKED', 'CANCELLED'])[1 + id % 3], kind = case when id % 5 = 0 then 'FOLLOW_UP' else 'REGULAR' end,
      parent_id = case when id % 5 = 0 then (select min(id) from payout.list) end;
    update disbursement.batch set status = (array['PREPARING', 'READY', 'CANCELLED'])[1 + id % 3], item_count = id % 9, total = id * 1000, left_out = id % 4, source_kind = (array['PAYOUT_LIST', 'OTHER'])[1 + id % 2],
      created_by = (array['ketoan', 'kiemsoat', 'admin'])[1 + id % 3];
    update disbursement.item set status = (array['READY', 'SENT', 'PAID', 'FAILED', 'CANCELLED'])[1 + id % 5], name = (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + id % 3],
      call_at = case when id % 2 = 0 then now() end, sent_at = case when id % 5 between 1 and 3 then now() - id * interval '2 hour' end, fault = (array['', 'TIMEOUT', 'LOST'])[1 + id % 3], calls = id % 3,
      transaction_id = case when id % 5 between 1 and 3 then id end, business_date = case when id % 5 between 1 and 3 then current_date end,
      account_id = case when id % 5 between 1 and 3 then (select min(id) from ledger.account) end;
    insert into vietqr.virtual_account (number, bank_bin, owner_kind, owner_ref, merchant_id, single_use, unit_id, head_unit_id, opened_by, opened_at, updated_by, updated_at)
      select t.payer_account, '970449', 'MERCHANT', t.external_ref, (select min(id) from merchants.merchant), false, t.head_unit_id, t.head_unit_id, 'probe', now(), 'probe', now() from payment.transaction t;
    insert into vietqr.code (code, kind, merchant_id, account_id, valid_from, payload, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select a.owner_ref, 'STATIC', a.merchant_id, a.id, current_date, repeat('0', 40), a.unit_id, a.unit_id, 'probe', now(), 'probe', now() from vietqr.virtual_account a where a.number like '1900000%';
    update payment.transaction set credited_account = payer_account;
    insert into payment.cancellation (transaction_id, business_date, amount, fee, tax, reason, journal_id, request_ref, cancelled_at)
      select t.id, t.business_date, t.amount, t.fee, t.tax, 'Khách đổi ý', j.id, 'LWH' || t.id, now()
      from (select *, row_number() over (order by id) as n from payment.transaction where status = 'CANCELLED') t
      join (select id, row_number() over (order by id) as n from ledger.journal) j using (n);
    update vietqr.virtual_account set status = 'CLOSED', closed_because = (array['USED', 'BY_HAND'])[1 + id % 2], closed_by = 'probe', closed_at = now() - id * interval '1 hour' where id % 4 = 0;
    update vietqr.code set status = (array['DRAFT', 'ACTIVE', 'LOCKED', 'REVOKED'])[1 + id % 4], counter = (array['Quầy một', 'Quầy hai', 'Kho'])[1 + id % 3];
    insert into settlement.settlement (code, merchant_id, cycle, until_at, payments, gross, fee, tax, refunds, cancellations, other, carried, net, status, hold_id, hold_reason, paid_at, paid_on,
        closed_by, closed_at, unit_id, head_unit_id, updated_by, updated_at)
      select 'QTLW' || n, m.id, (array['T0', 'T1', 'WEEKLY', 'BY_HAND'])[1 + n % 4], now() - n * interval '25 hour', n % 5, n * 1000, n * 10, n, n, 0, 0, n, n * 989, s.status, case when s.status = 'HELD' then n end,
        '', case when s.status = 'PAID' then now() end, case when s.status = 'PAID' then current_date end, 'probe', now() - n * interval '25 hour', m.unit_id, m.head_unit_id, 'probe', now() - n * interval '1 hour'
      from generate_series(1, 40) n join (select id, unit_id, head_unit_id, row_number() over (order by id) as at, count(*) over () as many from merchants.merchant) m on m.at = 1 + n % m.many
        cross join lateral (select (array['PAYABLE', 'SENT', 'UNKNOWN', 'PAID', 'HELD', 'CARRIED'])[1 + n % 6] as status) s;
    insert into settlement.movement (journal_id, merchant_id, part, amount, fee, tax, net, occurred_at, business_date, settlement_id)
      select e.journal_id, k.merchant_id, (array['PAYMENT', 'REFUND', 'OTHER'])[1 + e.journal_id % 3], sum(e.amount), 1, 1, sum(e.amount) - 2, j.occurred_at, j.business_date,
        case when e.journal_id % 2 = 0 then (select min(s.id) from settlement.settlement s where s.merchant_id = k.merchant_id) end
      from settlement.cursor k join ledger.entry e on e.account_id = k.account_id join ledger.journal j on j.id = e.journal_id group by e.journal_id, k.merchant_id, j.id;
    update settlement.cursor k set seen_version = (select a.version from ledger.account a where a.id = k.account_id);
    update disbursement.returned set status = (array['WAITING', 'GIVEN_BACK', 'BOOKED'])[1 + transaction_id % 3],
      proposed_by = case when transaction_id % 3 > 0 then 'ketoan' end, decided_by = case when transaction_id % 3 > 0 then 'kiemsoat' end, decided_at = case when transaction_id % 3 > 0 then now() end;
    update disbursement.hold set source_kind = (array['PAYOUT_LIST', 'OTHER'])[1 + id % 2], status = case when id % 3 = 0 then 'CONFIRMED' else 'HELD' end, decided_by = case when id % 3 = 0 then 'kiemsoat' end, decided_at = case when id % 3 = 0 then now() end,
      name = (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + id % 3];
    insert into platform.job (name, input, state, max_tries, tries, timeout_seconds, last_error, user_id, created_at, started_at, ended_at)
      select (array['report.send', 'mail.deliver', 'export.write'])[1 + n % 3], '{}', (array['DONE', 'FAILED'])[1 + n % 2], 3, n % 3, 60, case when n % 2 = 0 then '' else 'Hỏng ' || n end,
        (select min(id) from iam.user_account), now() - n * interval '7 hour', now() - n * interval '6 hour', now() - n * interval '6 hour' + n * interval '1 second' from generate_series(1, 40) n`)
  await partnersAsked(owner)
  await reconciled(owner)
  await cashMoved({ db })
  await owner.query(
    `insert into platform.mail (recipient, subject, text_body, status, created_at, ended_at)
       select 'nguoi' || n || '@example.com', 'Thư ' || n, 'x', (array['SENT', 'FAILED'])[1 + n % 2], $1::timestamptz - n * interval '9 hour', now() from generate_series(1, 40) n`,
    [now],
  )
  await owner.query(
    `insert into policy.policy (code, revision, name, service, status, effective_from, effective_to, created_by, created_at, updated_by, updated_at)
       select 'CS' || n, 1, 'Chính sách ' || n, (array['QR', 'COD'])[1 + n % 2], (array['DRAFT', 'APPROVED', 'ENDED'])[1 + n % 3], '2026-01-01'::date + n,
         case when n % 3 = 2 then '2026-03-01'::date + n end, 'probe', $1, 'probe', $1::timestamptz - n * interval '1 minute' from generate_series(1, 40) n`,
    [now],
  )
  for (let day = 20; day >= 0; day--) {
    // The log is stamped with the clock, and never changed.
    clock.set(new Date(now.getTime() - day * 86_400_000))
    await db.transaction().execute((tx) =>
      audit.writeMany(
        tx,
        ['admin', 'ketoan'].map((account) => ({
          ...{ actor: `user:${account}`, action: `POST /list/world/v1/${account}`, subjectType: `world.${account}`, subjectId: String(day) },
          ...{ after: { day }, traceId: `t${day}`, ip: day % 2 ? '10.0.0.1' : '192.168.1.7' },
        })),
      ),
    )
  }
}

/** Something has come to every vault and till, and gone from some. */
async function cashMoved({ db }: Pick<TestRuntime, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into ledger.chart (number, name, class, valid_from, valid_to) values ('9ENDED', 'Đã hết hiệu lực', 'ASSET', '2020-01-01', '2020-12-31')`.execute(
      tx,
    )
    const [payable] = await openAccounts(tx, [{ code: 'LIST-WORLD', name: 'Phải trả', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const { rows } = await sql<{ id: string; day: string }>`
      select h.account_id as id, (current_date - 20)::text as day from cash.holding h join ledger.account a on a.id = h.account_id
        left join ledger.unit_day d on d.unit_id = a.day_unit_id where d.closed_through is null and h.kind <> 'COURIER' order by h.id limit 80`.execute(tx)
    const journals = rows.flatMap(({ id, day }, at) =>
      (at % 3 === 0 ? (['D', 'C'] as const) : (['D'] as const)).map((side) => ({
        businessKey: `list-world:${id}:${side}`,
        ...{ kind: 'LIST_WORLD', service: at % 2 ? 'CASH' : 'COD', businessDate: day, occurredAt: new Date(`${day}T03:00:00Z`), description: `Thu chi ${at}` },
        ...{ sourceType: 'list.world', sourceId: id },
        entries: [
          { accountId: id, side, amount: side === 'D' ? BigInt(100_000 + at * 700) : 50_000n },
          { accountId: payable as string, side: side === 'D' ? ('C' as const) : ('D' as const), amount: side === 'D' ? BigInt(100_000 + at * 700) : 50_000n },
        ],
      })),
    )
    await postMany(tx, journals)
  })
}

/** Connections, what the codes of partners mean, and exchanges of all kinds. */
async function partnersAsked(owner: TestRuntime['database']['owner']): Promise<void> {
  await owner.query(`
    insert into partner.endpoint (partner_id, status, base_url, client_id, secret_sealed, key_mark, operations, try_timeout_ms, deadline_ms, tries, failures_to_open, open_seconds, max_answer_kb, updated_by, updated_at)
      select id, (array['ON', 'OFF'])[1 + id % 2], 'https://api' || id || '.example', 'portal', 'x', '', '{INQUIRE}', 1000, 3000, 2, 5, 30, 64, 'probe', now() - id * interval '1 hour' from organisation.partner;
    insert into partner.circuit (partner_id, failures, retry_at, opened_at, openings, last_fault, last_failure_at, last_success_at)
      select id, 9, now() + (id % 3 - 1) * interval '1 day', now(), 1, (array['TIMEOUT', 'STATUS'])[1 + id % 2], now() - id * interval '1 hour', now() - id * interval '2 hour' from organisation.partner where id % 4 > 0;
    insert into partner.outcome_code (partner_id, code, seen, last_seen_at, last_message, updated_by, updated_at)
      select p.id, 'M' || n, n, now() - (p.id * 10 + n) * interval '1 minute', 'Mã ' || n, 'probe', now() - (p.id * 10 + n) * interval '1 hour' from organisation.partner p, generate_series(1, 4) n;
    insert into partner.outcome_code_revision (code_id, revision, verdict, meaning, reason, proposed_by, approved_by, approved_at)
      select id, 1, (array['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN'])[1 + id % 4], 'Nghĩa ' || id, '', 'system', 'system', now() from partner.outcome_code where id % 3 > 0;
    update partner.outcome_code o set revision = 1, verdict = r.verdict, meaning = r.meaning from partner.outcome_code_revision r where r.code_id = o.id;
    insert into partner.exchange (at, partner_id, operation, reference, request, sent, tries, http_status, verdict, fault, code, message, milliseconds, ended_at)
      select now() - n * interval '7 hour', (select id from organisation.partner order by id limit 1 offset n % 5), (array['INQUIRE', 'ACCOUNT_NAME', 'REFUND', 'PAYOUT', 'STATEMENT'])[1 + n % 5], 'LW' || n, '{}', n % 6 > 0, n % 3, 200,
        (array['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN'])[1 + n % 4], case when n % 4 = 3 then (array['TIMEOUT', 'STATUS', 'UNMAPPED'])[1 + n % 3] end, 'M' || n % 4, 'Lời ' || n, n * 10, now()
      from generate_series(1, 40) n;
    insert into partner.webhook_endpoint (partner_id, label, url, events, status, collects, secret_sealed, secret_mark, updated_by, updated_at)
      select id, (array['Kế toán', 'Vận hành', 'Dự phòng'])[1 + id % 3], 'https://su-kien' || id || '.example/nhan', '{TRANSACTION}', (array['ACTIVE', 'PAUSED', 'DEGRADED', 'DISABLED'])[1 + id % 4], true,
        'x', '0123456789ab', 'probe', now() - id * interval '1 hour' from organisation.partner;
    insert into partner.webhook_subject (endpoint_id, kind, subject, last_sequence, next_at)
      select e.id, (array['TRANSACTION', 'REFUND', 'INCIDENT'])[1 + n % 3], 'LW' || n, 2, '-infinity' from generate_series(1, 20) n
        join (select id, row_number() over (order by id) as at, count(*) over () as many from partner.webhook_endpoint) e on e.at = 1 + n % e.many;
    insert into partner.webhook_event (endpoint_id, subject_id, sequence, state_version, payload, occurred_at, created_at, outcome, attempts, fault, ended_at)
      select s.endpoint_id, s.id, q, q, '{}', now(), now() - (s.id * 2 + q) * interval '7 hour', o.outcome, s.id % 4, case when s.id % 2 = 0 then 'TIMEOUT' end, case when o.outcome is not null then now() end
        from partner.webhook_subject s, generate_series(1, 2) q, lateral (select (array['TAKEN', 'GIVEN_UP', null])[1 + (s.id + q) % 3] as outcome) o`)
}
