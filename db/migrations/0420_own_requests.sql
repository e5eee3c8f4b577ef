-- Whoever asked sees the request wherever it is decided: where one person works alone, the unit above decides.
create view approvals.own_request_directory as select * from approvals.request;
comment on view approvals.own_request_directory is 'Published: requests outside the scope of who asks too; read for the maker''s own alone, by maker_id.';
