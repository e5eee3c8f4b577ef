-- Work that goes on after the answer. A row is written in the transaction of what asks for it (so it is rolled back with it),
-- handed to the queue by a relay, and kept as the record of what became of it. The queue itself (schema pgboss) only delivers.
CREATE TABLE platform.job (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  input jsonb NOT NULL,
  key text CHECK (length(key) BETWEEN 1 AND 200),
  user_id bigint,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'RUNNING', 'RETRYING', 'DONE', 'FAILED', 'CANCELLED')),
  start_after timestamptz,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  max_tries integer NOT NULL CHECK (max_tries >= 1),
  timeout_seconds integer NOT NULL CHECK (timeout_seconds >= 1),
  delivery uuid,
  progress_done bigint,
  progress_total bigint,
  progress_note text,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz
);
COMMENT ON TABLE platform.job IS 'Jobs: what was asked for and what became of it; a failed one is the dead letter';
COMMENT ON COLUMN platform.job.key IS 'Of jobs with the same name and key at most one waits';
COMMENT ON COLUMN platform.job.user_id IS 'Who asked for it; null for the system itself';
COMMENT ON COLUMN platform.job.delivery IS 'The queue''s message that may run it; null while it waits for the relay. A message with another id is stale and does nothing';
CREATE INDEX job_not_handed ON platform.job (created_at) WHERE delivery IS NULL AND state = 'WAITING';
CREATE INDEX job_open ON platform.job (id) WHERE state IN ('WAITING', 'RUNNING', 'RETRYING');
CREATE UNIQUE INDEX job_one_waits ON platform.job (name, key) WHERE state = 'WAITING' AND key IS NOT NULL;
CREATE INDEX job_created_at ON platform.job (created_at DESC, id);
CREATE INDEX job_name ON platform.job (name, created_at DESC);
CREATE INDEX job_user ON platform.job (user_id, created_at DESC) WHERE user_id IS NOT NULL;

-- What runs by the clock, as the modules of the running version declare it.
CREATE TABLE platform.job_schedule (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  cron text NOT NULL,
  input jsonb NOT NULL,
  max_tries integer NOT NULL,
  timeout_seconds integer NOT NULL,
  last_job_id uuid
);
COMMENT ON TABLE platform.job_schedule IS 'Scheduled jobs (cron in Asia/Ho_Chi_Minh); written at every start from what the modules declare';
