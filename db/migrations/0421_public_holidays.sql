-- The working calendar: public holidays, kept on the screen of lists. Days that a yearly notice has still to confirm say so.
with list as (
  insert into masterdata.global_list (code, name, description, updated_by)
  values ('PUBLIC_HOLIDAY', 'Ngày nghỉ lễ, Tết', 'Lịch làm việc: mã là ngày nghỉ (năm-tháng-ngày), kể cả ngày nghỉ bù. Thứ Bảy và Chủ nhật không cần khai. Cập nhật theo thông báo hằng năm.', 'system')
  on conflict (code) do nothing returning id
)
insert into masterdata.global_list_entry (list_id, key, value, value_en, description, position)
select list.id, e.key, e.value, e.value_en, e.description, row_number() over (order by e.key) - 1
from list, (values
  ('2026-01-01', 'Tết Dương lịch', 'New Year’s Day', ''),
  ('2026-02-16', 'Tết Bính Ngọ', 'Lunar New Year', ''),
  ('2026-02-17', 'Tết Bính Ngọ', 'Lunar New Year', ''),
  ('2026-02-18', 'Tết Bính Ngọ', 'Lunar New Year', ''),
  ('2026-02-19', 'Tết Bính Ngọ', 'Lunar New Year', ''),
  ('2026-02-20', 'Tết Bính Ngọ', 'Lunar New Year', ''),
  ('2026-04-26', 'Giỗ Tổ Hùng Vương', 'Hung Kings’ Commemoration Day', ''),
  ('2026-04-27', 'Nghỉ bù Giỗ Tổ Hùng Vương', 'Hung Kings’ Commemoration Day (in lieu)', ''),
  ('2026-04-30', 'Ngày Chiến thắng', 'Reunification Day', ''),
  ('2026-05-01', 'Quốc tế Lao động', 'Labour Day', ''),
  ('2026-09-01', 'Quốc khánh', 'National Day', ''),
  ('2026-09-02', 'Quốc khánh', 'National Day', ''),
  ('2026-11-24', 'Ngày Văn hoá Việt Nam', 'Vietnam Culture Day', ''),
  ('2027-01-01', 'Tết Dương lịch', 'New Year’s Day', ''),
  ('2027-02-05', 'Tết Đinh Mùi', 'Lunar New Year', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-06', 'Tết Đinh Mùi', 'Lunar New Year', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-07', 'Tết Đinh Mùi', 'Lunar New Year', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-08', 'Tết Đinh Mùi', 'Lunar New Year', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-09', 'Tết Đinh Mùi', 'Lunar New Year', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-10', 'Nghỉ bù Tết Đinh Mùi', 'Lunar New Year (in lieu)', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-02-11', 'Nghỉ bù Tết Đinh Mùi', 'Lunar New Year (in lieu)', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-04-16', 'Giỗ Tổ Hùng Vương', 'Hung Kings’ Commemoration Day', ''),
  ('2027-04-30', 'Ngày Chiến thắng', 'Reunification Day', ''),
  ('2027-05-01', 'Quốc tế Lao động', 'Labour Day', ''),
  ('2027-05-03', 'Nghỉ bù Quốc tế Lao động', 'Labour Day (in lieu)', ''),
  ('2027-09-02', 'Quốc khánh', 'National Day', ''),
  ('2027-09-03', 'Quốc khánh', 'National Day', 'Dự kiến, chờ thông báo chính thức'),
  ('2027-11-24', 'Ngày Văn hoá Việt Nam', 'Vietnam Culture Day', '')
) as e (key, value, value_en, description);
