import type { AreaKind, AreaLevel } from '#core/masterdata/contract/areas/area-kinds.ts'

/**
 * What the packages do not say or say wrongly. Each entry names its basis, so that it can be checked
 * against the law (danhmuchanhchinh.nso.gov.vn lists the resolutions).
 */

/** A new name or kind of an area from a day on; its code and its place stay. */
export interface Change {
  level: AreaLevel
  code: string
  kind: AreaKind
  name: string
  from: string
  basis: string
}

/** Before the reform. Other changes between the two lists have no known day in the sources. */
export const CHANGES_BEFORE_REFORM: readonly Change[] = [
  { level: 'PROVINCE', code: '46', kind: 'MUNICIPALITY', name: 'Huế', from: '2025-01-01', basis: '175/2024/QH15' },
]

const ward = (from: string, basis: string) => (code: string, name: string) => ({ level: 'COMMUNE', code, kind: 'WARD', name, from, basis }) satisfies Change
const dongNai = ward('2026-04-30', '237/NQ-UBTVQH16')
const bacNinh = ward('2026-09-20', '388/NQ-UBTVQH16')

/** Since the reform: three provinces became cities, 22 communes became wards. */
export const CHANGES_SINCE_REFORM: readonly Change[] = [
  { level: 'PROVINCE', code: '75', kind: 'MUNICIPALITY', name: 'Đồng Nai', from: '2026-04-30', basis: '30/2026/QH16' },
  dongNai('25270', 'Lộc Ninh'),
  dongNai('25357', 'Tân Khai'),
  dongNai('25363', 'Đồng Phú'),
  dongNai('26116', 'Tân Phú'),
  dongNai('26170', 'Trị An'),
  dongNai('26248', 'Trảng Bom'),
  dongNai('26326', 'Dầu Giây'),
  dongNai('26368', 'Long Thành'),
  dongNai('26425', 'Xuân Lộc'),
  dongNai('26485', 'Nhơn Trạch'),
  { level: 'PROVINCE', code: '22', kind: 'MUNICIPALITY', name: 'Quảng Ninh', from: '2026-09-01', basis: '36/2026/QH16' },
  { level: 'PROVINCE', code: '24', kind: 'MUNICIPALITY', name: 'Bắc Ninh', from: '2026-09-20', basis: '39/2026/QH16' },
  bacNinh('07294', 'Bố Hạ'),
  bacNinh('07375', 'Lạng Giang'),
  bacNinh('07399', 'Kép'),
  bacNinh('07444', 'Lục Nam'),
  bacNinh('07840', 'Hiệp Hòa'),
  bacNinh('09193', 'Yên Phong'),
  bacNinh('09292', 'Phù Lãng'),
  bacNinh('09313', 'Chi Lăng'),
  bacNinh('09319', 'Tiên Du'),
  bacNinh('09454', 'Gia Bình'),
  bacNinh('09475', 'Nhân Thắng'),
  bacNinh('09496', 'Lương Tài'),
]

/** Districts of June 2025 that the list of 2019 does not know under their name; the conversion table names districts without codes. */
export const DISTRICT_CODES: readonly { province: string; name: string; code: string; basis: string }[] = [
  { province: '04', name: 'Huyện Quảng Hòa', code: '049', basis: '897/NQ-UBTVQH14' },
  { province: '24', name: 'Thị xã Chũ', code: '224', basis: '1191/NQ-UBTVQH15' },
  { province: '38', name: 'Thị xã Nghi Sơn', code: '407', basis: '933/NQ-UBTVQH14' },
  { province: '46', name: 'Quận Thuận Hóa', code: '474', basis: '175/2024/QH15' },
  { province: '46', name: 'Quận Phú Xuân', code: '475', basis: '175/2024/QH15' },
  { province: '77', name: 'Huyện Long Đất', code: '753', basis: '1256/NQ-UBTVQH15' },
  { province: '79', name: 'Thành phố Thủ Đức', code: '769', basis: '1111/NQ-UBTVQH14' },
]

/** Names of districts that the conversion table writes as they were before their last merger. */
export const DISTRICT_NAMES: readonly { province: string; wrong: string; name: string; basis: string }[] = [
  { province: '68', wrong: 'Huyện Đạ Tẻh', name: 'Huyện Đạ Huoai', basis: '1245/NQ-UBTVQH15' },
]

/** A commune of today whose code in the package is another commune's; it was left as it was by the reform, and no line of the conversion table leads to it. */
export const UNCHANGED_COMMUNE = { province: '52', name: 'Xã Ia Mơ', wrongCode: '23737', code: '23938', basis: '1664/NQ-UBTVQH15' } as const

/** Two communes of one name in one province, each led to the other's successor by the conversion table: old code → new commune. */
export const CORRECTED_SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['30901', 'Xã Thạnh Lộc'],
  ['30913', 'Xã Thạnh Hưng'],
])

/** Island districts without communes became special zones of the same name. */
export const ISLAND_DISTRICTS: readonly { district: string; specialZone: string }[] = [
  { district: '318', specialZone: '11948' },
  { district: '471', specialZone: '19742' },
  { district: '498', specialZone: '20333' },
  { district: '536', specialZone: '21548' },
  { district: '755', specialZone: '26732' },
]
