-- An endpoint that was made and not started yet has a state of its own, and keeps what is to be told from its creation on: whoever sets one up hears
-- of what happens meanwhile as soon as it is started.
alter table partner.webhook_endpoint
  drop constraint webhook_endpoint_status_check,
  add constraint webhook_endpoint_status_check check (status in ('NOT_STARTED', 'ACTIVE', 'PAUSED', 'DEGRADED', 'DISABLED')),
  alter column status set default 'NOT_STARTED',
  alter column collects set default true;
comment on column partner.webhook_endpoint.collects is 'Whether events are written for it: from its creation until a person disables it.';

-- Of those that stand, what nobody has ever moved was never started.
update partner.webhook_endpoint set status = 'NOT_STARTED', collects = true where status = 'DISABLED' and not collects and version = 0;
