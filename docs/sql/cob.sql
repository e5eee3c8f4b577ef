-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cob-admin/items/v1/search: the filters, each alone
--   code: t.code = $1
--   party: platform.fold(t.sender_name || ' ' || t.sender_phone || ' ' || t.receiver_name || ' ' || t.receiver_phone) like $1
--   deliveryState: t.delivery_state in ($1)
--   moneyState: t.money_state in ($1)
--   keyAccountId: t.key_account_id = $1
--   retail: t.key_account_id is null
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   courierId: t.courier_id = $1
--   mark: (t.marks <> '{}' and t.marks && array[$1]::text[])
--   held: t.hold_reason is not null
--   due: (t.money_state in ('COLLECTED', 'PARTIAL') and t.due_on >= $1::date)
--   period: t.accepted_at >= $1 and t.accepted_at < $2
--   dueOn: t.due_on >= $1 and t.due_on <= $2
--   codAmount: t.cod_amount >= $1 and t.cod_amount <= $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.delivery_state as deliveryState,
  t.money_state as moneyState,
  t.cod_amount as codAmount,
  t.collected_amount as collectedAmount,
  t.handed_in_amount as handedInAmount,
  k.code as keyAccountCode,
  t.sender_name as senderName,
  t.receiver_name as receiverName,
  c.code as courierCode,
  c.name as courierName,
  u.name as unitName,
  au.name as acceptedUnitName,
  t.route,
  t.accepted_at as acceptedAt,
  t.promised_on as promisedOn,
  t.delivered_at as deliveredAt,
  t.collected_at as collectedAt,
  t.due_on as dueOn,
  t.handed_in_at as handedInAt,
  t.paid_out_at as paidOutAt,
  t.attempts,
  t.postage,
  t.cod_fee as codFee,
  t.marks,
  t.updated_at as updatedAt,
  t.version,
  case when t.money_state in ('COLLECTED', 'PARTIAL') then greatest($1::date - t.due_on, 0) end as daysLate,
  t.hold_reason is not null as held,
  coalesce((select e.value from masterdata.global_list l join masterdata.global_list_entry e on e.list_id = l.id where l.code = $2 and e.key = t.hold_reason limit 1), t.hold_reason) as holdReason,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $3
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId
from (select t.*
  from cob.item as t
  where t.province_unit_id = $4
  order by t.accepted_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = t.unit_id
left join organisation.unit_directory as au on au.id = t.accepted_unit_id
left join cob.courier_directory as c on c.id = t.courier_id
left join cob.key_account_directory as k on k.id = t.key_account_id
order by t.accepted_at desc,
  t.id desc;

-- number and sums
select count(*) as totalRecord,
  coalesce(sum(t.cod_amount), 0) as codAmount,
  coalesce(sum(t.collected_amount), 0) as collectedAmount,
  coalesce(sum(t.handed_in_amount), 0) as handedInAmount
from cob.item as t
where t.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord,
  coalesce(sum(t.cod_amount), 0) as codAmount,
  coalesce(sum(t.collected_amount), 0) as collectedAmount,
  coalesce(sum(t.handed_in_amount), 0) as handedInAmount
from cob.item as t
where t.province_unit_id = $1
  and (t.code = $2)
  and (platform.fold(t.sender_name || ' ' || t.sender_phone || ' ' || t.receiver_name || ' ' || t.receiver_phone) like $3)
  and (t.delivery_state in ($4))
  and (t.money_state in ($5))
  and (t.key_account_id = $6)
  and (t.key_account_id is null)
  and ((t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10))
  and (t.courier_id = $11)
  and ((t.marks <> '{}' and t.marks && array[$12]::text[]))
  and (t.hold_reason is not null)
  and ((t.money_state in ('COLLECTED', 'PARTIAL') and t.due_on >= $13::date))
  and (t.due_on >= $14 and t.due_on <= $15)
  and (t.cod_amount >= $16 and t.cod_amount <= $17);

-- number and sums where they are kept
select coalesce(sum(k.n), 0) as totalRecord,
  coalesce(sum(k.cod), 0)::numeric(20,2) as codAmount,
  coalesce(sum(k.collected), 0)::numeric(20,2) as collectedAmount,
  coalesce(sum(k.handed_in), 0)::numeric(20,2) as handedInAmount
from (select s.n,
    s.cod,
    s.collected,
    s.handed_in
  from cob.item_sum as s
  where s.province_unit_id = $1
    and s.by_key = $2
    and s.unit_id = $3
    and s.accepted_on >= $4
    and s.accepted_on <= $5
  union all select d.n,
    d.cod,
    d.collected,
    d.handed_in
  from cob.item_delta as d
  where d.province_unit_id = $6
    and d.accepted_on >= $7
    and d.accepted_on <= $8) as k;

-- POST /cob-report/item-detail/v1/search: the rows; groups, totals and chart are made around them
select s.unit_id as unitId,
  u.name as unitName,
  s.item_id as itemId,
  i.code,
  s.courier_id as courierId,
  c.code as courierCode,
  c.name as courierName,
  c.route,
  coalesce(k.name, $1) as keyAccountName,
  i.sender_name as senderName,
  i.receiver_name as receiverName,
  i.accepted_at as acceptedAt,
  i.delivered_at as deliveredAt,
  s.collectedOn,
  s.due_on as dueOn,
  s.handedInOn,
  case when s.closing > 0 then greatest($2::date - s.due_on, 0) end as daysLate,
  i.cod_amount as codAmount,
  s.opening,
  s.collected,
  s.handedIn,
  s.adjusted,
  s.closing,
  i.delivery_state as deliveryState,
  i.money_state as moneyState,
  i.paid_out_at as paidOutAt
from (select t.id as item_id,
    t.unit_id,
    t.courier_id,
    t.due_on,
    f.collectedOn,
    f.handedInOn,
    f.opening,
    f.collected,
    f.handedIn,
    f.adjusted,
    f.closing
  from cob.item as t
  inner join ( select a as b1, greatest(a, b) as b2, greatest(a, b, c) as b3, greatest(a, b, c, d) as b4, greatest(a, b, c, d, e) as b5 from (select coalesce((select value::integer from masterdata.parameter where key = $3), $4) as a, coalesce((select value::integer from masterdata.parameter where key = $5), $6) as b, coalesce((select value::integer from masterdata.parameter where key = $7), $8) as c, coalesce((select value::integer from masterdata.parameter where key = $9), $10) as d, coalesce((select value::integer from masterdata.parameter where key = $11), $12) as e) v) as b on true
  inner join lateral (select min(p.business_date) filter (where p.kind = 'COLLECT') as collectedOn,
      max(p.business_date) filter (where p.kind = 'HAND_IN') as handedInOn,
      coalesce(sum(p.amount) filter (where p.business_date < $13::date), 0)::numeric(20,2) as opening,
      coalesce(sum(p.amount) filter (where p.business_date >= $14::date and p.kind = 'COLLECT'), 0)::numeric(20,2) as collected,
      coalesce(sum(-p.amount) filter (where p.business_date >= $15::date and p.kind = 'HAND_IN'), 0)::numeric(20,2) as handedIn,
      coalesce(sum(p.amount) filter (where p.business_date >= $16::date and p.kind = 'ADJUST'), 0)::numeric(20,2) as adjusted,
      coalesce(sum(p.amount), 0)::numeric(20,2) as closing
    from cob.position as p
    where p.province_unit_id = $17
      and p.item_id = t.id
      and p.business_date <= $18::date) as f on true
  where t.province_unit_id = $19
    and (t.accepted_at >= $20 and t.accepted_at < $21 and (t.office_unit_id = $22 or t.district_unit_id = $23 or t.province_unit_id = $24 or t.head_unit_id = $25) and t.unit_id = $26 and t.courier_id = $27 and t.key_account_id = $28 and t.key_account_id is null and t.courier_id in (select w.id from cob.courier_directory w where w.route = $29) and f.closing <> 0 and case when ($30::date - t.due_on) <= 0 then 0 when ($31::date - t.due_on) <= b.b1 then 1 when ($32::date - t.due_on) <= b.b2 then 2 when ($33::date - t.due_on) <= b.b3 then 3 when ($34::date - t.due_on) <= b.b4 then 4 when ($35::date - t.due_on) <= b.b5 then 5 else 6 end = 0)) as s
inner join cob.item_directory as i on i.id = s.item_id
left join organisation.unit_directory as u on u.id = s.unit_id
left join cob.courier_directory as c on c.id = s.courier_id
left join cob.key_account_directory as k on k.id = i.key_account_id;

-- POST /cob-report/debt/v1/search: the rows; groups, totals and chart are made around them
select s.province_unit_id as provinceId,
  coalesce(v.name, u.name) as provinceName,
  s.unit_id as unitId,
  u.name as unitName,
  s.route,
  s.courier_id as courierId,
  c.code as courierCode,
  c.name as courierName,
  s.key_account_id as keyAccountId,
  k.code as keyAccountCode,
  null::text as keyAccountName,
  s.opening,
  s.collected,
  s.handedIn,
  s.adjusted,
  s.closing,
  s.notDue,
  s.late1,
  s.late2,
  s.late3,
  s.late4,
  s.late5,
  s.late6,
  s.overdue,
  s.dueAmount,
  s.onTimeAmount,
  null::numeric as onTimeRate,
  null::text as goal
from (select m.province_unit_id as province_unit_id,
    m.unit_id as unit_id,
    null::text as route,
    null::bigint as courier_id,
    null::bigint as key_account_id,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where m.business_date < $1::date), 0)::numeric(20,2) as opening,
    coalesce(sum(m.collected) filter (where m.business_date >= $2::date), 0)::numeric(20,2) as collected,
    coalesce(sum(m.handed_in) filter (where m.business_date >= $3::date), 0)::numeric(20,2) as handedIn,
    coalesce(sum(m.adjusted) filter (where m.business_date >= $4::date), 0)::numeric(20,2) as adjusted,
    coalesce(sum(m.collected - m.handed_in + m.adjusted), 0)::numeric(20,2) as closing,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($5::date - m.due_on) <= 0 then 0 when ($6::date - m.due_on) <= b.b1 then 1 when ($7::date - m.due_on) <= b.b2 then 2 when ($8::date - m.due_on) <= b.b3 then 3 when ($9::date - m.due_on) <= b.b4 then 4 when ($10::date - m.due_on) <= b.b5 then 5 else 6 end = 0), 0)::numeric(20,2) as notDue,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($11::date - m.due_on) <= 0 then 0 when ($12::date - m.due_on) <= b.b1 then 1 when ($13::date - m.due_on) <= b.b2 then 2 when ($14::date - m.due_on) <= b.b3 then 3 when ($15::date - m.due_on) <= b.b4 then 4 when ($16::date - m.due_on) <= b.b5 then 5 else 6 end = 1), 0)::numeric(20,2) as late1,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($17::date - m.due_on) <= 0 then 0 when ($18::date - m.due_on) <= b.b1 then 1 when ($19::date - m.due_on) <= b.b2 then 2 when ($20::date - m.due_on) <= b.b3 then 3 when ($21::date - m.due_on) <= b.b4 then 4 when ($22::date - m.due_on) <= b.b5 then 5 else 6 end = 2), 0)::numeric(20,2) as late2,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($23::date - m.due_on) <= 0 then 0 when ($24::date - m.due_on) <= b.b1 then 1 when ($25::date - m.due_on) <= b.b2 then 2 when ($26::date - m.due_on) <= b.b3 then 3 when ($27::date - m.due_on) <= b.b4 then 4 when ($28::date - m.due_on) <= b.b5 then 5 else 6 end = 3), 0)::numeric(20,2) as late3,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($29::date - m.due_on) <= 0 then 0 when ($30::date - m.due_on) <= b.b1 then 1 when ($31::date - m.due_on) <= b.b2 then 2 when ($32::date - m.due_on) <= b.b3 then 3 when ($33::date - m.due_on) <= b.b4 then 4 when ($34::date - m.due_on) <= b.b5 then 5 else 6 end = 4), 0)::numeric(20,2) as late4,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($35::date - m.due_on) <= 0 then 0 when ($36::date - m.due_on) <= b.b1 then 1 when ($37::date - m.due_on) <= b.b2 then 2 when ($38::date - m.due_on) <= b.b3 then 3 when ($39::date - m.due_on) <= b.b4 then 4 when ($40::date - m.due_on) <= b.b5 then 5 else 6 end = 5), 0)::numeric(20,2) as late5,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where case when ($41::date - m.due_on) <= 0 then 0 when ($42::date - m.due_on) <= b.b1 then 1 when ($43::date - m.due_on) <= b.b2 then 2 when ($44::date - m.due_on) <= b.b3 then 3 when ($45::date - m.due_on) <= b.b4 then 4 when ($46::date - m.due_on) <= b.b5 then 5 else 6 end = 6), 0)::numeric(20,2) as late6,
    coalesce(sum(m.collected - m.handed_in + m.adjusted) filter (where m.due_on < $47::date), 0)::numeric(20,2) as overdue,
    coalesce(sum(m.collected + m.adjusted - m.given_back) filter (where m.due_on between $48::date and $49::date), 0)::numeric(20,2) as dueAmount,
    coalesce(sum(m.handed_in - m.given_back) filter (where m.due_on between $50::date and $51::date and m.business_date <= m.due_on), 0)::numeric(20,2) as onTimeAmount
  from (select p.province_unit_id,
      p.unit_id,
      p.courier_id,
      p.key_account_id,
      p.business_date,
      p.due_on,
      case when p.kind = 'COLLECT' then p.amount else 0 end as collected,
      case when p.kind = 'HAND_IN' then -p.amount else 0 end as handed_in,
      case when p.kind = 'ADJUST' then p.amount else 0 end as adjusted,
      case when p.kind = 'ADJUST'
      and p.amount > 0 then p.amount else 0 end as given_back
    from cob.position as p
    where p.province_unit_id = $52
      and p.business_date <= $53::date
      and (p.office_unit_id = $54 or p.district_unit_id = $55 or p.province_unit_id = $56 or p.head_unit_id = $57)
      and p.courier_id = $58
      and p.key_account_id = $59) as m
  left join cob.courier_directory as r on false
  inner join ( select a as b1, greatest(a, b) as b2, greatest(a, b, c) as b3, greatest(a, b, c, d) as b4, greatest(a, b, c, d, e) as b5 from (select coalesce((select value::integer from masterdata.parameter where key = $60), $61) as a, coalesce((select value::integer from masterdata.parameter where key = $62), $63) as b, coalesce((select value::integer from masterdata.parameter where key = $64), $65) as c, coalesce((select value::integer from masterdata.parameter where key = $66), $67) as d, coalesce((select value::integer from masterdata.parameter where key = $68), $69) as e) v) as b on true
  group by m.province_unit_id,
    m.unit_id) as s
