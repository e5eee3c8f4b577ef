import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { DateOnly } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { Kind } from './area.ts'

/** One choice of an address form. */
export const Location = z.object({
  code: z.string(),
  /** With its kind: 'Phường Ba Đình'. */
  name: z.string(),
  nameEn: z.string(),
  kind: Kind,
  parentCode: z.string().nullable(),
})

const code = (digits: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{${digits}}$`), { error: ruleError('numeric') })

/** As of today unless a day is given. Since 1 July 2025 provinces hold communes; before, districts stood between. */
const asOf = DateOnly.optional()

export const locationProvinces = defineQuery({
  path: '/location/v1/province',
  permission: SIGNED_IN,
  summary: { vi: 'Tỉnh, thành phố', en: 'Provinces' },
  input: { asOf },
  output: z.array(Location),
})

export const locationDistricts = defineQuery({
  path: '/location/v1/district',
  permission: SIGNED_IN,
  summary: { vi: 'Quận, huyện của một tỉnh; từ 01/07/2025 không còn', en: 'Districts of a province; none since 1 July 2025' },
  input: { provinceCode: code(2), asOf },
  output: z.array(Location),
})

export const locationCommunes = defineQuery({
  path: '/location/v1/commune',
  permission: SIGNED_IN,
  summary: {
    vi: 'Xã, phường của một huyện hoặc cả tỉnh; cần một trong hai mã',
    en: 'Communes of a district or of a whole province; one of the two codes is needed',
  },
  input: { districtCode: code(3).optional(), provinceCode: code(2).optional(), asOf },
  output: z.array(Location),
})
