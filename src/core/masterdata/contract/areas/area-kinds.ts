/** Levels of administrative areas. Districts existed until 30 June 2025. */
export const AREA_LEVELS = ['PROVINCE', 'DISTRICT', 'COMMUNE'] as const
export type AreaLevel = (typeof AREA_LEVELS)[number]

/** Kinds by level: what the law calls an area. */
export const AREA_KINDS = [
  'PROVINCE',
  'MUNICIPALITY',
  'URBAN_DISTRICT',
  'RURAL_DISTRICT',
  'TOWN',
  'CITY',
  'WARD',
  'COMMUNE',
  'TOWNSHIP',
  'SPECIAL_ZONE',
] as const
export type AreaKind = (typeof AREA_KINDS)[number]

export const KINDS_OF_LEVEL: Record<AreaLevel, readonly AreaKind[]> = {
  PROVINCE: ['PROVINCE', 'MUNICIPALITY'],
  DISTRICT: ['URBAN_DISTRICT', 'RURAL_DISTRICT', 'TOWN', 'CITY'],
  COMMUNE: ['WARD', 'COMMUNE', 'TOWNSHIP', 'SPECIAL_ZONE'],
}

/** Digits of a code by level. */
export const CODE_LENGTH: Record<AreaLevel, number> = { PROVINCE: 2, DISTRICT: 3, COMMUNE: 5 }

/** How a kind is written before a name; the database has the same words in masterdata.area_full_name(). */
export const KIND_WORDS: Record<AreaKind, string> = {
  PROVINCE: 'Tỉnh',
  MUNICIPALITY: 'Thành phố',
  URBAN_DISTRICT: 'Quận',
  RURAL_DISTRICT: 'Huyện',
  TOWN: 'Thị xã',
  CITY: 'Thành phố',
  WARD: 'Phường',
  COMMUNE: 'Xã',
  TOWNSHIP: 'Thị trấn',
  SPECIAL_ZONE: 'Đặc khu',
}

/** Of an area to its successor: all of it, a part of it, or the one that the source names without saying whether a part went elsewhere. */
export const SUCCESSION_KINDS = ['WHOLE', 'PART', 'MAIN'] as const
export type SuccessionKind = (typeof SUCCESSION_KINDS)[number]