left join organisation.unit_directory as v on v.id = s.province_unit_id
left join organisation.unit_directory as u on u.id = s.unit_id
left join cob.courier_directory as c on c.id = s.courier_id
left join cob.key_account_directory as k on k.id = s.key_account_id;

-- POST /cpob-407/watch/v1/search: the filters, each alone
--   text: platform.fold(w.subject_code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '')) like $1
--   rule: w.rule in ($1)
--   status: w.status in ($1)
--   view: w.assignee_id = $1 and w.status <> 'CLOSED'
--   unitId: (w.office_unit_id = $1 or w.district_unit_id = $2 or w.province_unit_id = $3 or w.head_unit_id = $4)
--   period: w.opened_at >= $1 and w.opened_at < $2

-- a page (an export reads the same without its end)
select w.id,
  w.rule,
  w.facts,
  w.subject_code as subjectCode,
  w.subject_type as subjectType,
  w.subject_id as subjectId,
  w.amount,
  w.status,
  c.code as courierCode,
  c.name as courierName,
  coalesce(u.name, '') as unitName,
  a.full_name as assigneeName,
  w.since,
  w.opened_at as openedAt,
  w.openings,
  w.seen_by as seenBy,
  w.seen_at as seenAt,
  w.snooze_until as snoozeUntil,
  w.snooze_note as snoozeNote,
  w.closed_at as closedAt,
  w.version,
  $1::text as language,
  floor(extract(epoch from coalesce(w.closed_at, $2::timestamptz) - w.since) / 3600)::int as hours,
  (w.assignee_id is not distinct from $3::bigint) as mine
