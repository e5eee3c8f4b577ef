-- When a person last signed in is looked up for each row of the list of users.
create index session_last on iam.session (user_id, created_at);
