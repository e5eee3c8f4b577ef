-- Figures of payments become global parameters, which people see and change; the values that stand are carried over.
insert into masterdata.parameter (key, type, value, description, builtin, updated_by)
select k.key, 'INTEGER', trunc(p.value)::bigint::text, p.note, true, 'system'
from payment.parameter p
join (values ('VAT_BPS', 'payment.vat-bps'), ('GATEWAY_BACKDATE_DAYS', 'payment.gateway-backdate-days')) as k (name, key) on k.name = p.name
on conflict (key) do nothing;
drop table payment.parameter;