from (select w.*
  from cob.watch as w
  where w.province_unit_id = $4
  order by w.opened_at desc,
    w.id desc
  limit 15) as w
left join cob.courier_directory as c on c.id = w.courier_id
left join organisation.unit_directory as u on u.id = w.unit_id
left join iam.person as a on a.id = w.assignee_id
order by w.opened_at desc,
  w.id desc;

-- number and sums
select count(*) as totalRecord
from cob.watch as w
where w.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from cob.watch as w
left join cob.courier_directory as c on c.id = w.courier_id
where w.province_unit_id = $1
  and (platform.fold(w.subject_code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '')) like $2)
  and (w.rule in ($3))
  and (w.status in ($4))
  and (w.assignee_id = $5 and w.status <> 'CLOSED')
  and ((w.office_unit_id = $6 or w.district_unit_id = $7 or w.province_unit_id = $8 or w.head_unit_id = $9))
  and (w.opened_at >= $10 and w.opened_at < $11);

-- POST /cpob-406/issuances/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || k.code || ' ' || k.name) like $1
--   status: t.status in ($1)
--   keyAccountId: t.key_account_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.created_at >= $1 and t.created_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.status,
  t.line_count as lineCount,
  t.total,
  k.code as keyAccountCode,
  k.name as keyAccountName,
  (select count(*)::int
  from cob.issuance_line l
  where l.issuance_id = t.id
    and l.status in ($1, $2)) as collectedLines,
  (select coalesce(sum(l.amount), 0)::numeric(20,2)
  from cob.issuance_line l
  where l.issuance_id = t.id
    and l.status in ($3, $4)) as collected,
  (select count(*)::int
  from cob.issuance_line l
  where l.issuance_id = t.id
    and l.status in ($5, $6)) as openLines,
  u.name as unitName,
  t.created_at as createdAt,
  t.created_by as createdBy,
  t.issued_at as issuedAt,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $7
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from cob.issuance as t
  where t.province_unit_id = $8
  order by t.created_at desc,
    t.id desc
  limit 15) as t
