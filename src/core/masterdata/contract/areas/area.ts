import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import {
  CodeText,
  Count,
  DateOnly,
  enumOf,
  Flag,
  Id,
  NameText,
  NoteText,
  OptionalNote,
  RequiredText,
  SearchText,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { statusMachine } from '../status.ts'
import { AREA_KINDS, AREA_LEVELS, SUCCESSION_KINDS } from './area-kinds.ts'

const BASE = 'category/administrative-area'
const PATH = '/sys/administrative-area/v1'

export const Level = enumOf('masterdata.areaLevel', AREA_LEVELS)
export const Kind = enumOf('masterdata.areaKind', AREA_KINDS)
export const Succession = enumOf('masterdata.succession', SUCCESSION_KINDS)
const AreaStatus = statusMachine.status

/** Digits of an area: 2 of a province, 3 of a district, 5 of a commune. */
export const AreaCode = z
  .string()
  .trim()
  .regex(/^(\d{2}|\d{3}|\d{5})$/, { error: ruleError('areaCode') })
  .meta({ kind: 'code' })
const ParentCode = z
  .string()
  .trim()
  .regex(/^\d{2,3}$/, { error: ruleError('areaParentCode') })
  .meta({ kind: 'code' })
/** Without its kind: 'Ba Đình'. */
const Name = RequiredText(100)

export const listAreas = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị hành chính, tại một ngày hoặc mọi thời kỳ', en: 'Administrative areas, as of a date or for all periods' },
  entity: 'masterdata.area',
  filter: {
    /** Words of the name without regard to diacritics, or a code from its beginning. */
    text: SearchText,
    /** In force on this day; of all times when left out. */
    asOf: DateOnly.optional(),
    level: Level.optional(),
    kind: z.array(Kind).min(1).max(AREA_KINDS.length).optional(),
    provinceCode: ParentCode.optional(),
    districtCode: ParentCode.optional(),
    status: AreaStatus.optional(),
    /** Of the ended communes: whether it is known what became of them. */
    succession: enumOf('masterdata.successionState', ['KNOWN', 'UNKNOWN']).optional(),
  },
  row: z.object({
    id: Id,
    code: CodeText,
    fullName: NameText,
    fullNameEn: NameText,
    level: Level,
    kind: Kind,
    districtName: UnitText.nullable(),
    provinceName: UnitText.nullable(),
    validFrom: DateOnly,
    /** Last day; null while there is none. */
    validTo: DateOnly.nullable(),
    status: AreaStatus,
    version: Version,
  }),
  sort: ['code', 'fullName', 'validFrom', 'validTo'],
  defaultSort: 'code',
})

/** An area by what it is, without its place in time. */
const Brief = z.object({ id: Id, code: CodeText, fullName: NameText, level: Level, kind: Kind })
const Placed = Brief.extend({ districtName: UnitText.nullable(), provinceName: UnitText.nullable(), validFrom: DateOnly, validTo: DateOnly.nullable() })

/** The level below an area on a day (the provinces for none), by code. */
export const areaChildren = defineQuery({
  path: `${PATH}/children`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị hành chính cấp dưới tại một ngày', en: 'Areas below an area on a date' },
  input: { parentCode: ParentCode.optional(), asOf: DateOnly },
  output: z.array(Brief.extend({ children: Count })),
})

const Link = z.object({ area: Placed, kind: Succession, recordedAs: NoteText, note: NoteText })

/** Areas to choose from: the first 20 of a text, or those of the given ids. */
export const areaOptions = defineQuery({
  method: 'POST',
  path: `${PATH}/options`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị hành chính để chọn', en: 'Areas to select from' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional(), level: Level.optional(), asOf: DateOnly.optional() },
  output: z.array(Placed),
})

export const findArea = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: {
    vi: 'Chi tiết đơn vị hành chính: các lần dùng mã, đơn vị trước đó và đơn vị kế thừa',
    en: 'Area details: history of its code, predecessors and successors',
  },
  input: { id: Id },
  output: Placed.extend({
    name: NameText,
    fullNameEn: NameText,
    parentCode: CodeText.nullable(),
    status: AreaStatus,
    version: Version,
    /** Every area that ever had this code at this level, oldest first, itself included. */
    uses: z.array(Placed),
    predecessors: z.array(Link),
    successors: z.array(Link),
    /** Why nothing is known of what became of it. */
    gap: z.object({ reason: enumOf('masterdata.gapReason', ['DISSOLVED_BEFORE_2025', 'NOT_RECORDED']), note: NoteText }).nullable(),
  }),
})

