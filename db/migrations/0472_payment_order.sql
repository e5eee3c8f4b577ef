-- What a payment is for, where its service knows: while nobody knows what became of one, a second payment of the same order is refused.

alter table payment.transaction add column order_ref text check (length(order_ref) between 1 and 200);
comment on column payment.transaction.order_ref is 'The order, slip or line that it pays, as its service names it; while one payment of it is under way or unknown, no other is begun. What has happened already is stored all the same.';
create index transaction_order_open on payment.transaction (service, order_ref) where status in ('INITIATED', 'PROCESSING', 'UNKNOWN') and order_ref is not null;

create function payment.order_lock(service text, order_ref text) returns bigint language sql immutable
  return hashtextextended(service || ' ' || order_ref, 7203118);

-- Whoever inserts, and however: payment.take_in says which line it is beforehand.
create function payment.order_once() returns trigger language plpgsql as $$
declare
  first text;
begin
  perform pg_advisory_xact_lock(payment.order_lock(new.service, new.order_ref));
  select t.code into first from payment.transaction t
    where t.service = new.service and t.order_ref = new.order_ref and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN') order by t.id limit 1;
  if found then
    raise exception 'order % is being paid by %', new.order_ref, first using errcode = 'unique_violation', constraint = 'order_once';
  end if;
  return new;
end $$;
create trigger order_once before insert on payment.transaction for each row when (new.order_ref is not null and new.status = 'INITIATED') execute function payment.order_once();

drop function payment.take_in(text[], text[], json, json, timestamptz);

-- As before (STORED, KEY, BUSY); and ORDER: another payment of the same order is under way or unknown, with its code and status.
-- orders: the requests among the documents that pay an order, null where there is none: {place, code, service, order_ref, external_ref, partner_id}.
create function payment.take_in(clients text[], keys text[], documents json, timelines json, audited timestamptz, orders json)
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
      select json_agg(json_build_object('place', a.place, 'code', coalesce(h.code, a.first), 'status', coalesce(h.status, 'INITIATED')))
        from asked a left join lateral (
          select t.code, t.status from payment.transaction t
           where t.service = a.service and t.order_ref = a.order_ref and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN') order by t.id limit 1
        ) h on true
       where a.nth > 1 or h.code is not null
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