left join cob.key_account_directory as k on k.id = t.key_account_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.created_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.line_count) as lineCount,
  sum(t.total) as total,
  sum((select count(*)::int from cob.issuance_line l where l.issuance_id = t.id and l.status in ($1, $2))) as collectedLines,
  sum((select coalesce(sum(l.amount), 0)::numeric(20,2) from cob.issuance_line l where l.issuance_id = t.id and l.status in ($3, $4))) as collected,
  sum((select count(*)::int from cob.issuance_line l where l.issuance_id = t.id and l.status in ($5, $6))) as openLines
from cob.issuance as t
where t.province_unit_id = $7
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.line_count) as lineCount,
  sum(t.total) as total,
  sum((select count(*)::int from cob.issuance_line l where l.issuance_id = t.id and l.status in ($1, $2))) as collectedLines,
  sum((select coalesce(sum(l.amount), 0)::numeric(20,2) from cob.issuance_line l where l.issuance_id = t.id and l.status in ($3, $4))) as collected,
  sum((select count(*)::int from cob.issuance_line l where l.issuance_id = t.id and l.status in ($5, $6))) as openLines
from cob.issuance as t
left join cob.key_account_directory as k on k.id = t.key_account_id
where t.province_unit_id = $7
  and (platform.fold(t.code || ' ' || t.name || ' ' || k.code || ' ' || k.name) like $8)
  and (t.status in ($9))
  and (t.key_account_id = $10)
  and ((t.office_unit_id = $11 or t.district_unit_id = $12 or t.province_unit_id = $13 or t.head_unit_id = $14))
  and (t.created_at >= $15 and t.created_at < $16)
group by t.status;

-- POST /cpob-406/issuances/lines/v1/search: the filters, each alone
--   text: platform.fold(t.reference || ' ' || t.payer_name || ' ' || t.address) like $1
--   issuanceId: t.issuance_id = $1
--   status: t.status in ($1)
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   courierId: t.courier_id = $1
--   period: t.due_on >= $1 and t.due_on <= $2

-- a page (an export reads the same without its end)
select t.id,
  o.code || '-' || lpad(t.line_no::text, 4, '0') as code,
  t.issuance_id as issuanceId,
  o.code as issuanceCode,
  k.name as keyAccountName,
  t.reference,
  t.payer_name as payerName,
  t.payer_phone as payerPhone,
  t.address,
  t.amount,
  t.due_on as dueOn,
  t.status,
  i.money_state as moneyState,
  c.code as courierCode,
  c.name as courierName,
  t.attempts,
  t.collected_at as collectedAt,
  u.name as unitName,
  t.note,
  t.item_id as itemId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from cob.issuance_line as t
  where t.province_unit_id = $1
  order by t.due_on asc,
    t.id asc
  limit 15) as t
left join cob.issuance_directory as o on o.id = t.issuance_id
left join cob.key_account_directory as k on k.id = t.key_account_id
left join cob.courier_directory as c on c.id = t.courier_id
left join cob.item as i on i.id = t.item_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.due_on asc,
  t.id asc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from cob.issuance_line as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from cob.issuance_line as t
where t.province_unit_id = $1
  and (platform.fold(t.reference || ' ' || t.payer_name || ' ' || t.address) like $2)
  and (t.issuance_id = $3)
  and (t.status in ($4))
  and ((t.office_unit_id = $5 or t.district_unit_id = $6 or t.province_unit_id = $7 or t.head_unit_id = $8))
  and (t.courier_id = $9)
  and (t.due_on >= $10 and t.due_on <= $11)
group by t.status;

-- POST /cob-admin/couriers/v1/search: the filters, each alone
--   text: platform.fold(c.code || ' ' || c.name || ' ' || c.phone || ' ' || c.route) like $1
--   unitId: (c.office_unit_id = $1 or c.district_unit_id = $2 or c.province_unit_id = $3 or c.head_unit_id = $4)
--   status: c.status in ($1)
--   ceilingState: case when a.balance > c.ceiling then 'OVER' when a.balance >= c.ceiling * 0.8 then 'NEAR' else 'WITHIN' end in ($1)

-- a page (an export reads the same without its end)
select c.id,
  c.code,
  c.name,
  c.phone,
  c.route,
  c.unit_id as unitId,
  u.name as unitName,
  c.staff_id as staffId,
  s.full_name as staffName,
  a.balance as held,
  c.ceiling,
  c.ceiling_policy as ceilingPolicy,
  case when a.balance > c.ceiling then 'OVER' when a.balance >= c.ceiling * 0.8 then 'NEAR' else 'WITHIN' end as ceilingState,
  c.status,
  c.created_at as createdAt,
  c.updated_at as updatedAt,
  c.updated_by as updatedBy,
  c.version
