-- Every installation explains differences of cash from the start; reasons are locked and added on the screen of lists.
with list as (
  insert into masterdata.global_list (code, name, description, updated_by)
  values ('CASH_VARIANCE_REASON', 'Lý do chênh lệch quỹ', 'Lý do phải chọn khi giải trình chênh lệch giữa tiền kiểm đếm và sổ quỹ', 'system')
  on conflict (code) do nothing returning id
)
insert into masterdata.global_list_entry (list_id, key, value, value_en, position)
select list.id, e.key, e.value, e.value_en, e.position
from list, (values
  ('SHORT_CHANGE', 'Thu hoặc trả nhầm tiền cho khách', 'Wrong amount taken from or given to a customer', 0),
  ('MISCOUNT', 'Đếm sai tiền khi giao nhận nội bộ', 'Miscounted when cash was handed over', 1),
  ('WRONG_ENTRY', 'Nhập sai số tiền giao dịch', 'Wrong amount entered for a transaction', 2),
  ('NOT_ENTERED', 'Đã thu, chi nhưng chưa nhập giao dịch', 'Cash received or paid but not entered', 3),
  ('BUNDLE', 'Bó, thếp tiền thừa hoặc thiếu tờ', 'Notes missing or too many in a bundle', 4),
  ('COUNTERFEIT', 'Tiền giả, tiền không đủ tiêu chuẩn lưu thông', 'Counterfeit notes, notes unfit for circulation', 5),
  ('SMALL_CHANGE', 'Không có tiền lẻ để trả', 'No small change at hand', 6),
  ('UNKNOWN', 'Chưa rõ nguyên nhân', 'Cause not known yet', 7)
) as e (key, value, value_en, position);
