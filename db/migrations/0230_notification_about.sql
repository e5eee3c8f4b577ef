-- A notification about a request opens it, and counts as read for everybody once the request has ended.
ALTER TABLE notifications.notification
  ADD COLUMN about_type text CHECK (length(about_type) BETWEEN 1 AND 64),
  ADD COLUMN about_id text CHECK (length(about_id) BETWEEN 1 AND 200),
  ADD CONSTRAINT about_whole CHECK ((about_type IS NULL) = (about_id IS NULL));
COMMENT ON COLUMN notifications.notification.about_type IS 'Kind of the record that it is about and that it opens: approvals.request';
CREATE INDEX notification_about ON notifications.notification (about_type, about_id) WHERE read_at IS NULL;

-- The sentence has a place for the amount; those written before say none.
UPDATE notifications.notification SET params = params || '{"money": ""}'
WHERE kind IN ('APPROVAL_WAITING', 'APPROVAL_APPROVED', 'APPROVAL_REJECTED', 'APPROVAL_EXPIRED');
