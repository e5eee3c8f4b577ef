-- What other modules may read of users, as views, so that the tables stay identity's own.
create view iam.person as
  select u.id, u.account, u.full_name, u.status = 'ACTIVE' as active, u.partner_id from iam.user_account u;
comment on view iam.person is 'Published: names of users; partner_id for staff of a partner.';

create view iam.effective_permission as
  select distinct ur.user_id, p.uri
  from iam.user_role ur
  join iam.user_account u on u.id = ur.user_id and u.status = 'ACTIVE'
  join iam.role r on r.id = ur.role_id and r.status = 'ACTIVE'
  join iam.role_permission rp on rp.role_id = r.id
  join iam.permission p on p.id = rp.permission_id and p.retired_at is null
  where p.application is null or exists (
    select from iam.user_application ua join iam.application a on a.code = ua.application and a.status = 'ACTIVE'
    where ua.user_id = ur.user_id and ua.application = p.application
  );
comment on view iam.effective_permission is 'Published: what a user may do, as a session of theirs would hold it.';

-- Who sees only what is their own (SELF) has no row: whose a row is, each table says for itself.
create view iam.scope_area as
  select u.id as user_id, u.scope_kind as kind, g.id as unit_id, g.level as unit_level, u.partner_id
  from iam.user_account u
  left join organisation.unit g on case u.scope_kind
    when 'UNITS' then exists (select from iam.user_scope_unit su where su.user_id = u.id and su.unit_id = g.id)
    when 'UNIT' then g.id = u.unit_id
    when 'UNIT_AND_BELOW' then g.id = u.unit_id
  end
  where u.status = 'ACTIVE' and u.scope_kind <> 'SELF';
comment on view iam.scope_area is 'Published: which rows a user may see, as a session of theirs would hold it; a row for each unit chosen.';
