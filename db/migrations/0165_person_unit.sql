create or replace view iam.person as
  select u.id, u.account, u.full_name, u.status = 'ACTIVE' as active, u.partner_id, u.unit_id from iam.user_account u;
comment on view iam.person is 'Published: names of users; unit_id where they work, partner_id for staff of a partner.';