from (select c.*
  from cob.courier as c
  where c.province_unit_id = $1
  order by c.code asc,
    c.id asc
  limit 15) as c
inner join ledger.account as a on a.id = c.account_id
left join organisation.unit_directory as u on u.id = c.unit_id
left join organisation.staff_directory as s on s.id = c.staff_id
order by c.code asc,
  c.id asc;

-- number and sums
select c.status as value,
  count(*) as totalRecord,
  sum(a.balance) as held
from cob.courier as c
inner join ledger.account as a on a.id = c.account_id
where c.province_unit_id = $1
group by c.status;

-- number and sums under every filter
select c.status as value,
  count(*) as totalRecord,
  sum(a.balance) as held
from cob.courier as c
inner join ledger.account as a on a.id = c.account_id
where c.province_unit_id = $1
  and (platform.fold(c.code || ' ' || c.name || ' ' || c.phone || ' ' || c.route) like $2)
  and ((c.office_unit_id = $3 or c.district_unit_id = $4 or c.province_unit_id = $5 or c.head_unit_id = $6))
  and (c.status in ($7))
  and (case when a.balance > c.ceiling then 'OVER' when a.balance >= c.ceiling * 0.8 then 'NEAR' else 'WITHIN' end in ($8))
group by c.status;

-- POST /cpob-404/trans/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payer: t.payer_account like $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
--   kind: o.kind = $1
--   courierCode: o.courier_code = $1
--   item: exists (select from cob.deposit_line_directory l where l.transaction_id = t.id and l.item_code = $1)
--   surplusState: o.surplus > 0
--   returned: t.status in ($1, $2)
--   refusedReturn: (t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f)

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.external_ref as externalRef,
  u.name as unitName,
  p.name as provinceName,
  t.amount,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.fee end as fee,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.tax end as tax,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.amount - (t.fee + t.tax) end as net,
  t.status,
  t.type,
  t.channel,
  t.fee_source as feeSource,
  t.occurred_at as occurredAt,
  t.business_date as businessDate,
  t.late_of as lateOf,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  exists ( select from outcome.settlement_hold h where h.transaction_id = t.id or h.transaction_id in (select r.refund_id from payment.partner_refund r where r.parent_id = t.id)) as held,
  t.payer_name as payerName,
  t.payer_account as payerAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payer_bank_bin), t.payer_bank_bin) as payerBank,
  o.kind as kind,
  o.courier_code as courierCode,
  o.courier_name as courierName,
  o.item_count as itemCount,
  o.surplus as surplus,
  o.paper as paper
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join cob.deposit as o on o.id = t.id
  and o.business_date = t.business_date
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
where t.province_unit_id = $1
  and t.service = $2
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
left join cob.deposit as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and (t.code = $3)
  and (t.external_ref = $4)
  and (coalesce(t.ledger_date, t.business_date) between $5::date and $6::date)
  and (t.type = 'REFUND')
  and (t.status in ($7))
  and (t.status in ($8, $9))
  and ((t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f))
  and (t.channel = $10)
  and (t.fee_source = $11)
  and (t.late_of is not null)
  and ((t.office_unit_id = $12 or t.district_unit_id = $13 or t.province_unit_id = $14 or t.head_unit_id = $15))
  and (t.amount >= $16 and t.amount <= $17)
  and (t.payer_account like $18)
  and (o.kind = $19)
  and (o.courier_code = $20)
  and (o.surplus > 0)
  and (exists (select from cob.deposit_line_directory l where l.transaction_id = t.id and l.item_code = $21))
group by t.status;

-- number and sums where they are kept
select k.status as value,
  sum(k.n) as totalRecord,
  sum(k.amount) * 0.01 as amount,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.fee) * 0.01 end as fee,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.tax) * 0.01 end as tax,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.amount - k.inside) * 0.01 end as net
from (select s.status,
    s.n,
    s.amount,
    s.fee,
    s.tax,
    s.inside
  from payment.list_sum as s
  where s.province_unit_id = $1
    and (s.service = $2 and s.refund = $3 and s.business_date >= $4 and s.business_date <= $5)
    and s.merchant_id = $6
    and s.partner_id = $7
    and s.unit_id in ($8)
    and (((s.head_unit_id in ($9) and s.head_unit_id <> s.unit_id) or (s.province_unit_id in ($10) and s.province_unit_id <> s.unit_id) or (s.district_unit_id in ($11) and s.district_unit_id <> s.unit_id) or (s.office_unit_id in ($12) and s.office_unit_id <> s.unit_id))) is not true
  union all select d.status,
    d.n,
    d.amount,
    d.fee,
    d.tax,
    d.inside
  from payment.list_delta as d
  where d.province_unit_id = $13
    and (d.service = $14 and d.refund = $15 and d.business_date >= $16 and d.business_date <= $17)) as k
group by k.status having sum(k.n) <> 0;

-- POST /cpob-404/order/v1/hand-in/search: the filters, each alone
--   text: platform.fold(h.code || ' ' || c.code || ' ' || c.name) like $1
--   status: h.status in ($1)
--   unitId: (h.office_unit_id = $1 or h.district_unit_id = $2 or h.province_unit_id = $3 or h.head_unit_id = $4)
--   period: h.declared_at >= $1 and h.declared_at < $2

