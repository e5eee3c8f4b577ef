-- Kept sums are compared with the transactions every night. What differs is made anew, and remembered: somebody has to find out why.
create table payment.sum_repair (
  id bigint generated always as identity primary key,
  service text not null references payment.service,
  business_date date not null,
  lines bigint not null check (lines > 0),
  repaired_at timestamptz not null
);
create index on payment.sum_repair (repaired_at);
create trigger append_only before update or delete on payment.sum_repair for each row execute function payment.refuse_change();
create trigger append_only_truncate before truncate on payment.sum_repair for each statement execute function payment.refuse_change();
comment on table payment.sum_repair is 'Days on which kept sums were not those of the transactions, and were made anew; append-only.';
comment on column payment.sum_repair.lines is 'How many lines of sums differed.';
