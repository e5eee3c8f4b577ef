import { z } from 'zod'
import { CodeText, Count, DateOnly, enumOf, Id, Money, NameText, NoteText, Text, Timestamp, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'

/** Where cash is reported of: payout points, post offices, or districts with all that is in them; higher units stand among districts with their own cash alone. */
export const CASH_LEVELS = ['payout-point', 'post-office', 'district'] as const
export type CashLevel = (typeof CASH_LEVELS)[number]

const PERMISSION = 'cash-report/cash-book/view'
/** What came in or went out by. LATE: it belongs to an earlier day that was closed or over when it was reported, and stands apart. */
const CashFlow = enumOf('cash.reports.flow', ['SERVICE', 'TREASURY', 'OTHER', 'LATE'])
const CashDirection = enumOf('cash.reports.direction', ['IN', 'OUT'])

const words = {
  'payout-point': { vi: 'điểm chi trả', en: 'payout points' },
  'post-office': { vi: 'bưu cục', en: 'post offices' },
  district: { vi: 'bưu điện huyện', en: 'district post offices' },
} as const
/** What each is called: keys of `screens`. */
const TITLES = {
  summary: { 'payout-point': 'summary-payout-point', 'post-office': 'summary-post-office', district: 'summary-district' },
  book: { 'payout-point': 'book-payout-point', 'post-office': 'book-post-office', district: 'book-district' },
} as const
/** Number of the form by level: -ĐC, -BC, -BH as people file them. */
const FORM = { 'payout-point': 'ĐC', 'post-office': 'BC', district: 'BH' } as const

const common = { from: DateOnly, to: DateOnly, unitId: Id.optional() }

/** The cash book of each place by business date: opening line, each entry of its vault, tills and couriers with the balance after it, closing line. */
function bookOf(level: CashLevel) {
  return defineReport({
    path: `/cfm-report/cash-book/${level}/v1/search`,
    permission: PERMISSION,
    summary: { vi: `Sổ quỹ tiền mặt tại ${words[level].vi}`, en: `Cash book of ${words[level].en}` },
    entity: 'cash.reports.book',
    title: TITLES.book[level],
    form: `S07-${FORM[level]}`,
    filter: { ...common, placeId: Id.optional(), flow: CashFlow.optional(), direction: CashDirection.optional() },
    row: z.object({
      placeId: Id,
      placeName: UnitText,
      /** 0: opening balance; one more than the last entry of the period: closing balance. */
      seq: Count,
      recordedAt: Timestamp.nullable(),
      businessDate: DateOnly.nullable(),
      journalId: CodeText.nullable(),
      kind: Text,
      reference: CodeText.nullable(),
      description: NoteText.nullable(),
      holdingName: NameText.nullable(),
      contra: Text.nullable(),
      lateOf: DateOnly.nullable(),
      moneyIn: Money.nullable(),
      moneyOut: Money.nullable(),
      /** Received less paid. */
      change: Money.nullable(),
      balance: Money,
    }),
    groups: [{ by: 'placeId', name: 'placeName' }],
    order: ['seq'],
    totals: ['moneyIn', 'moneyOut', 'change'],
    adds: { change: ['moneyIn', '-moneyOut'] },
    notPrinted: ['seq', 'change', 'journalId'],
    current: ['placeName', 'kind', 'reference', 'holdingName'],
  })
}

export const cashBooks = { 'payout-point': bookOf('payout-point'), 'post-office': bookOf('post-office'), district: bookOf('district') } as const

interface Place {
  placeId?: string | undefined
}
type Asked = { from: string; to: string; unitId?: string | undefined }

/** A line for each place that keeps cash: what lay there, what came and went by kind, what lies there, and how much of it is above the ceiling. */
function summaryOf(level: CashLevel) {
  const behind =
    (flow?: z.output<typeof CashFlow>, direction?: z.output<typeof CashDirection>) =>
    ({ placeId }: Place, { from, to, unitId }: Asked) => ({ from, to, unitId, placeId, flow, direction })
  return defineReport({
    path: `/cfm-report/cash-summary/${level}/v1/search`,
    permission: PERMISSION,
    summary: { vi: `Tổng hợp thu chi tồn quỹ tại ${words[level].vi}`, en: `Cash summary of ${words[level].en}` },
    entity: 'cash.reports.summary',
    title: TITLES.summary[level],
    form: `01/TQ-${FORM[level]}`,
    filter: common,
    row: z.object({
      provinceId: Id.nullable(),
      provinceName: UnitText.nullable(),
      placeId: Id,
      placeName: UnitText,
      opening: Money,
      inService: Money,
      inTreasury: Money,
      inOther: Money,
      inLate: Money,
      moneyIn: Money,
      outService: Money,
      outTreasury: Money,
      outOther: Money,
      outLate: Money,
      moneyOut: Money,
      closing: Money,
      /** Of its holdings that have one, as it is today; null where none has. */
      ceiling: Money.nullable(),
      /** What each holding has at the end above its own ceiling. */
      over: Money,
    }),
    groups: [{ by: 'provinceId', name: 'provinceName' }],
    order: ['placeName', 'placeId'],
    totals: [
      ...(['opening', 'inService', 'inTreasury', 'inOther', 'inLate', 'moneyIn'] as const),
      ...(['outService', 'outTreasury', 'outOther', 'outLate', 'moneyOut', 'closing', 'over'] as const),
    ],
    adds: {
      moneyIn: ['inService', 'inTreasury', 'inOther', 'inLate'],
      moneyOut: ['outService', 'outTreasury', 'outOther', 'outLate'],
      closing: ['opening', 'moneyIn', '-moneyOut'],
    },
    inWords: 'closing',
    drill: {
      list: cashBooks[level],
      fields: {
        inService: behind('SERVICE', 'IN'),
        inTreasury: behind('TREASURY', 'IN'),
        inOther: behind('OTHER', 'IN'),
        inLate: behind('LATE', 'IN'),
        moneyIn: behind(undefined, 'IN'),
        outService: behind('SERVICE', 'OUT'),
        outTreasury: behind('TREASURY', 'OUT'),
        outOther: behind('OTHER', 'OUT'),
        outLate: behind('LATE', 'OUT'),
        moneyOut: behind(undefined, 'OUT'),
        // The book of the period: it begins with the one and ends with the other.
        opening: behind(),
        closing: behind(),
      },
    },
    // Ceilings are those of today, and what is above them follows.
    current: ['provinceName', 'placeName', 'ceiling', 'over'],
  })
}

export const cashSummaries = { 'payout-point': summaryOf('payout-point'), 'post-office': summaryOf('post-office'), district: summaryOf('district') } as const