-- a page (an export reads the same without its end)
select h.id,
  h.code,
  h.courier_id as courierId,
  c.code as courierCode,
  c.name as courierName,
  h.status,
  (select count(*)::int
  from cob.hand_in_item i
  where i.hand_in_id = h.id) as itemCount,
  case when h.status in ('BOOKED', 'CANCELLED') then h.declared_amount end as declaredAmount,
  h.counted_amount as countedAmount,
  case when h.status in ('BOOKED', 'CANCELLED') then (h.counted_amount - h.declared_amount)::numeric(20,2) end as difference,
  h.counts::int as counts,
  u.name as unitName,
  t.code as tillCode,
  h.transaction_id as transactionId,
  ( select d.status from payment.transaction_key k join payment.transaction d on d.id = k.transaction_id and d.business_date = k.business_date where k.transaction_id = h.transaction_id) as transactionStatus,
  (h.declared_by_id = $1 or exists ( select from cob.courier_directory own join iam.account_place p on p.staff_id = own.staff_id where own.id = h.courier_id and p.user_id = $2)) as tellsCode,
  h.declared_by as declaredBy,
  h.declared_at as declaredAt,
  h.counted_at as countedAt,
  h.note,
  h.updated_at as updatedAt,
  h.updated_by as updatedBy,
  h.version
from (select h.*
  from cob.hand_in as h
  where h.province_unit_id = $3
  order by h.declared_at desc,
    h.id desc
  limit 15) as h
inner join cob.courier_directory as c on c.id = h.courier_id
left join organisation.unit_directory as u on u.id = h.unit_id
left join cash.holding_directory as t on t.id = h.till_id
order by h.declared_at desc,
  h.id desc;

-- number and sums
select h.status as value,
  count(*) as totalRecord
from cob.hand_in as h
where h.province_unit_id = $1
group by h.status;

-- number and sums under every filter
select h.status as value,
  count(*) as totalRecord
from cob.hand_in as h
inner join cob.courier_directory as c on c.id = h.courier_id
where h.province_unit_id = $1
  and (platform.fold(h.code || ' ' || c.code || ' ' || c.name) like $2)
  and (h.status in ($3))
  and ((h.office_unit_id = $4 or h.district_unit_id = $5 or h.province_unit_id = $6 or h.head_unit_id = $7))
  and (h.declared_at >= $8 and h.declared_at < $9)
group by h.status;

-- POST /cpob-406/deposits/v1/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || s.bank_reference || ' ' || c.code || ' ' || c.name) like $1
--   status: s.status in ($1)
--   bankId: s.bank_id = $1
--   unitId: (s.office_unit_id = $1 or s.district_unit_id = $2 or s.province_unit_id = $3 or s.head_unit_id = $4)
--   period: s.paid_on >= $1 and s.paid_on <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  c.code as courierCode,
  c.name as courierName,
  p.name as bankName,
  s.bank_reference as bankReference,
  s.amount,
  s.bank_amount as bankAmount,
  (s.bank_amount - s.amount)::numeric(20,2) as difference,
  s.paid_on as paidOn,
  s.status,
  (select count(*)::int
  from cob.deposit_line l
  where l.transaction_id = s.transaction_id) as itemCount,
  u.name as unitName,
  s.transaction_id as transactionId,
  s.entered_by as enteredBy,
  s.entered_at as enteredAt,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version
from (select s.*
  from cob.bank_slip as s
  where s.province_unit_id = $1
  order by s.entered_at desc,
    s.id desc
  limit 15) as s
inner join cob.courier_directory as c on c.id = s.courier_id
inner join organisation.partner as p on p.id = s.bank_id
left join organisation.unit_directory as u on u.id = s.unit_id
order by s.entered_at desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.amount) as amount
from cob.bank_slip as s
where s.province_unit_id = $1
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.amount) as amount
from cob.bank_slip as s
inner join cob.courier_directory as c on c.id = s.courier_id
where s.province_unit_id = $1
  and (platform.fold(s.code || ' ' || s.bank_reference || ' ' || c.code || ' ' || c.name) like $2)
  and (s.status in ($3))
  and (s.bank_id = $4)
  and ((s.office_unit_id = $5 or s.district_unit_id = $6 or s.province_unit_id = $7 or s.head_unit_id = $8))
  and (s.paid_on >= $9 and s.paid_on <= $10)
group by s.status;

-- POST /cpob-404/sender-payout/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payee: t.payee_account like $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
--   itemCode: o.order_code = $1
--   tillCode: o.till_code = $1
--   withoutShift: o.without_shift = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.external_ref as externalRef,
  u.name as unitName,
  p.name as provinceName,
  t.amount,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.fee end as fee,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.tax end as tax,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.amount - (t.fee + t.tax) end as net,
  t.status,
  t.type,
  t.channel,
  t.fee_source as feeSource,
  t.occurred_at as occurredAt,
  t.business_date as businessDate,
  t.late_of as lateOf,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  exists ( select from outcome.settlement_hold h where h.transaction_id = t.id or h.transaction_id in (select r.refund_id from payment.partner_refund r where r.parent_id = t.id)) as held,
  t.payee_name as payeeName,
  t.payee_account as payeeAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payee_bank_bin), t.payee_bank_bin) as payeeBank,
  o.order_code as itemCode,
  o.till_code as tillCode,
  o.teller_code as tellerCode,
  o.without_shift as withoutShift
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
    and not ((exists (select from cash.count_session blind where blind.counter_user_id = $4 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $5 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $6 and blind.ended_at is null and counted.code = e.till_code)))
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
where t.province_unit_id = $1
  and t.service = $2
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
  and (t.code = $6)
  and (t.external_ref = $7)
  and (coalesce(t.ledger_date, t.business_date) between $8::date and $9::date)
  and (t.type = 'REFUND')
  and (t.status in ($10))
  and (t.channel = $11)
  and (t.fee_source = $12)
  and (t.late_of is not null)
  and ((t.office_unit_id = $13 or t.district_unit_id = $14 or t.province_unit_id = $15 or t.head_unit_id = $16))
  and (t.amount >= $17 and t.amount <= $18)
  and (t.payee_account like $19)
  and (o.order_code = $20)
  and (o.till_code = $21)
  and (o.without_shift = $22)
