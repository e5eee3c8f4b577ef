-- What every module builds on. The schema platform and the table platform.migration are made by the migrator itself.

-- Folds case and Vietnamese diacritics away, so that 'anh' finds 'Ánh'. The same rule as fold() in src/kernel/text.ts:
-- decompose, drop the combining marks U+0300..U+036F, đ to d, lower case. Immutable, so it may stand in an index.
CREATE FUNCTION platform.fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(translate(regexp_replace(normalize($1, NFD), E'[\u0300-\u036f]', '', 'g'), 'đĐ', 'dD'));
COMMENT ON FUNCTION platform.fold(text) IS 'Search form of a text: lower case without Vietnamese diacritics; same rule as fold() in src/kernel/text.ts';

-- One row a request that moves money, written in the transaction of its effect: the reply that a repetition gets.
CREATE TABLE platform.idempotency_key (
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  client text NOT NULL CHECK (length(client) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  status integer CHECK (status BETWEEN 100 AND 599),
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client, key),
  CHECK ((status IS NULL) = (reply IS NULL))
);
COMMENT ON TABLE platform.idempotency_key IS 'Stored replies by Idempotency-Key and caller';
COMMENT ON COLUMN platform.idempotency_key.request_hash IS 'sha256 of method, path and body: the same key with another body is refused';
COMMENT ON COLUMN platform.idempotency_key.status IS 'HTTP status of the stored reply; null while the request is in flight';
CREATE INDEX idempotency_key_created_at ON platform.idempotency_key (created_at);
