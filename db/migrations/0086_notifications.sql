-- What a person is told by the portal. Texts are made from kind and params where they are read, in the reader's language.
CREATE SCHEMA notifications;

CREATE TABLE notifications.notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES iam.user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  params jsonb NOT NULL DEFAULT '{}',
  link text CHECK (link ~ '^/[^/\\]' AND length(link) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
COMMENT ON TABLE notifications.notification IS 'Notifications of people; kept for 90 days';
COMMENT ON COLUMN notifications.notification.link IS 'Address inside the portal, of what it is about';
CREATE INDEX notification_of_user ON notifications.notification (user_id, id DESC);
CREATE INDEX notification_unread ON notifications.notification (user_id) WHERE read_at IS NULL;
