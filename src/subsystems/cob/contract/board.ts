import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, enumOf, Flag, Id, Money, NameText, Text, Timestamp, UnitText } from '#kernel/primitives.ts'
import { DepositKind } from './service.ts'

const API = '/cob-admin/board/v1'
const BASE = 'pp-cob/quan_ly_buu_gui_chap_nhan/dang_giu_tien'

/** Where money is on its way from the receiver to the sender. */
export const Leg = enumOf('cob.board.leg', ['COURIERS', 'OFFICES', 'TRANSIT', 'SENDERS'])
export type Leg = z.output<typeof Leg>

/** What postmen hold is shown by office, or by postman. */
export const BoardBy = enumOf('cob.board.by', ['UNIT', 'COURIER'])

/** Cards of a leg that are shown; the greatest first, those past due before the others. */
export const CARDS_SHOWN = 50

export const Card = z.object({
  /** Of the unit, the postman or the key account; null for retail senders. */
  id: Id.nullable(),
  code: CodeText.nullable(),
  name: NameText,
  unitName: UnitText.nullable(),
  /** Of money on its way to a bank: how it was handed in. */
  kind: DepositKind.nullable(),
  amount: Money,
  /** Items; of deposits their number; null where it is not counted. */
  count: Count.nullable(),
  /** Part of the amount that is past due. */
  overdue: Money,
  /** The day since which the oldest of it is due, or waits. */
  oldestOn: DateOnly.nullable(),
  /** Days past it. */
  days: Count,
  late: Flag,
  remindedAt: Timestamp.nullable(),
})
export type BoardCard = z.output<typeof Card>

const Column = z.object({
  leg: Leg,
  amount: Money,
  overdue: Money,
  /** What is there, but cannot go on yet: of senders what is held or not delivered. */
  waiting: Money,
  /** Cards there are, shown or not. */
  cards: Count,
  shown: z.array(Card),
})
export type BoardColumn = z.output<typeof Column>

export const moneyBoard = defineQuery({
  path: `${API}/get`,
  permission: `${BASE}/view`,
  summary: {
    vi: 'Tiền COD đang ở đâu: bưu tá, bưu cục, đang chuyển, chờ trả người gửi',
    en: 'Who holds COD money: postmen, offices, on its way, owed to senders',
  },
  input: { unitId: Id.optional(), by: BoardBy.optional() },
  output: z.object({
    asOf: Timestamp,
    date: DateOnly,
    unitName: UnitText.nullable(),
    legs: z.array(Column),
  }),
})

/** The postman's own account hears of it; where he has none, those of his office who look after items do. Once an hour. */
export const remindCouriers = defineCommand({
  path: `${API}/remind`,
  permission: `${BASE}/update`,
  summary: { vi: 'Nhắc bưu tá nộp tiền COD', en: 'Remind postmen to hand COD money in' },
  input: { courierIds: z.array(Id).min(1).max(100) },
  output: z.object({ couriers: Count, people: Count, names: Text }),
})
