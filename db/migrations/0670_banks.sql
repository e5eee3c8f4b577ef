-- Banks by the six digits that name them in transfers and VietQR codes, kept on the screen of lists: what people call a bank, and its full
-- name. Of banks that took over the number of another the present one. A locked entry still names what was paid; no code is written for it.
with list as (
  insert into masterdata.global_list (code, name, description, updated_by)
  values ('BANK', 'Ngân hàng', 'Mã là số BIN 6 chữ số của NAPAS, giá trị là tên thường gọi, mô tả là tên đầy đủ. Khoá một ngân hàng thì mã VietQR của ngân hàng đó bị từ chối; giao dịch cũ vẫn hiện tên.', 'system')
  on conflict (code) do nothing returning id
)
insert into masterdata.global_list_entry (list_id, key, value, description, position)
select list.id, e.bin, e.name, e.full_name, row_number() over (order by e.n) - 1
from list, (select *, row_number() over () as n from (values
    ('970425', 'AB Bank', 'Ngân hàng TMCP An Bình'),
    ('970416', 'ACB', 'Ngân hàng TMCP Á Châu'),
    ('970405', 'Agribank', 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam'),
    ('970409', 'BacA Bank', 'Ngân hàng TMCP Bắc Á'),
    ('970438', 'BaoViet Bank', 'Ngân hàng TMCP Bảo Việt'),
    ('970418', 'BIDV', 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam'),
    ('970454', 'BVBank', 'Ngân hàng TMCP Bản Việt'),
    ('546034', 'CAKE by VPBank', 'Ngân hàng số CAKE by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng'),
    ('970444', 'CB Bank', 'Ngân hàng Thương mại TNHH MTV Xây dựng Việt Nam'),
    ('422589', 'CIMB Bank', 'Ngân hàng TNHH MTV CIMB Việt Nam'),
    ('970446', 'Co-op Bank', 'Ngân hàng Hợp tác xã Việt Nam'),
    ('796500', 'DBS Bank', 'NH TNHH MTV Phát triển Singapore - Chi nhánh TP. Hồ Chí Minh'),
    ('970431', 'Eximbank', 'Ngân hàng TMCP Xuất Nhập khẩu Việt Nam'),
    ('970408', 'GPBank', 'Ngân hàng Thương mại TNHH MTV Dầu Khí Toàn Cầu'),
    ('970437', 'HDBank', 'Ngân hàng TMCP Phát triển TP. Hồ Chí Minh'),
    ('970442', 'HongLeong Bank', 'Ngân hàng TNHH MTV Hong Leong Việt Nam'),
    ('458761', 'HSBC Vietnam', 'Ngân hàng TNHH MTV HSBC (Việt Nam)'),
    ('970456', 'IBK HCM', 'Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh TP. Hồ Chí Minh'),
    ('970455', 'IBK HN', 'Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh Hà Nội'),
    ('970434', 'Indovina Bank', 'Ngân hàng TNHH Indovina'),
    ('668888', 'Kasikornbank', 'Ngân hàng Đại chúng TNHH KASIKORNBANK - CN TP. Hồ Chí Minh'),
    ('970452', 'KienlongBank', 'Ngân hàng TMCP Kiên Long'),
    ('970463', 'Kookmin Bank HCM', 'Ngân hàng Kookmin - Chi nhánh TP. Hồ Chí Minh'),
    ('970462', 'Kookmin Bank HN', 'Ngân hàng Kookmin - Chi nhánh Hà Nội'),
    ('963369', 'Liobank', 'Ngân hàng số Liobank - Ngân hàng TMCP Phương Đông'),
    ('970449', 'LPBank', 'Ngân hàng TMCP Lộc Phát Việt Nam'),
    ('970422', 'MB Bank', 'Ngân hàng TMCP Quân đội'),
    ('970414', 'MBV', 'Ngân hàng TNHH MTV Việt Nam Hiện Đại'),
    ('971025', 'MoMo', 'CTCP Dịch Vụ Di Động Trực Tuyến'),
    ('970426', 'MSB', 'Ngân hàng TMCP Hàng Hải'),
    ('970428', 'Nam A Bank', 'Ngân hàng TMCP Nam Á'),
    ('970419', 'NCB Bank', 'Ngân hàng TMCP Quốc Dân'),
    ('801011', 'Nonghyup Bank', 'Ngân hàng Nonghyup - Chi nhánh Hà Nội'),
    ('970448', 'OCB Bank', 'Ngân hàng TMCP Phương Đông'),
    ('970430', 'PG Bank', 'Ngân hàng TMCP Xăng dầu Petrolimex'),
    ('970439', 'Public Bank Vietnam', 'Ngân hàng TNHH MTV Public Việt Nam'),
    ('970412', 'PVcomBank', 'Ngân hàng TMCP Đại Chúng Việt Nam'),
    ('970403', 'Sacombank', 'Ngân hàng TMCP Sài Gòn Thương Tín'),
    ('970400', 'SaigonBank', 'Ngân hàng TMCP Sài Gòn Công Thương'),
    ('970429', 'SCB', 'Ngân hàng TMCP Sài Gòn'),
    ('970440', 'SeABank', 'Ngân hàng TMCP Đông Nam Á'),
    ('970443', 'SHB', 'Ngân hàng TMCP Sài Gòn - Hà Nội'),
    ('970424', 'Shinhan Bank', 'Ngân hàng TNHH MTV Shinhan Việt Nam'),
    ('970410', 'Standard Chartered Vietnam', 'Ngân hàng TNHH MTV Standard Chartered Bank Việt Nam'),
    ('970407', 'Techcombank', 'Ngân hàng TMCP Kỹ thương Việt Nam'),
    ('963388', 'Timo', 'Ngân hàng số Timo by Bản Việt Bank'),
    ('970423', 'TPBank', 'Ngân hàng TMCP Tiên Phong'),
    ('546035', 'Ubank by VPBank', 'Ngân hàng số Ubank by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng'),
    ('970458', 'United Overseas Bank Vietnam', 'Ngân hàng United Overseas Bank Việt Nam'),
    ('970441', 'VIB', 'Ngân hàng TMCP Quốc tế Việt Nam'),
    ('970427', 'VietABank', 'Ngân hàng TMCP Việt Á'),
    ('970433', 'VietBank', 'Ngân hàng TMCP Việt Nam Thương Tín'),
    ('970436', 'Vietcombank', 'Ngân hàng TMCP Ngoại Thương Việt Nam'),
    ('970415', 'VietinBank', 'Ngân hàng TMCP Công thương Việt Nam'),
    ('970421', 'VietNgaBank', 'Ngân hàng Liên doanh Việt - Nga'),
    ('970406', 'Vikki Bank', 'Ngân hàng TNHH MTV Số Vikki'),
    ('970432', 'VPBank', 'Ngân hàng TMCP Việt Nam Thịnh Vượng'),
    ('970457', 'Woori Bank', 'Ngân hàng TNHH MTV Woori Việt Nam')
) as given (bin, name, full_name)) as e;

create view masterdata.bank as
  select e.key as bin, e.value as name, e.description as full_name, e.status = 'ACTIVE' and l.status = 'ACTIVE' as active
    from masterdata.global_list l join masterdata.global_list_entry e on e.list_id = l.id
   where l.code = 'BANK';
comment on view masterdata.bank is 'Banks by BIN, for other modules';
