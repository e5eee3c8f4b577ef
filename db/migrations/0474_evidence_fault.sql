-- Why an inquiry brought nothing, as the connector says it.
alter table outcome.evidence add column fault text check (fault ~ '^[A-Z][A-Z_]{0,30}$');
alter table outcome.evidence add constraint fault_of_inquiry check (fault is null or (kind = 'INQUIRY' and verdict = 'UNKNOWN'));
comment on column outcome.evidence.fault is 'Why the partner''s answer counts for nothing: it came too late, could not be read, was wrongly signed … (core/partners); null where it counts, or its own code says that it does not know.';
