-- By which two people and the partner see that they speak of the same key, without the key.
alter table partner.endpoint add column key_mark text not null default '' check (key_mark ~ '^[0-9a-f]{12}$' or key_mark = '');
alter table partner.endpoint alter column key_mark drop default;
comment on column partner.endpoint.key_mark is 'First characters of the SHA-256 of the key; empty for those sealed before marks were kept.';