/**
 * Across changes: what an area became by a day after it, or what it was made of on a day before it. A district, which
 * itself has no successor in the two-level geography, stands for its communes.
 */
export const traceArea = defineQuery({
  path: `${PATH}/trace`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị hành chính tương ứng của một đơn vị tại ngày khác', en: 'Areas corresponding to an area on another date' },
  input: { id: Id, asOf: DateOnly },
  output: z.array(Placed.extend({ succession: Succession })),
})

export const listSuccessions = defineList({
  path: `${PATH}/succession/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị hành chính cũ và đơn vị kế thừa, từng bước', en: 'Old areas and their successors, step by step' },
  entity: 'masterdata.succession',
  filter: {
    /** Found on either side, and in the source's own words. */
    text: SearchText,
    level: Level.optional(),
    /** The old area was in force on this day. */
    oldAsOf: DateOnly.optional(),
    oldProvinceCode: ParentCode.optional(),
    newProvinceCode: ParentCode.optional(),
    kind: Succession.optional(),
  },
  row: z.object({
    id: Id,
    oldCode: CodeText,
    oldName: NameText,
    oldDistrictName: UnitText.nullable(),
    oldProvinceName: UnitText.nullable(),
    oldValidTo: DateOnly.nullable(),
    kind: Succession,
    newCode: CodeText,
    newName: NameText,
    newDistrictName: UnitText.nullable(),
    newProvinceName: UnitText.nullable(),
    newValidFrom: DateOnly,
    recordedAs: NoteText,
  }),
  sort: ['oldCode', 'newCode', 'newValidFrom'],
  defaultSort: 'oldCode',
})

export const createArea = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm đơn vị hành chính', en: 'Add an area' },
  input: { level: Level, code: AreaCode, kind: Kind, name: Name, parentCode: ParentCode.optional(), validFrom: DateOnly, validTo: DateOnly.optional() },
})

/** Corrects what was written wrongly. What really changed on a day is a revision. */
export const updateArea = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Đính chính đơn vị hành chính', en: 'Correct an area' },
  input: { id: Id, version: Version, kind: Kind, name: Name, status: AreaStatus },
})

/** The area goes on as a new one under the same code; what it was stays as it was. Answers the new one. */
export const reviseArea = defineCommand({
  path: `${PATH}/revise`,
  permission: `${BASE}/update`,
  summary: { vi: 'Thay đổi đơn vị hành chính từ một ngày', en: 'Change an area from a date' },
  input: { id: Id, version: Version, from: DateOnly, kind: Kind, name: Name, parentCode: ParentCode.optional(), note: OptionalNote(200) },
})

export const closeArea = defineCommand({
  path: `${PATH}/close`,
  permission: `${BASE}/update`,
  summary: { vi: 'Kết thúc hiệu lực đơn vị hành chính', en: 'End an area' },
  input: {
    id: Id,
    version: Version,
    lastDay: DateOnly,
    /** Ends everything below it on the same day; without it an area with children is refused. */
    withChildren: Flag.default(false),
    successors: z
      .array(z.strictObject({ id: Id, kind: Succession }))
      .max(50)
      .default([]),
    note: OptionalNote(200),
  },
})

export const linkSuccessor = defineCommand({
  path: `${PATH}/succession/insert`,
  permission: `${BASE}/update`,
  summary: { vi: 'Ghi nhận đơn vị kế thừa', en: 'Record a successor of an area' },
  input: { oldId: Id, newId: Id, kind: Succession, note: OptionalNote(200) },
  output: z.object({ id: Id }),
})

export const unlinkSuccessor = defineCommand({
  path: `${PATH}/succession/remove`,
  permission: `${BASE}/update`,
  summary: { vi: 'Bỏ ghi nhận đơn vị kế thừa', en: 'Remove a recorded successor' },
  input: { oldId: Id, newId: Id },
  output: z.object({ id: Id }),
})
