import { z } from 'zod'
import { CashFromZero } from '#core/cash/contract/amounts.ts'
import { CeilingPolicy } from '#core/cash/contract/holding.ts'
import { cashStaff } from '#core/cash/contract/holdings.ts'
import { defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  CodeText,
  enumOf,
  Id,
  Money,
  NameText,
  NoteText,
  OptionalText,
  RequiredNote,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  Timestamp,
  trimmed,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

const BASE = 'pp-cob/quan_ly_buu_gui_chap_nhan/buu_ta'
const API = '/cob-admin/couriers/v1'

/** A locked postman is given no further items; what he has collected is taken in all the same. A closed one holds nothing and never will. */
export const courierMachine = defineMachine({
  name: 'cob.couriers.status',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  },
})

/** How what a postman holds compares with the most that he is to hold; NEAR from 80 % of it. */
export const CeilingState = enumOf('cob.couriers.ceilingState', ['WITHIN', 'NEAR', 'OVER'])

/** What partners name in their events; the account is named after it, so it is no longer than an account's code can hold. */
const CourierCode = trimmed()
  .min(1, { error: ruleError('required') })
  .max(50)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_.-]*$/, { error: ruleError('codeDot') })
  .meta({ kind: 'code' })

const Courier = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  phone: Text,
  route: CodeText,
  unitId: Id,
  unitName: UnitText.nullable(),
  /** The member of staff that he is. */
  staffId: Id.nullable(),
  staffName: NameText.nullable(),
  /** What he holds: the balance of his account. */
  held: Money,
  ceiling: Money.nullable(),
  ceilingPolicy: CeilingPolicy,
  ceilingState: CeilingState,
  status: courierMachine.status,
  createdAt: Timestamp,
  ...Stamped,
})

export const listCouriers = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Bưu tá và tiền COD đang giữ', en: 'Postmen and the COD money they hold' },
  entity: 'cob.couriers.courier',
  filter: {
    /** Part of the code, the name, the phone number or the route. */
    text: SearchText,
    unitId: Id.optional(),
    status: z.array(courierMachine.status).min(1).max(3).optional(),
    ceilingState: z.array(CeilingState).min(1).max(3).optional(),
  },
  row: Courier,
  sort: ['code', 'name', 'held', 'updatedAt'],
  defaultSort: 'code',
  sums: ['held'],
  split: { by: 'status', words: { vi: '{n} bưu tá', en: '{n} {n|postman|postmen}' } },
})

export const findCourier = defineQuery({
  path: `${API}/find`,
  permission: `${BASE}/view`,
  summary: { vi: 'Một bưu tá và tiền COD đang giữ', en: 'A postman and the COD money held' },
  input: { id: Id },
  output: Courier.extend({ accountCode: CodeText, stepNote: NoteText }),
})

const terms = {
  name: RequiredText(200),
  phone: OptionalText(20),
  route: OptionalText(64),
  /** Who he is among the staff: told the one-time codes of his hand-ins, reminded, and kept from counting them. */
  staffId: Id.nullish(),
  ceiling: CashFromZero.nullish(),
  ceilingPolicy: CeilingPolicy.default('WARN'),
}

export const createCourier = defineCommand({
  path: `${API}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm bưu tá', en: 'Add a postman' },
  input: { code: CourierCode, unitId: Id, ...terms },
})

export const changeCourier = defineCommand({
  path: `${API}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa bưu tá', en: 'Edit a postman' },
  input: { id: Id, version: Version, ...terms },
})

export const lockCourier = defineCommand({
  path: `${API}/lock`,
  permission: `${BASE}/update`,
  summary: { vi: 'Khoá bưu tá', en: 'Lock a postman' },
  fires: [courierMachine, 'lock'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

export const unlockCourier = defineCommand({
  path: `${API}/unlock`,
  permission: `${BASE}/update`,
  summary: { vi: 'Mở khoá bưu tá', en: 'Unlock a postman' },
  fires: [courierMachine, 'unlock'],
  input: { id: Id, version: Version },
})

export const closeCourier = defineCommand({
  path: `${API}/close`,
  permission: `${BASE}/update`,
  summary: { vi: 'Đóng bưu tá', en: 'Close a postman' },
  fires: [courierMachine, 'close'],
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})

/** For selectors, by code or name, within the caller's scope; of `codes` whatever has become of them. */
export const courierOptions = defineQuery({
  method: 'POST',
  path: `${API}/options`,
  permission: SIGNED_IN,
  summary: { vi: 'Bưu tá để chọn', en: 'Postmen to select from' },
  input: { text: SearchText, codes: z.array(trimmed().min(1).max(64)).min(1).max(50).optional(), ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText, unitName: UnitText.nullable() })),
})

/** As cashStaff, for who looks after postmen without looking after holdings. */
export const courierStaff = defineQuery({
  method: 'POST',
  path: `${API}/staff`,
  permission: `${BASE}/view`,
  summary: { vi: 'Nhân viên đang làm việc, để liên kết với bưu tá', en: 'Active staff, to link a postman to' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: cashStaff.output,
})
