-- What the screens of QR payments read by, beyond the indexes of payment.transaction itself.
create extension if not exists pg_trgm;

-- Payers are looked for by words of their name, without diacritics.
create index transaction_payer on payment.transaction using gin (platform.fold(payer_name) gin_trgm_ops);
