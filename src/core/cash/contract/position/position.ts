import { z } from 'zod'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, enumOf, Flag, Id, Money, NameText, Text, Timestamp, UnitText } from '#kernel/primitives.ts'
import { HoldingKind } from '../holding.ts'
import { Fill } from '../holdings.ts'

export const POSITION = 'cash/position/view'
const PATH = '/cfm-admin/cash-position/v1'

/** Weeks back whose same weekday today is compared with. */
export const WEEKS = 8

/** What came in and went out of vaults and tills on a business date, without what only went from one to the other within a unit. */
const Flows = {
  moneyIn: Money,
  moneyOut: Money,
  /** Of the same weekday in the last weeks, days without any movement left out; null where there was none. */
  usualIn: Money.nullable(),
  usualOut: Money.nullable(),
}

/** A province, or a unit that keeps cash, with what lies there. */
export const Place = z.object({
  unitId: Id,
  unitName: UnitText,
  unitLevel: UnitLevelField,
  /** Vaults, tills and couriers together. */
  amount: Money,
  /** Holdings that are not closed. */
  holdings: Count,
  over: Count,
  under: Count,
  ...Flows,
  /** Units that keep cash: all, those whose day is closed, those with an earlier day still open. */
  units: Count,
  closed: Count,
  late: Count,
})
export type Place = z.output<typeof Place>

/** A holding that lies outside its limits, or near its ceiling. */
export const Outside = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  unitId: Id,
  unitName: UnitText,
  kind: HoldingKind,
  fill: Fill,
  balance: Money,
  ceiling: Money.nullable(),
  floor: Money,
})
export type Outside = z.output<typeof Outside>

/** A bag that is with a courier. */
export const Bag = z.object({
  id: Id,
  code: CodeText,
  fromName: UnitText,
  toName: UnitText,
  courierName: NameText.nullable(),
  sealNumber: CodeText.nullable(),
  /** Null to who counts it just now. */
  amount: Money.nullable(),
  dispatchedAt: Timestamp.nullable(),
  hours: Count,
  overdue: Flag,
})
export type Bag = z.output<typeof Bag>

/** What one plug expects of a day. */
const Expected = z.object({
  name: z.string(),
  title: Text,
  /** How it is reckoned. */
  basis: Text,
  moneyIn: Money,
  moneyOut: Money,
  /** Of the screen that shows what it is made of. */
  path: z.string().nullable(),
})

export const cashPosition = defineQuery({
  path: `${PATH}/get`,
  permission: POSITION,
  summary: {
    vi: 'Vị thế tiền mặt: tồn, thu chi trong ngày, hạn mức, tiền đang chuyển, chốt ngày, dự báo',
    en: 'Cash position: cash, today, limits, transit, day close, forecast',
  },
  input: { /** With everything below; default: all that the caller sees. */ unitId: Id.optional() },
  output: z.object({
    /** The moment of every figure: they are read together. */
    asOf: Timestamp,
    /** The business date that counts as today. */
    date: DateOnly,
    /** What was asked for, and the unit above it that may be asked for; null for all. */
    unit: z.object({ id: Id, name: UnitText }).nullable(),
    /** Whether the places are provinces, which may be asked for in turn. */
    provinces: Flag,
    /** Holdings that the caller counts just now, left out of every figure. */
    leftOut: Count,
    total: Money,
    vaults: Money,
    tills: Money,
    couriers: Money,
    holdings: Count,
    over: Count,
    near: Count,
    under: Count,
    /** What lies above the ceilings. */
    excess: Money,
    today: z.object({ ...Flows, /** Days that it was compared with. */ days: Count }),
    places: z.array(Place),
    /** The first of those outside their limits, furthest over first. */
    outside: z.array(Outside),
    transit: z.object({ count: Count, overdue: Count, /** The longest on their way first. */ bags: z.array(Bag) }),
    units: Count,
    closed: Count,
    late: Count,
    forecast: z.object({
      date: DateOnly,
      lines: z.array(Expected),
      /** The total with what usually comes in, less what usually goes out or is due, whichever is more. */
      expected: Money,
    }),
  }),
})

export const Direction = enumOf('cash.position.direction', ['IN', 'OUT'])

/** One movement on a holding. */
export const CashMovement = z.object({
  journalId: Id,
  recordedAt: Timestamp,
  kindName: Text,
  description: NameText,
  unitName: UnitText,
  holdingId: Id,
  holdingName: NameText,
  amount: Money,
  /** Of the record that it is about, for who may open it. */
  path: z.string().nullable(),
})
export type CashMovement = z.output<typeof CashMovement>

/** Sums by the kind of journal. */
export const KindSum = z.object({ kindName: Text, count: Count, amount: Money })

export const MOVEMENTS_SHOWN = 200

/** What the figures of today are made of: the same holdings, the same condition. */
export const cashMovements = defineQuery({
  path: `${PATH}/movements`,
  permission: POSITION,
  summary: { vi: 'Các bút toán thu hoặc chi tiền mặt của một ngày', en: 'The journals that took cash in or out on a date' },
  input: { unitId: Id.optional(), date: DateOnly, direction: Direction },
  output: z.object({
    asOf: Timestamp,
    total: Money,
    kinds: z.array(KindSum),
    /** The newest of them. */
    rows: z.array(CashMovement),
  }),
})
