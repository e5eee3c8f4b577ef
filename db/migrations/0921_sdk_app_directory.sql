-- Whoever sees a payment reads what its app is called.
create view sdk.app_directory as select code, name, status from sdk.app;
comment on view sdk.app_directory is 'Published: apps by code, outside the scope of who asks too: the app of a payment that one sees.';
