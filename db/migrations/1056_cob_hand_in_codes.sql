-- Wrong one-time codes at the count of a hand-in; five lock it until it is cancelled. The code itself is derived and stands nowhere.
alter table cob.hand_in add column wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5);
comment on column cob.hand_in.wrong_tries is 'Wrong one-time codes given by who wanted to count it; five lock it.';

-- A linked postman is told the code of what somebody else has declared for him.
create or replace view cob.courier_directory as select id, code, name, route, unit_id, status, staff_id from cob.courier;
