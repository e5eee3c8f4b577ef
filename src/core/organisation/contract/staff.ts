import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { CodeWithDot, Count, Email, Id, NameText, OptionalNote, Phone, RequiredText, SearchText, Text, UnitText, Version } from '#kernel/primitives.ts'
import { UnitNode, UnitStatus, unitMachine } from './unit.ts'

const PATH = '/core/staff/v1'
const BASE = 'user-permission/user-management/staff'
/** The same right as for looking at users: what is shown of a person is the same. */
const VIEW = 'user-permission/user-management/users/view'

export const searchStaff = defineList({
  path: `${PATH}/search`,
  permission: VIEW,
  summary: { vi: 'Nhân viên trong phạm vi của mình', en: 'Staff within the caller’s scope' },
  entity: 'organisation.staff',
  filter: {
    /** Part of the code, the name, the phone number or the e-mail address. */
    text: SearchText,
    /** The unit and everything below it. */
    unitId: Id.optional(),
    status: z.array(UnitStatus).min(1).max(3).optional(),
  },
  row: z.object({
    id: Id,
    code: z.string().meta({ kind: 'code' }),
    fullName: NameText,
    mobile: z.string().meta({ kind: 'phone' }),
    email: z.string().meta({ kind: 'email' }),
    unitId: Id.nullable(),
    /** The unit, or the partner of somebody who is not the operator's. */
    place: UnitText,
    positions: Text,
    status: UnitStatus,
    version: Version,
  }),
  sort: ['code', 'fullName'],
  defaultSort: 'code',
})

/** Units with how many people who are not closed work there; children of `parentId`, or the top of what the caller may see. */
export const staffTree = defineQuery({
  path: `${PATH}/tree`,
  permission: VIEW,
  summary: { vi: 'Đơn vị kèm số nhân viên', en: 'Units with their number of staff' },
  input: { parentId: Id.optional() },
  output: z.array(UnitNode.extend({ staffHere: Count, staffBelow: Count })),
})

const Facts = { fullName: RequiredText(120), mobile: Phone.optional(), email: Email.optional(), unitId: Id.optional(), partnerId: Id.optional() }
const Position = RequiredText(100)
const Positions = z.array(Position).min(1).max(20)
export const createStaffMember = defineCommand({
  path: `${PATH}/create`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tạo nhân viên', en: 'Create a staff member' },
  input: { code: CodeWithDot, ...Facts, positions: z.array(Position).max(20).default([]) },
})

export const updateStaffMember = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa nhân viên', en: 'Edit a staff member' },
  input: { id: Id, version: Version, ...Facts },
})

/** To another unit of the caller's scope; accounts of the person go along. Refused while they hold a shift or cash. */
export const moveStaffMember = defineCommand({
  path: `${PATH}/move`,
  permission: `${BASE}/update`,
  summary: { vi: 'Điều chuyển nhân viên sang đơn vị khác', en: 'Move a staff member to another unit' },
  input: { id: Id, version: Version, unitId: Id, reason: RequiredText(200) },
})

export const changeStaffStatus = defineCommand({
  path: `${PATH}/changeStatus`,
  permission: `${BASE}/change-status`,
  summary: { vi: 'Khoá, mở khoá, đóng nhân viên', en: 'Lock, unlock or close a staff member' },
  input: { id: Id, version: Version, status: UnitStatus, reason: OptionalNote(200) },
  fires: [unitMachine, 'lock', 'unlock', 'close'],
})

/** For somebody who was entered by mistake; one who has worked is closed instead. */
export const removeStaffMember = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá nhân viên', en: 'Delete a staff member' },
  input: { id: Id, version: Version },
})

/** A position says what somebody is, not what they may do: rights come from the roles of their account. */
export const grantPositions = defineCommand({
  path: `${PATH}/grant`,
  permission: `${BASE}/grant`,
  summary: { vi: 'Giao chức danh', en: 'Assign positions' },
  input: { id: Id, version: Version, positions: Positions },
})

export const revokePositions = defineCommand({
  path: `${PATH}/revoke`,
  permission: `${BASE}/revoke`,
  summary: { vi: 'Thu chức danh', en: 'Revoke positions' },
  input: { id: Id, version: Version, positions: Positions },
})
