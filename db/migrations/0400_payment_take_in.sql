-- Reports are taken in by one statement a group: keys, rows, timelines, audit entries and replies. Ids and codes are drawn beforehand,
-- so that what is signed or answered with them can be made before it is stored.

drop function payment.store_reports(json, json);

-- What became of the lines of a group, by their place: STORED; KEY, their idempotency key was used before, with the hash and reply that it has;
-- BUSY, somebody else holds it at this moment. Lines of whom nothing is answered had no document, or their reference is known.
-- clients, keys: the idempotency keys by place, null for a line without one; each key may stand once.
-- documents: one object a report that may be stored, see the record below; each reference may stand once.
-- timelines: {status, seq, step, from_status, to_status}, the steps that a first status stands for. audited: the time of the audit entries.
-- A report of an unknown service is not stored: it gets no code.
-- A reference that another open transaction is taking is waited for, in one order, so that nobody waits in a circle.
create function payment.take_in(clients text[], keys text[], documents json, timelines json, audited timestamptz)
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

  block := platform.audit_open_block();
  return query
  with r as materialized (
    select r.*, s.code is not null as known from json_to_recordset(documents) as r (
      place integer, id bigint, code text, business_date date, late_of date, request_hash text, service text, type text, channel text, direction text, status text,
      amount numeric, fee numeric, tax numeric, fee_on_top boolean, fee_source text, fee_code text, fee_revision integer,
      currency text, payer_name text, payer_account text, payer_bank_bin text, payee_name text, payee_account text, payee_bank_bin text, memo text, merchant_id bigint,
      head_unit_id bigint, province_unit_id bigint, district_unit_id bigint, office_unit_id bigint, partner_id bigint, teller_staff_id bigint,
      external_ref text, outcome jsonb, occurred_at timestamptz, actor text,
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
      partner_id, teller_staff_id, external_ref, outcome, occurred_at
    )
    select id, business_date, late_of, code, service, type, channel, direction, status, amount, fee, tax, fee_on_top, fee_source, fee_code, fee_revision, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      partner_id, teller_staff_id, external_ref, outcome, occurred_at
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

comment on column payment.transaction.service is 'A row of payment.service, with whose prefix the code begins. No foreign key, because that would lock one row for all payments.';
