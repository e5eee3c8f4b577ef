-- Why a list whose last day is over could not be closed by the job.
alter table payout.list add column close_fault text check (length(close_fault) between 1 and 64);
comment on column payout.list.close_fault is 'Code of the error that the job of overdue lists met when it last tried to close it.';

-- What an update changes is decided as it was proposed, and kept as it was decided.
create function payout.keep_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an update of a payout list is discarded, never deleted' using errcode = 'restrict_violation';
  end if;
  if (new.list_id, new.number, new.reason, new.created_by, new.created_at) is distinct from (old.list_id, old.number, old.reason, old.created_by, old.created_at)
      or (old.status <> 'DRAFT' and (new.delta, new.line_delta) is distinct from (old.delta, old.line_delta))
      or old.status in ('APPLIED', 'REJECTED') then
    raise exception 'an update of a payout list keeps what was proposed and decided' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger kept before update or delete on payout.version for each row execute function payout.keep_version();
create trigger never_emptied before truncate on payout.version for each statement execute function ledger.refuse('updates of payout lists are kept');
create function payout.keep_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or (select status from payout.version where id = case when tg_op = 'INSERT' then new.version_id else old.version_id end) is distinct from 'DRAFT' then
    raise exception 'a change of a payout list is put into a draft or taken out of it, and nothing else' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger kept before insert or update or delete on payout.change for each row execute function payout.keep_change();
create trigger never_emptied before truncate on payout.change for each statement execute function ledger.refuse('changes of payout lists are kept');

-- Money received is written down once; afterwards it is posted or rejected.
create function payout.keep_receipt() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' or (new.code, new.partner_id, new.bank_id, new.bank_reference, new.amount, new.received_on, new.created_by, new.created_at)
      is distinct from (old.code, old.partner_id, old.bank_id, old.bank_reference, old.amount, old.received_on, old.created_by, old.created_at) then
    raise exception 'money received is written down once and decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger written_once before update on payout.receipt for each row execute function payout.keep_receipt();

-- What was approved of a list: its payer, month and account stay; its days, total and hash change with an approved update alone.
create function payout.keep_list() returns trigger language plpgsql as $$
begin
  if (new.code, new.kind, new.partner_id, new.programme_id, new.month, new.control_count, new.control_total, new.account_id, new.file_hash, new.parent_id,
        new.unit_id, new.submitted_by, new.approved_by, new.approved_at)
      is distinct from (old.code, old.kind, old.partner_id, old.programme_id, old.month, old.control_count, old.control_total, old.account_id, old.file_hash,
        old.parent_id, old.unit_id, old.submitted_by, old.approved_by, old.approved_at)
      or ((new.pay_from, new.pay_until, new.line_count, new.total, new.hash, new.content_version) is distinct from (old.pay_from, old.pay_until, old.line_count, old.total, old.hash, old.content_version) and not payout.changes_list(old.id)) then
    raise exception 'an approved payout list keeps what was approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approved before update on payout.list for each row when (old.status in ('APPROVED', 'PAYING', 'CLOSED', 'SETTLED')) execute function payout.keep_list();
