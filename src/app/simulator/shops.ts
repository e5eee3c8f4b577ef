/** The shops of the demo world. Names are invented; places are real. */
export interface Shop {
  code: string
  name: string
  kind: ShopKind
  /** Administrative code of the province, and which of its operating districts. */
  province: string
  district: number
}

/** When people come, relative weights of the hours 0 to 23. */
const MEALS = [0, 0, 0, 0, 0, 2, 6, 9, 6, 3, 3, 9, 10, 4, 2, 2, 3, 6, 10, 10, 6, 3, 1, 0]
const DRINKS = [0, 0, 0, 0, 0, 1, 4, 9, 9, 7, 6, 5, 5, 6, 7, 7, 6, 5, 5, 7, 8, 6, 2, 0]
const OFFICE = [0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 10, 7, 3, 6, 9, 9, 8, 5, 2, 1, 0, 0, 0, 0]
const EVENING = [0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 5, 3, 4, 5, 6, 7, 8, 9, 10, 9, 5, 1, 0]
const ALL_DAY = [1, 0, 0, 0, 0, 2, 5, 7, 7, 6, 6, 6, 5, 5, 5, 6, 7, 9, 9, 8, 6, 4, 2, 1]

/** What a kind of shop takes: the middle amount in đồng, how far amounts spread, its hours, weekend trade, its own fee plan where it has agreed on one, and what people write. */
export const SHOP_KINDS = {
  pho: { median: 65_000, spread: 0.45, hours: MEALS, weekend: 1.25, plan: null, memo: 'TT tien an' },
  coffee: { median: 45_000, spread: 0.45, hours: DRINKS, weekend: 1.3, plan: null, memo: 'Tien ca phe' },
  grocery: { median: 85_000, spread: 0.8, hours: ALL_DAY, weekend: 1.1, plan: null, memo: 'Mua hang tap hoa' },
  minimart: { median: 160_000, spread: 0.7, hours: EVENING, weekend: 1.3, plan: null, memo: 'Thanh toan hoa don' },
  pharmacy: { median: 140_000, spread: 0.8, hours: ALL_DAY, weekend: 0.95, plan: null, memo: 'Mua thuoc' },
  fashion: { median: 360_000, spread: 0.65, hours: EVENING, weekend: 1.5, plan: null, memo: 'Thanh toan don hang' },
  phone: { median: 2_800_000, spread: 1, hours: EVENING, weekend: 1.3, plan: 'QR-LON', memo: 'Mua dien thoai phu kien' },
  builder: { median: 5_500_000, spread: 1.1, hours: OFFICE, weekend: 0.6, plan: 'QR-LON', memo: 'Tien vat lieu' },
  hotel: { median: 1_100_000, spread: 0.6, hours: OFFICE, weekend: 1.4, plan: 'QR-LON', memo: 'Tien phong' },
  farm: { median: 230_000, spread: 0.8, hours: OFFICE, weekend: 0.9, plan: null, memo: 'Mua dac san' },
  petrol: { median: 110_000, spread: 0.7, hours: ALL_DAY, weekend: 1, plan: null, memo: 'Do xang' },
  books: { median: 105_000, spread: 0.6, hours: EVENING, weekend: 1.4, plan: null, memo: 'Mua sach' },
  salon: { median: 190_000, spread: 0.6, hours: EVENING, weekend: 1.4, plan: null, memo: 'Tien lam toc' },
  dental: { median: 850_000, spread: 0.8, hours: OFFICE, weekend: 0.7, plan: 'QR-LON', memo: 'Phi kham rang' },
} as const satisfies Record<string, { median: number; spread: number; hours: readonly number[]; weekend: number; plan: string | null; memo: string }>
export type ShopKind = keyof typeof SHOP_KINDS