group by t.status;

-- POST /cob-admin/key-accounts/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || t.legal_name) like $1
--   taxCode: t.tax_code like $1
--   status: t.status in ($1)
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   cycle: (select c.cycle from cob.key_contract c where c.key_account_id = t.id and $1::date between c.valid_from and coalesce(c.valid_to, 'infinity'::date) limit 1) = $2
--   cooling: t.account_cooling_until > $1
--   overCredit: (coalesce((select sum(r.amount - r.recovered) from cob.recovery r where r.key_account_id = t.id and r.recovered < r.amount), 0) - coalesce((select sum(s.net) from cob.settlement s where s.key_account_id = t.id and s.status = 'CARRIED'), 0))::numeric(20,2) > t.deposit + t.advance_limit

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.status,
  t.tax_code as taxCode,
  t.unit_id as unitId,
  u.name as unitName,
  (select c.number
  from cob.key_contract c
  where c.key_account_id = t.id
    and $1::date between c.valid_from
    and coalesce(c.valid_to, 'infinity'::date)
  limit 1) as contractNumber,
  (select c.cycle
  from cob.key_contract c
  where c.key_account_id = t.id
    and $2::date between c.valid_from
    and coalesce(c.valid_to, 'infinity'::date)
  limit 1) as cycle,
  coalesce(a.balance, 0)::numeric(20,2) as owed,
  (coalesce((select sum(r.amount - r.recovered) from cob.recovery r where r.key_account_id = t.id and r.recovered < r.amount), 0) - coalesce((select sum(s.net) from cob.settlement s where s.key_account_id = t.id and s.status = 'CARRIED'), 0))::numeric(20,2) as owes,
  ((coalesce((select sum(r.amount - r.recovered) from cob.recovery r where r.key_account_id = t.id and r.recovered < r.amount), 0) - coalesce((select sum(s.net) from cob.settlement s where s.key_account_id = t.id and s.status = 'CARRIED'), 0))::numeric(20,2) > t.deposit + t.advance_limit) as overCredit,
  t.account_number as accountNumber,
  t.bank_bin as bankBin,
  t.account_name as accountName,
  t.phone,
  t.email,
  case when t.account_cooling_until > $3 then t.account_cooling_until end as coolingUntil,
  t.created_at as createdAt,
  t.created_by as createdBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $4
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from cob.key_account as t
  where t.province_unit_id = $5
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.unit_directory as u on u.id = t.unit_id
left join ledger.account as a on a.id = t.account_id
order by t.code asc,
  t.id asc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(coalesce(a.balance, 0)::numeric(20,2)) as owed
from cob.key_account as t
left join ledger.account as a on a.id = t.account_id
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(coalesce(a.balance, 0)::numeric(20,2)) as owed
from cob.key_account as t
left join ledger.account as a on a.id = t.account_id
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || t.name || ' ' || t.legal_name) like $2)
  and (t.tax_code like $3)
  and (t.status in ($4))
  and ((t.office_unit_id = $5 or t.district_unit_id = $6 or t.province_unit_id = $7 or t.head_unit_id = $8))
  and ((select c.cycle from cob.key_contract c where c.key_account_id = t.id and $9::date between c.valid_from and coalesce(c.valid_to, 'infinity'::date) limit 1) = $10)
  and (t.account_cooling_until > $11)
  and ((coalesce((select sum(r.amount - r.recovered) from cob.recovery r where r.key_account_id = t.id and r.recovered < r.amount), 0) - coalesce((select sum(s.net) from cob.settlement s where s.key_account_id = t.id and s.status = 'CARRIED'), 0))::numeric(20,2) > t.deposit + t.advance_limit)
group by t.status;

-- POST /cob-admin/settlements/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || (select k.code || ' ' || k.name from cob.key_account_directory k where k.id = t.key_account_id)) like $1
--   status: t.status in ($1)
--   keyAccountId: t.key_account_id = $1
--   run: t.run_id = (select r.id from cob.settlement_run_directory r where r.code = $1)
--   runId: t.run_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.cycle_date >= $1 and t.cycle_date <= $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.key_account_id as keyAccountId,
  k.code as keyAccountCode,
  k.name as keyAccountName,
  t.status,
  (select case when s.status <> 'APPROVED' then null when k.status <> 'ACTIVE' then 'NOT_ACTIVE' when k.account_number = '' then 'NO_ACCOUNT' when k.account_cooling_until > $1 then 'COOLING' when (select min(d.reference)
    from disbursement.disputed_transfer d
    where d.source_kind = 'KEY_ACCOUNT_SETTLEMENT'
      and d.source_item = s.id) is not null then 'DISPUTED' when a.balance < s.net then 'SHORT' end
  from cob.settlement s join cob.key_account k on k.id = s.key_account_id join ledger.account a on a.id = k.account_id
  where s.id = t.id) as waits,
  t.cycle_date as cycleDate,
  t.until_on as untilOn,
  t.items,
  t.cod,
  t.postage,
  t.fee,
  t.tax,
  t.deductions,
  t.carried,
  t.net,
  t.run_id as runId,
  (select r.code
  from cob.settlement_run_directory r
  where r.id = t.run_id) as runCode,
  (select r.status
  from cob.settlement_run_directory r
  where r.id = t.run_id) as runStatus,
  (select r.version
  from cob.settlement_run_directory r
  where r.id = t.run_id) as runVersion,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $2
    and w.subject_id = t.run_id::text
  limit 1) as pendingRequestId,
  (select i.reference
  from disbursement.item i
  where i.source_kind = 'KEY_ACCOUNT_SETTLEMENT'
    and i.source_item = t.id
  order by i.id desc
  limit 1) as reference,
  t.paid_at as paidAt,
  t.mailed_at as mailedAt,
  u.name as unitName,
  t.made_by as madeBy,
  t.made_at as madeAt,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from cob.settlement as t
  where t.province_unit_id = $3
  order by t.made_at desc,
    t.id desc
  limit 15) as t
