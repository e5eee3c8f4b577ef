/** One of the 34 provinces since 1 July 2025, with five operating districts named after towns and former districts in it. */
export interface Province {
  /** Administrative code, two digits. */
  code: string
  name: string
  /** Run by the centre. */
  city: boolean
  areaCode: string
  districts: readonly string[]
}

const LINES = `
01|Hà Nội|c|024|Hoàn Kiếm,Đống Đa,Cầu Giấy,Hà Đông,Long Biên
04|Cao Bằng||0206|Cao Bằng,Trùng Khánh,Hòa An,Quảng Hòa,Bảo Lạc
08|Tuyên Quang||0207|Tuyên Quang,Hà Giang,Sơn Dương,Vị Xuyên,Đồng Văn
11|Điện Biên||0215|Điện Biên Phủ,Mường Lay,Tuần Giáo,Mường Chà,Tủa Chùa
12|Lai Châu||0213|Lai Châu,Tam Đường,Than Uyên,Phong Thổ,Sìn Hồ
14|Sơn La||0212|Sơn La,Mộc Châu,Mai Sơn,Thuận Châu,Yên Châu
15|Lào Cai||0214|Lào Cai,Sa Pa,Yên Bái,Nghĩa Lộ,Bảo Thắng
19|Thái Nguyên||0208|Thái Nguyên,Sông Công,Phổ Yên,Bắc Kạn,Đại Từ
20|Lạng Sơn||0205|Lạng Sơn,Cao Lộc,Hữu Lũng,Lộc Bình,Bắc Sơn
22|Quảng Ninh|c|0203|Hạ Long,Cẩm Phả,Uông Bí,Móng Cái,Vân Đồn
24|Bắc Ninh|c|0222|Bắc Ninh,Từ Sơn,Bắc Giang,Việt Yên,Lục Ngạn
25|Phú Thọ||0210|Việt Trì,Phú Thọ,Vĩnh Yên,Phúc Yên,Hòa Bình
31|Hải Phòng|c|0225|Hồng Bàng,Lê Chân,Ngô Quyền,Hải Dương,Chí Linh
33|Hưng Yên||0221|Hưng Yên,Mỹ Hào,Văn Giang,Thái Bình,Tiền Hải
37|Ninh Bình||0229|Hoa Lư,Tam Điệp,Phủ Lý,Nam Định,Hải Hậu
38|Thanh Hóa||0237|Thanh Hóa,Sầm Sơn,Bỉm Sơn,Nghi Sơn,Thọ Xuân
40|Nghệ An||0238|Vinh,Cửa Lò,Hoàng Mai,Thái Hòa,Diễn Châu
42|Hà Tĩnh||0239|Hà Tĩnh,Hồng Lĩnh,Kỳ Anh,Cẩm Xuyên,Can Lộc
44|Quảng Trị||0233|Đông Hà,Quảng Trị,Đồng Hới,Ba Đồn,Vĩnh Linh
46|Huế|c|0234|Phú Xuân,Thuận Hóa,Hương Thủy,Hương Trà,Phong Điền
48|Đà Nẵng|c|0236|Hải Châu,Thanh Khê,Liên Chiểu,Tam Kỳ,Hội An
51|Quảng Ngãi||0255|Quảng Ngãi,Đức Phổ,Bình Sơn,Kon Tum,Đắk Hà
52|Gia Lai||0269|Pleiku,An Khê,Quy Nhơn,An Nhơn,Hoài Nhơn
56|Khánh Hòa||0258|Nha Trang,Cam Ranh,Ninh Hòa,Phan Rang,Diên Khánh
66|Đắk Lắk||0262|Buôn Ma Thuột,Buôn Hồ,Krông Pắc,Tuy Hòa,Sông Cầu
68|Lâm Đồng||0263|Đà Lạt,Bảo Lộc,Phan Thiết,La Gi,Gia Nghĩa
75|Đồng Nai|c|0251|Biên Hòa,Long Khánh,Long Thành,Đồng Xoài,Bình Long
79|Hồ Chí Minh|c|028|Bến Thành,Chợ Lớn,Thủ Đức,Thủ Dầu Một,Vũng Tàu
80|Tây Ninh||0276|Tây Ninh,Trảng Bàng,Tân An,Đức Hòa,Bến Lức
82|Đồng Tháp||0277|Cao Lãnh,Sa Đéc,Hồng Ngự,Mỹ Tho,Gò Công
86|Vĩnh Long||0270|Vĩnh Long,Bình Minh,Bến Tre,Ba Tri,Trà Vinh
91|An Giang||0296|Long Xuyên,Châu Đốc,Tân Châu,Rạch Giá,Phú Quốc
92|Cần Thơ|c|0292|Ninh Kiều,Cái Răng,Ô Môn,Sóc Trăng,Vị Thanh
96|Cà Mau||0290|Cà Mau,Năm Căn,Đầm Dơi,Bạc Liêu,Giá Rai`

export const PROVINCES: readonly Province[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', city, areaCode = '', districts = ''] = line.split('|')
    return { code, name, city: city === 'c', areaCode, districts: districts.split(',') }
  })

/** Streets found in nearly every Vietnamese town; post offices are named after theirs. */
export const STREETS: readonly string[] =
  `Trần Phú,Lê Lợi,Nguyễn Huệ,Hai Bà Trưng,Lý Thường Kiệt,Quang Trung,Trần Hưng Đạo,Nguyễn Trãi,Hùng Vương,Phan Bội Châu,
Phan Chu Trinh,Điện Biên Phủ,Lê Hồng Phong,Hoàng Văn Thụ,Ngô Quyền,Bà Triệu,Nguyễn Du,Lê Duẩn,Võ Nguyên Giáp,Cách Mạng Tháng Tám,
Nguyễn Thị Minh Khai,Phạm Văn Đồng,Tôn Đức Thắng,Lê Thánh Tông,Nguyễn Văn Linh,Trường Chinh,Phan Đình Phùng,Lý Tự Trọng,Hoàng Diệu,Nguyễn Văn Cừ`
    .replaceAll('\n', '')
    .split(',')
