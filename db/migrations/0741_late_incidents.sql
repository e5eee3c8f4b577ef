-- What is reported about payments by QR has a category of its own for what takes too long.
insert into incident.category (code, name, name_en, priority, needs_record, needs_evidence, two_people, position) values
  ('LATE', 'Xử lý chậm, ghi có chậm', 'Late', 'NORMAL', true, false, false, 9)
on conflict (code) do nothing;
update incident.category set position = 10 where code = 'OTHER' and position = 9;