left join cob.key_account_directory as k on k.id = t.key_account_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.made_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.net) as net,
  sum(t.cod) as cod,
  sum(t.postage) as postage,
  sum(t.fee) as fee,
  sum(t.tax) as tax,
  sum(t.deductions) as deductions,
  sum(t.carried) as carried
from cob.settlement as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.net) as net,
  sum(t.cod) as cod,
  sum(t.postage) as postage,
  sum(t.fee) as fee,
  sum(t.tax) as tax,
  sum(t.deductions) as deductions,
  sum(t.carried) as carried
from cob.settlement as t
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || (select k.code || ' ' || k.name from cob.key_account_directory k where k.id = t.key_account_id)) like $2)
  and (t.status in ($3))
  and (t.key_account_id = $4)
  and (t.run_id = (select r.id from cob.settlement_run_directory r where r.code = $5))
  and (t.run_id = $6)
  and ((t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10))
  and (t.cycle_date >= $11 and t.cycle_date <= $12)
group by t.status;

-- POST /cob-admin/settlements/v1/lines/search: the filters, each alone
--   settlementId: l.settlement_id = $1
--   keyAccountId: t.key_account_id = $1
--   itemCode: i.code = $1
--   part: l.part = $1

-- a page (an export reads the same without its end)
select l.id,
  l.item_id as itemId,
  i.code as itemCode,
  t.id as settlementId,
  t.code as settlementCode,
  l.part,
  i.accepted_at as acceptedAt,
  i.delivered_at as deliveredAt,
  i.receiver_name as receiverName,
  l.cod,
  l.postage,
  l.fee,
  l.tax,
  (l.cod - l.postage - l.fee - l.tax)::numeric(20,2) as net,
  l.released_at as releasedAt
from cob.settlement as t
inner join cob.settlement_line as l on l.settlement_id = t.id
inner join cob.key_item_directory as i on i.id = l.item_id
where t.province_unit_id = $1
order by i.code asc,
  l.id asc
limit 15;

-- number and sums
select count(*) as totalRecord,
  coalesce(sum(l.cod), 0) as cod,
  coalesce(sum(l.postage), 0) as postage,
  coalesce(sum(l.fee), 0) as fee,
  coalesce(sum(l.tax), 0) as tax,
  coalesce(sum((l.cod - l.postage - l.fee - l.tax)::numeric(20,2)), 0) as net
from cob.settlement as t
inner join cob.settlement_line as l on l.settlement_id = t.id
inner join cob.key_item_directory as i on i.id = l.item_id
where t.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord,
  coalesce(sum(l.cod), 0) as cod,
  coalesce(sum(l.postage), 0) as postage,
  coalesce(sum(l.fee), 0) as fee,
  coalesce(sum(l.tax), 0) as tax,
  coalesce(sum((l.cod - l.postage - l.fee - l.tax)::numeric(20,2)), 0) as net
from cob.settlement as t
inner join cob.settlement_line as l on l.settlement_id = t.id
inner join cob.key_item_directory as i on i.id = l.item_id
where t.province_unit_id = $1
  and (l.settlement_id = $2)
  and (t.key_account_id = $3)
  and (i.code = $4)
  and (l.part = $5);

-- POST /cob-admin/key-accounts/v1/items/search: the filters, each alone
--   keyAccountId: t.id = $1
--   text: platform.fold(i.code || ' ' || i.receiver_name) like $1
--   moneyState: i.money_state = $1
--   period: i.accepted_at >= $1 and i.accepted_at < $2

-- a page (an export reads the same without its end)
select i.id as id,
  i.code as code,
  i.delivery_state as deliveryState,
  i.money_state as moneyState,
  i.accepted_at as acceptedAt,
  i.delivered_at as deliveredAt,
  i.receiver_name as receiverName,
  i.cod_amount as codAmount,
  i.collected_amount as collectedAmount,
  i.handed_in_amount as handedInAmount,
  i.postage as postage,
  (select s.code
  from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id
  where l.item_id = i.id
    and l.released_at is null) as settlementCode,
  (select s.id
  from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id
  where l.item_id = i.id
    and l.released_at is null) as settlementId,
  u.name as unitName
from cob.key_account as t
inner join cob.key_item_directory as i on i.key_account_id = t.id
left join organisation.unit_directory as u on u.id = i.unit_id
where t.province_unit_id = $1
order by i.accepted_at desc,
  i.id desc
limit 15;

-- number and sums
select count(*) as totalRecord,
  coalesce(sum(i.cod_amount), 0) as codAmount,
  coalesce(sum(i.collected_amount), 0) as collectedAmount,
  coalesce(sum(i.handed_in_amount), 0) as handedInAmount,
  coalesce(sum(i.postage), 0) as postage
from cob.key_account as t
inner join cob.key_item_directory as i on i.key_account_id = t.id
where t.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord,
  coalesce(sum(i.cod_amount), 0) as codAmount,
  coalesce(sum(i.collected_amount), 0) as collectedAmount,
  coalesce(sum(i.handed_in_amount), 0) as handedInAmount,
  coalesce(sum(i.postage), 0) as postage
from cob.key_account as t
inner join cob.key_item_directory as i on i.key_account_id = t.id
where t.province_unit_id = $1
  and (t.id = $2)
  and (platform.fold(i.code || ' ' || i.receiver_name) like $3)
  and (i.money_state = $4)
  and (i.accepted_at >= $5 and i.accepted_at < $6);
