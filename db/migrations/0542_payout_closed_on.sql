-- Reports of the money that is left ask when lists were closed.
create or replace view payout.list_directory as
  select id, code, programme_id, month, status, pay_from, pay_until, (approved_at at time zone 'Asia/Ho_Chi_Minh')::date as approved_on,
      (closed_at at time zone 'Asia/Ho_Chi_Minh')::date as closed_on
    from payout.list;
