-- A number that is called back proves something only if it was known before: since when each number of a merchant stands on its record.
alter table merchants.merchant add column phone_since timestamptz;
alter table merchants.contact add column phone_since timestamptz;
comment on column merchants.merchant.phone_since is 'Since when its number is on record; null: since it was opened.';
comment on column merchants.contact.phone_since is 'Since when the number is on record; null: since the merchant was opened.';