/** Busiest first: the first few take most of the payments. province.district kind name */
const LINES = `
01.0 pho Phở Bò Hàng Than
79.0 minimart Siêu thị mini Bến Nghé
01.2 coffee Cà phê Gió Mùa
79.2 pho Cơm tấm Bà Sáu Thủ Đức
48.0 coffee Cà phê Sông Hàn
01.1 grocery Tạp hóa Cô Hạnh
79.1 grocery Tạp hóa Chú Lâm Chợ Lớn
31.0 petrol Cửa hàng xăng dầu Lạch Tray
92.0 pho Lẩu mắm Ninh Kiều
79.0 fashion Thời trang Lụa Mây
01.3 pharmacy Nhà thuốc Minh Tâm Hà Đông
48.1 pho Mì Quảng Cô Tư
75.0 minimart Siêu thị mini Biên Hòa Xanh
46.0 pho Bún bò O Lan
56.0 hotel Khách sạn Biển Ngọc Nha Trang
22.0 phone Điện thoại Hạ Long Số
68.0 farm Đặc sản Cao Nguyên Đà Lạt
38.0 grocery Tạp hóa Bác Thanh
40.0 pho Cháo lươn Cô Hoa
24.0 minimart Siêu thị mini Kinh Bắc
01.4 phone Điện máy Long Biên
79.3 builder Vật liệu xây dựng Phú Cường
33.0 petrol Cửa hàng xăng dầu Phố Hiến
66.0 coffee Cà phê Ban Mê
80.0 grocery Tạp hóa Dì Út
82.0 farm Trái cây Cô Chín Cao Lãnh
86.0 farm Dừa sáp Vĩnh Long
91.0 pho Bún cá Chị Tám Long Xuyên
25.0 pharmacy Nhà thuốc Đất Tổ
37.0 books Nhà sách Hoa Lư
42.0 grocery Tạp hóa Ông Đức
44.0 petrol Cửa hàng xăng dầu Đông Hà
51.0 farm Tỏi và đặc sản Sa Huỳnh
52.0 builder Vật liệu xây dựng Pleiku
19.0 farm Chè Tân Cương Bà Loan
20.0 fashion Thổ cẩm Kỳ Lừa
15.0 hotel Nhà nghỉ Mây Sa Pa
14.0 farm Mận hậu Mộc Châu
96.0 farm Tôm khô Đất Mũi
11.0 pho Thắng cố A Pá
12.0 grocery Tạp hóa Chị Mỷ
04.0 farm Hạt dẻ Trùng Khánh
08.0 coffee Cà phê Cổng Trời
92.1 salon Salon tóc Cái Răng
48.2 salon Salon tóc Hòa Khánh
79.4 hotel Nhà nghỉ Sóng Vũng Tàu
01.2 dental Nha khoa Cầu Giấy Xanh
46.1 books Nhà sách Ngự Bình
91.4 hotel Khách sạn Nắng Phú Quốc
31.1 salon Salon tóc Lê Chân`

export const SHOPS: readonly Shop[] = LINES.trim()
  .split('\n')
  .map((line, index) => {
    const [place = '', kind = '', ...name] = line.split(' ')
    const [province = '', district = '0'] = place.split('.')
    return { code: `MC${province}${String(index + 1).padStart(4, '0')}`, name: name.join(' '), kind: kind as ShopKind, province, district: Number(district) }
  })

/** The channels that report payments, with their share of all. `channel` is what they call themselves in a report. */
export const CHANNELS = [
  { partner: 'VCB', channel: 'BANK', share: 22 },
  { partner: 'SAOVIET', channel: 'QR', share: 19 },
  { partner: 'BIDV', channel: 'BANK', share: 15 },
  { partner: 'MB', channel: 'BANK', share: 14 },
  { partner: 'CTG', channel: 'BANK', share: 11 },
  { partner: 'ANPHAT', channel: 'WALLET', share: 9 },
  { partner: 'VBA', channel: 'BANK', share: 6 },
  { partner: 'LPB', channel: 'BANK', share: 4 },
] as const
export type SimulatedChannel = (typeof CHANNELS)[number]

/** BINs of the banks that payers use, with their weights. */
export const PAYER_BANKS = [
  { bin: '970436', share: 20 },
  { bin: '970422', share: 17 },
  { bin: '970407', share: 14 },
  { bin: '970418', share: 12 },
  { bin: '970415', share: 10 },
  { bin: '970405', share: 8 },
  { bin: '970416', share: 6 },
  { bin: '970432', share: 5 },
  { bin: '970423', share: 4 },
  { bin: '970403', share: 4 },
] as const
