-- Notes of the system about transfers, and why what they pay waits, are codes with a detail: code, unit separator (U+001F), detail. Texts that people type cannot hold one.
-- What was noted as a Vietnamese sentence becomes its code. Notes of errors, and the states of transfers that are kept as they were, stay.
create function pg_temp.coded(note text) returns text language sql immutable as $$
  select case
    when note = 'Ngân hàng trả lại: Đối tác xác nhận chưa chuyển sau khi báo thành công' or note = 'Đối tác xác nhận chưa chuyển sau khi báo thành công' then 'NOT_MADE_AFTER_ALL' || chr(31)
    when note like 'Ngân hàng trả lại: %' then 'RETURNED' || chr(31) || substr(note, 20)
    when note = 'Ngân hàng không có số tài khoản này' then 'NO_ACCOUNT' || chr(31)
    when note = 'Tên tài khoản không khớp với danh sách' then 'NAME_DIFFERS' || chr(31)
    when note = 'Tài khoản nhận đang bị giữ' then 'ACCOUNT_HELD' || chr(31)
    when note = 'Đối tác xác nhận đã chuyển sau khi báo không thành công' then 'MADE_AFTER_ALL' || chr(31)
    when note like 'Đối tác xác nhận đã chuyển sau khi báo không thành công: %' then 'MADE_BY_ANOTHER' || chr(31) || substr(note, 58)
    when note ~ '^Không gửi được sang đối tác trong \d+ giờ, lệnh chưa rời hệ thống$' then 'UNSENT_TOO_LONG' || chr(31) || substring(note from '\d+')
    when note = 'Lỗi hệ thống' then 'SYSTEM_FAULT' || chr(31)
    else note end
$$;
update disbursement.item set step_note = pg_temp.coded(step_note), message = pg_temp.coded(message)
 where step_note <> pg_temp.coded(step_note) or message <> pg_temp.coded(message);
update disbursement.hold set words = pg_temp.coded(words) where status = 'HELD' and words <> pg_temp.coded(words);
update settlement.settlement set hold_reason = pg_temp.coded(hold_reason) where status = 'HELD' and hold_reason <> pg_temp.coded(hold_reason);
-- Of lines on hold only those that a held account or a transfer keeps; what a person wrote stays.
update payout.line set hold_reason = pg_temp.coded(hold_reason) where status = 'HELD' and method = 'ACCOUNT' and hold_reason <> pg_temp.coded(hold_reason);
