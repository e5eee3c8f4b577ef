-- What was agreed on may still be under way when it has been approved: a refund that leaves through a partner.
alter table incident.incident add column action_ref text;
comment on column incident.incident.action_ref is 'What the action was agreed by; whoever moves the money knows by it what has become of that.';
