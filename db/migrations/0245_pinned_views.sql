-- Views of lists that a person has on the home page.
create table preferences.pinned_view (
  user_id bigint not null references iam.user_account,
  view_id bigint not null references preferences.list_view on delete cascade,
  pinned_at timestamptz not null,
  primary key (user_id, view_id)
);
create index pinned_view_view on preferences.pinned_view (view_id);
comment on table preferences.pinned_view is 'Views of lists, own ones or shared ones, that one person has on the home page.';
