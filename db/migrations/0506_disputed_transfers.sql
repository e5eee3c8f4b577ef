-- What is reported about these transfers contradicts itself: until that is settled, nothing more is paid or given back for what they are for.
create view disbursement.disputed_transfer with (security_invoker) as
  select i.source_kind, i.source_item, i.reference, i.transaction_id from disbursement.item i join outcome.settlement_hold h on h.transaction_id = i.transaction_id;
comment on view disbursement.disputed_transfer is 'Published: transfers of which reports contradict what stands, until two people have settled that.';
