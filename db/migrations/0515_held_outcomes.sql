-- What a contradicted outcome holds is held wherever the money could leave again, and two people say what becomes of it.

-- RELEASE: the verdict stands, and its money goes on. KEEP: what was heard later is right; the alarm ends, but the money stays where it is.
alter table outcome.outcome_case add column conflict_decision text check (conflict_decision in ('RELEASE', 'KEEP'));
update outcome.outcome_case set conflict_decision = 'RELEASE' where conflict_settled_at is not null;
alter table outcome.outcome_case add constraint conflict_decided check ((conflict_settled_at is null) = (conflict_decision is null));
comment on column outcome.outcome_case.conflict_decision is 'RELEASE: the verdict stands and its money goes on; KEEP: what contradicts it is right, and its money stays held until two people release it.';

create or replace view outcome.settlement_hold with (security_invoker) as
  select transaction_id, conflict_at as since from outcome.outcome_case where conflict_at is not null and conflict_decision is distinct from 'RELEASE';
comment on view outcome.settlement_hold is 'Published: transactions whose money stays where it is: a contradiction about them is not settled, or was settled so.';

-- A connection that goes on, or takes inquiries from now on: whoever waited for a way to the partner is asked about now.
create function outcome.ask_again() returns trigger language plpgsql as $$
begin
  update outcome.outcome_case set next_inquiry_at = new.updated_at
    where partner_id = new.partner_id and next_inquiry_at > new.updated_at;
  return null;
end $$;
create trigger ask_again after update on partner.endpoint for each row
  when (new.status = 'ON' and 'INQUIRE' = any (new.operations) and (old.status <> 'ON' or 'INQUIRE' <> all (old.operations)))
  execute function outcome.ask_again();

-- As before, and nothing of what was agreed changes.
create or replace function payment.reserve_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((to_jsonb(new) - array['state', 'next_at', 'claims', 'fault']) is distinct from (to_jsonb(old) - array['state', 'next_at', 'claims', 'fault'])
      or old.state = 'ENDED' or (old.state = 'LEFT' and new.state <> 'ENDED')) then
    raise exception 'a refund stays as it was agreed, and what has left is not sent again' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    update payment.transaction set refunding = refunding + new.amount where id = new.parent_id and business_date = new.parent_date;
  elsif new.state = 'ENDED' then
    update payment.transaction set refunding = refunding - old.amount where id = old.parent_id and business_date = old.parent_date;
  end if;
  return null;
end $$;
alter table payment.partner_refund add column fault text not null default '' check (length(fault) <= 64);
comment on column payment.partner_refund.fault is 'Why it could not leave when it was tried last; empty where nothing was in the way.';

-- An order whose payment failed, and was reported as paid after all, is not paid again before that is settled.
create index transaction_order_failed on payment.transaction (service, order_ref) where status = 'FAILED' and order_ref is not null;
create or replace function payment.order_once() returns trigger language plpgsql as $$
declare
  first text;
begin
  perform pg_advisory_xact_lock(payment.order_lock(new.service, new.order_ref));
  select t.code into first from payment.transaction t
    where t.service = new.service and t.order_ref = new.order_ref and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN') order by t.id limit 1;
  if not found then
    select t.code into first from payment.transaction t
      where t.service = new.service and t.order_ref = new.order_ref and t.status = 'FAILED'
        and exists (select from outcome.settlement_hold s where s.transaction_id = t.id) order by t.id limit 1;
  end if;
  if found then
    raise exception 'order % is being paid by %', new.order_ref, first using errcode = 'unique_violation', constraint = 'order_once';
  end if;
  return new;
end $$;

-- As before; ORDER: also where another payment of the order failed and is held.
create or replace function payment.take_in(clients text[], keys text[], documents json, timelines json, audited timestamptz, orders json)
returns table (place integer, outcome text, request_hash bytea, status integer, reply jsonb)
language plpgsql
-- A function, so that plans are kept: planning an insert into partitions costs as much as some ten rows.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  busy integer[];
  barred integer[];
  held json;
  block bigint;
