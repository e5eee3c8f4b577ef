import { z } from 'zod'
import { defineCommand, defineList, defineQuery } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  CodeText,
  CodeWithDot,
  enumOf,
  Flag,
  Id,
  Money,
  NameText,
  OptionalNote,
  RequiredText,
  SearchText,
  Stamped,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { CashFromZero } from './amounts.ts'
import { CeilingPolicy, HoldingKind } from './holding.ts'

export const holdingErrors = defineErrors({
  vaultExists: error('CSH-100', 409, { vi: 'Đơn vị {unit} đã có quỹ chính {code}', en: 'Unit {unit} already has the vault {code}' }),
  courierExists: error('CSH-101', 409, {
    vi: '{name} đã có quỹ áp tải {code} tại đơn vị này',
    en: '{name} already has the courier holding {code} at this unit',
  }),
  unitNotActive: error('CSH-102', 422, { vi: 'Không có đơn vị này, hoặc đơn vị không hoạt động', en: 'This unit does not exist or is not active' }),
  holderUnknown: error('CSH-103', 422, {
    vi: 'Không có nhân viên này trong phạm vi của bạn, hoặc người đó không làm việc',
    en: 'This person is not within your scope or is not active',
  }),
  courierNeedsHolder: error('CSH-104', 422, { vi: 'Quỹ áp tải phải có người giữ', en: 'A courier holding needs a holder' }),
  ceilingBelowFloor: error('CSH-105', 422, { vi: 'Hạn mức tồn quỹ không được nhỏ hơn mức tối thiểu', en: 'The ceiling must not be below the floor' }),
  holdingInUse: error('CSH-106', 409, { vi: 'Chưa đóng được quỹ {code}: {open}', en: 'The holding {code} cannot be closed: {open}' }),
  singleHandedTills: error('CSH-107', 409, {
    vi: 'Đơn vị còn quầy {codes}: hãy đóng trước khi chuyển sang một người làm việc',
    en: 'The unit still has the tills {codes}: close them before switching to a single-handed office',
  }),
  singleHandedVault: error('CSH-108', 422, { vi: 'Chỉ đặt được cho quỹ chính của đơn vị', en: 'Only the vault of a unit can be set' }),
  singleHandedShift: error('CSH-109', 409, { vi: 'Đơn vị còn ca chưa đóng: {codes}', en: 'The unit still has open shifts: {codes}' }),
})

const BASE = 'cash/holdings'
const PATH = '/cfm-admin/holding/v1'

/** A locked holding takes no new shift and no new request; what has happened is still posted on it. */
export const holdingMachine = defineMachine({
  name: 'cash.shifts.holdingStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  },
})

/** How what lies there compares with ceiling and floor; NEAR from 80 % of the ceiling. */
export const Fill = enumOf('cash.shifts.fill', ['UNDER', 'WITHIN', 'NEAR', 'OVER'])

const Holding = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  kind: HoldingKind,
  unitId: Id,
  unitName: UnitText,
  staffId: Id.nullable(),
  holderName: NameText.nullable(),
  /** Null while the caller counts it. */
  balance: Money.nullable(),
  ceiling: Money.nullable(),
  floor: Money,
  /** Null while the caller counts it. */
  fill: Fill.nullable(),
  ceilingPolicy: CeilingPolicy,
  /** Teller of the shift that is on it. */
  tellerName: NameText.nullable(),
  /** Who counts it just now. */
  counting: NameText.nullable(),
  singleHanded: Flag,
  status: holdingMachine.status,
  ...Stamped,
})

export const listHoldings = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Quỹ chính, quầy, người áp tải và tiền mặt đang giữ', en: 'Vaults, tills and couriers with the cash they hold' },
  entity: 'cash.shifts.holding',
  filter: {
    text: SearchText,
    unitId: Id.optional(),
    kind: z.array(HoldingKind).min(1).max(3).optional(),
    fill: z.array(Fill).min(1).max(4).optional(),
    status: z.array(holdingMachine.status).min(1).max(3).optional(),
  },
  row: Holding,
  sort: ['code', 'name', 'unitName', 'updatedAt'],
  defaultSort: 'code',
  sums: ['balance'],
  split: { by: 'status', words: { vi: '{n} quỹ', en: '{n} {n|holding|holdings}' } },
})

/** A movement of cash, as its account has it. */
export const Movement = z.object({
  journalId: Id,
  recordedAt: Timestamp,
  kind: CodeText,
  description: NameText,
  sourceType: z.string(),
  sourceId: z.string(),
  moneyIn: Money.nullable(),
  moneyOut: Money.nullable(),
  /** Address of the record behind it, for who may open it. */
  path: z.string().nullable(),
})
export type Movement = z.output<typeof Movement>

export const findHolding = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: { vi: 'Một quỹ và các lần thu chi gần nhất', en: 'One holding with its latest movements' },
  input: { id: Id },
  output: Holding.extend({
    /** The newest 50, empty while the caller counts it. */
    movements: z.array(Movement),
    accountCode: CodeText,
    /** Whether the caller counts it: then its figures are hidden. */
    blind: Flag,
  }),
})

const terms = {
  name: RequiredText(200),
  staffId: Id.nullish(),
  ceiling: CashFromZero.nullish(),
  floor: CashFromZero.default('0'),
  ceilingPolicy: CeilingPolicy.default('WARN'),
}

export const createHolding = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/open`,
  summary: { vi: 'Mở quỹ', en: 'Open a holding' },
  input: { code: CodeWithDot.max(50), kind: HoldingKind, unitId: Id, ...terms },
})

export const updateHolding = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/configure`,
  summary: { vi: 'Sửa tên, hạn mức, người giữ quỹ', en: 'Edit name, limits and holder of a holding' },
  input: { id: Id, version: Version, ...terms },
})

export const changeHoldingStatus = defineCommand({
  path: `${PATH}/change-status`,
  permission: `${BASE}/close`,
  summary: { vi: 'Khoá, mở khoá, đóng quỹ', en: 'Lock, unlock or close a holding' },
  fires: [holdingMachine, 'lock', 'unlock', 'close'],
  input: { id: Id, version: Version, status: holdingMachine.status, reason: OptionalNote(200) },
})

/** One person works at the unit: its vault is its till as well, and the parent unit decides variances. */
export const setSingleHanded = defineCommand({
  path: `${PATH}/set-single-handed`,
  permission: `${BASE}/configure`,
  summary: { vi: 'Đặt đơn vị một người làm việc', en: 'Set whether a unit is single-handed' },
  input: { id: Id, version: Version, singleHanded: Flag },
})

/** People who may hold cash or witness a count, for a choice. */
export const cashStaff = defineQuery({
  method: 'POST',
  path: `${PATH}/staff`,
  permission: `${BASE}/view`,
  summary: { vi: 'Nhân viên đang làm việc, để chọn người giữ quỹ hoặc chứng kiến', en: 'Active staff, to choose a holder or a witness' },
  input: { text: SearchText, ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(z.object({ id: Id, code: CodeText, fullName: NameText, unitName: UnitText })),
})
