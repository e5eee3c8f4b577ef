-- Nonces are used up by a function, so that its plan is kept: every signed call comes by here.

-- Uses nonces up and answers those that were new. Does not wait for the disk: see useNonces.
create function payment.use_nonces(clients text[], nonces text[], used timestamptz[]) returns table (client_id text, nonce text)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    insert into payment.gateway_nonce (client_id, nonce, used_at)
    select * from unnest(clients, nonces, used) order by 1, 2
    on conflict do nothing
    returning client_id, nonce;
end $$;
