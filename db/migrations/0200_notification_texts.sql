-- A place of a notification's sentence is filled with what it says in both languages, no longer with the address of a label.
UPDATE notifications.notification SET params = params || jsonb_build_object('kind', CASE params -> 'kind' ->> 'value'
  WHEN 'QR_REFUND' THEN '{"vi": "Hoàn tiền giao dịch QR", "en": "Refund of a QR transaction"}'::jsonb
  WHEN 'PARAMETER_CHANGE' THEN '{"vi": "Thay đổi tham số trọng yếu", "en": "Change of a critical parameter"}'
  WHEN 'USER_REGISTRATION' THEN '{"vi": "Yêu cầu cấp tài khoản", "en": "Request for an account"}'
  WHEN 'POLICY_RELEASE' THEN '{"vi": "Ban hành chính sách sản phẩm", "en": "A product policy takes effect"}'
  ELSE params -> 'kind' -> 'value'
END)
WHERE params -> 'kind' ? 'labels';