begin
  busy := array(
    select k.place::integer
      from (
        select n as place, pg_try_advisory_xact_lock(hashtextextended(client || ' ' || key, 7203117)) as held
          from unnest(clients, keys) with ordinality as c(client, key, n) where key is not null
      ) k
     where not k.held
  );
  -- A statement of its own: its snapshot is taken after the locks are held, so it sees what their last holders committed.
  barred := busy || array(
    select c.n::integer from unnest(clients, keys) with ordinality as c(client, key, n) join platform.idempotency_key k on k.client = c.client and k.key = c.key
  );
  if cardinality(barred) > 0 then
    return query
      select b.place, case when k.key is null then 'BUSY' else 'KEY' end, k.request_hash, k.status, k.reply
        from (select distinct unnest(barred) as place) b
        left join platform.idempotency_key k on k.client = clients[b.place] and k.key = keys[b.place];
  end if;

  if orders is not null then
    perform pg_advisory_xact_lock(o.lock) from (
      select distinct payment.order_lock(service, order_ref) as lock from json_to_recordset(orders) as r (service text, order_ref text) order by 1
    ) o;
    -- A statement of its own, for the same reason. A reference that is known is repeated, and holds nothing up.
    held := (
      with asked as materialized (
        select r.place, r.code, r.service, r.order_ref, row_number() over of_order as nth, first_value(r.code) over of_order as first
          from json_to_recordset(orders) as r (place integer, code text, service text, order_ref text, external_ref text, partner_id bigint)
         where r.place <> all (barred)
           and not exists (select from payment.transaction_key k where k.external_ref = r.external_ref and k.partner_id = r.partner_id)
        window of_order as (partition by r.service, r.order_ref order by r.place)
      )
      select json_agg(json_build_object('place', a.place, 'code', coalesce(h.code, f.code, a.first), 'status', coalesce(h.status, f.status, 'INITIATED')))
        from asked a left join lateral (
          select t.code, t.status from payment.transaction t
           where t.service = a.service and t.order_ref = a.order_ref and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN') order by t.id limit 1
        ) h on true left join lateral (
          select t.code, t.status from payment.transaction t
           where h.code is null and t.service = a.service and t.order_ref = a.order_ref and t.status = 'FAILED'
             and exists (select from outcome.settlement_hold s where s.transaction_id = t.id) order by t.id limit 1
        ) f on true
       where a.nth > 1 or h.code is not null or f.code is not null
    );
    barred := barred || array(select (h ->> 'place')::integer from json_array_elements(held) h);
    return query select (h ->> 'place')::integer, 'ORDER', null::bytea, null::integer, h::jsonb from json_array_elements(held) h;
  end if;

  block := platform.audit_open_block();
  return query
  with r as materialized (
    select r.*, s.code is not null as known from json_to_recordset(documents) as r (
      place integer, id bigint, code text, business_date date, late_of date, request_hash text, service text, type text, channel text, direction text, status text,
      amount numeric, fee numeric, tax numeric, fee_on_top boolean, fee_source text, fee_code text, fee_revision integer,
      currency text, payer_name text, payer_account text, payer_bank_bin text, payee_name text, payee_account text, payee_bank_bin text, memo text, merchant_id bigint,
      head_unit_id bigint, province_unit_id bigint, district_unit_id bigint, office_unit_id bigint, partner_id bigint, teller_staff_id bigint,
      external_ref text, order_ref text, outcome jsonb, occurred_at timestamptz, actor text,
      action text, subject_type text, after text, trace_id text, ip text, nonce text, mac text, key_hash text, reply jsonb
    ) left join payment.service s on s.code = r.service
    where r.place <> all (barred)
    order by external_ref, partner_id
  ), taken as (
    insert into payment.transaction_key (transaction_id, code, external_ref, partner_id, business_date, request_hash, received_status)
    select id, case when known then code end, external_ref, partner_id, business_date, decode(request_hash, 'hex'), status from r
    on conflict (external_ref, partner_id) do nothing
    returning transaction_id
  ), new as materialized (
    select * from r where id in (select transaction_id from taken)
  ), stored as (
    insert into payment.transaction (
      id, business_date, late_of, code, service, type, channel, direction, status, amount, fee, tax, fee_on_top, fee_source, fee_code, fee_revision, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      partner_id, teller_staff_id, external_ref, order_ref, outcome, occurred_at
    )
    select id, business_date, late_of, code, service, type, channel, direction, status, amount, fee, tax, fee_on_top, fee_source, fee_code, fee_revision, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      partner_id, teller_staff_id, external_ref, order_ref, outcome, occurred_at
    from new
  ), told as (
    insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
    select n.id, n.business_date, s.seq, s.step, s.from_status, s.to_status, n.occurred_at, 'GATEWAY', n.actor, case when s.to_status = n.status then n.outcome end
    from new n join json_to_recordset(timelines) as s (status text, seq smallint, step text, from_status text, to_status text) on s.status = n.status
  ), audited as (
    insert into platform.audit_entry (block, at, actor, action, subject_type, subject_id, after, trace_id, ip, nonce, mac)
    select block, audited, actor, action, subject_type, id::text, after::json, trace_id, ip, decode(nonce, 'hex'), decode(mac, 'hex') from new
  ), kept as (
    insert into platform.idempotency_key (client, key, request_hash, status, reply)
    select clients[n.place], keys[n.place], decode(n.key_hash, 'hex'), 200, n.reply from new n where n.key_hash is not null
  )
  select place, 'STORED', null::bytea, null::integer, null::jsonb from new;
end $$;
