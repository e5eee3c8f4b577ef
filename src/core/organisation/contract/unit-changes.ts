import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import {
  AddressText,
  CodeWithDot,
  DateOnly,
  Id,
  NameText,
  OptionalNote,
  OptionalText,
  Phone,
  RequiredText,
  SearchText,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { UNIT_LEVELS, UnitLevelField, UnitStatus, unitMachine } from './unit.ts'

const BASE = 'user-permission/user-management/org-units'
const PATH = '/pp-admin/org-unit/v1'

export const listUnits = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Đơn vị trong phạm vi của mình', en: 'Units within the caller’s scope' },
  entity: 'organisation.unit',
  filter: {
    /** Part of the code, the name, the address or the phone number. */
    text: SearchText,
    level: z.array(UnitLevelField).min(1).max(UNIT_LEVELS.length).optional(),
    status: z.array(UnitStatus).min(1).max(3).optional(),
    /** The unit and everything below it. */
    unitId: Id.optional(),
  },
  row: z.object({
    id: Id,
    code: z.string().meta({ kind: 'code' }),
    name: NameText,
    level: UnitLevelField,
    parentId: Id.nullable(),
    parentName: UnitText,
    address: AddressText,
    phone: z.string().meta({ kind: 'phone' }),
    status: UnitStatus,
    validFrom: DateOnly,
    validTo: DateOnly.nullable(),
    version: Version,
  }),
  sort: ['code', 'name', 'level'],
  defaultSort: 'code',
})

const Facts = { name: RequiredText(200), address: OptionalText(300), phone: Phone.optional() }
/** The operator has one head office; every other unit stands below one of the level above. */
export const createUnit = defineCommand({
  path: `${PATH}/create`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tạo đơn vị', en: 'Create a unit' },
  input: { code: CodeWithDot, level: UnitLevelField.exclude(['HEAD_OFFICE']), parentId: Id, validFrom: DateOnly.optional(), ...Facts },
})

/** Code, level and parent stay: history carries the path of the unit. */
export const updateUnit = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa đơn vị', en: 'Edit a unit' },
  input: { id: Id, version: Version, ...Facts },
})

export const changeUnitStatus = defineCommand({
  path: `${PATH}/changeStatus`,
  permission: `${BASE}/change-status`,
  summary: { vi: 'Khoá, mở khoá, đóng đơn vị', en: 'Lock, unlock or close a unit' },
  input: { id: Id, version: Version, status: UnitStatus, reason: OptionalNote(200) },
  fires: [unitMachine, 'lock', 'unlock', 'close'],
})

/** For a unit that was made by mistake; one that has a history is closed instead. */
export const removeUnit = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá đơn vị', en: 'Delete a unit' },
  input: { id: Id, version: Version },
})
