import { addDays, daysBetween } from '#kernel/dates.ts'
import { CodeText, DateOnly, enumOf, Id, KeyFilter, MonthText, NameText, Text, UnitText } from '#kernel/primitives.ts'
import type { ReportArrangement, ReportGroup } from '#kernel/report.ts'
import { Channel } from './transaction.ts'
import { countedOn, MAX_DAYS } from './transactions.ts'

/** What the reader of a report of payments tells apart. Days are those of the books; the bank is that of the payer. */
export const ReportPart = enumOf('payments.reportPart', ['DAY', 'MONTH', 'PROVINCE', 'BANK', 'CHANNEL', 'PARTNER'])
export type ReportPart = (typeof ReportPart.options)[number]

/** The longest period of such a report. */
export const REPORT_DAYS = 366

/** What rows stand together by, and what each is about. */
export interface Parts {
  group: ReportPart
  row: ReportPart
}
const DEFAULT: Parts = { group: 'DAY', row: 'BANK' }

/** `parts`: what it opens with, and what is meant where nothing is chosen. */
export const partFilter = (parts = DEFAULT) => ({
  from: DateOnly,
  to: DateOnly,
  groupBy: ReportPart.optional().meta({ opens: parts.group }),
  rowBy: ReportPart.optional().meta({ opens: parts.row }),
  unitId: Id.optional(),
  channel: Channel.optional(),
  partnerId: Id.optional(),
  bankBin: KeyFilter,
})

/** Of each row those two that are told apart are there. */
export const partRow = {
  businessDate: DateOnly.nullable(),
  month: MonthText.nullable(),
  provinceId: Id.nullable(),
  provinceName: UnitText.nullable(),
  bankBin: CodeText.nullable(),
  bankName: Text.nullable(),
  channel: Channel.nullable(),
  partnerId: Id.nullable(),
  partnerName: NameText.nullable(),
}
export type PartField = keyof typeof partRow

const FIELDS: Record<ReportPart, ReportGroup<PartField>> = {
  DAY: { by: 'businessDate' },
  MONTH: { by: 'month' },
  PROVINCE: { by: 'provinceId', name: 'provinceName' },
  BANK: { by: 'bankBin', name: 'bankName' },
  CHANNEL: { by: 'channel' },
  PARTNER: { by: 'partnerId', name: 'partnerName' },
}
export const CURRENT_NAMES = ['provinceName', 'bankName', 'partnerName'] as const
const shownOf = ({ by, name = by }: ReportGroup<PartField>): PartField => name
const SHOWN = new Set(Object.values(FIELDS).map(shownOf))

export interface PartsAsked {
  groupBy?: ReportPart | undefined
  rowBy?: ReportPart | undefined
}
export const partsOf = ({ groupBy, rowBy }: PartsAsked, { group, row } = DEFAULT) => ({ group: groupBy ?? group, row: rowBy ?? row })

/** Groups, rows and chart as the reader has chosen; one part alone where both are the same. */
export function arrangeParts<F extends string>(bars: readonly F[], line?: F, chosen = DEFAULT): (filter: PartsAsked) => ReportArrangement<F | PartField> {
  return (filter) => {
    const { group, row } = partsOf(filter, chosen)
    const [outer, inner] = [FIELDS[group], FIELDS[row]]
    return {
      groups: group === row ? [] : [outer],
      order: [...(inner.name ? [inner.name] : []), inner.by],
      hides: ['bankBin', ...[...SHOWN].filter((field) => field !== shownOf(inner))],
      chart: { by: shownOf(outer), bars, ...(line ? { line } : {}) },
    }
  }
}

interface PartsRow {
  businessDate?: string | null
  month?: string | null
  provinceId?: string | null
  bankBin?: string | null
  channel?: Channel | null
  partnerId?: string | null
}
interface Asked {
  from: string
  to: string
  unitId?: string | undefined
  channel?: Channel | undefined
  partnerId?: string | undefined
  bankBin?: string | undefined
}

/** The days of a line: of its day or of its month, within those that are asked for. */
function daysOf({ businessDate, month }: PartsRow, { from, to }: Asked): { from: string; to: string } {
  if (businessDate) return { from: businessDate, to: businessDate }
  if (!month) return { from, to }
  const [first, last] = [`${month}-01`, addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}

/** The conditions of a line, for a report that tells the same apart. */
export function within(row: PartsRow, filter: Asked) {
  const { provinceId, channel, partnerId } = row
  return {
    ...daysOf(row, filter),
    unitId: filter.unitId ?? provinceId ?? undefined,
    channel: channel ?? filter.channel,
    partnerId: partnerId ?? filter.partnerId,
  }
}

/** The transactions behind a line; null where a list does not reach so far, or where nobody said which bank it was. */
export function behindParts(row: PartsRow, filter: Asked) {
  const { from, to, ...rest } = within(row, filter)
  if (daysBetween(from, to) >= MAX_DAYS || row.bankBin === '') return null
  return { ...rest, payerBankBin: row.bankBin ?? filter.bankBin, ...countedOn(from, to) }
}

/** Per cent with one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10
}
/** By how many per cent it has grown. */
export const growth = (now: number, before: number): number | null => percent(now - before, Math.abs(before))
