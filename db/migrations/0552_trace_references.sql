-- What partners answered and what payments are for, found by whole codes.
create index exchange_answered on partner.exchange (partner_reference) where partner_reference is not null;
create index item_answered on disbursement.item (partner_reference) where partner_reference <> '';
create index transaction_order on payment.transaction (order_ref) where order_ref is not null;
