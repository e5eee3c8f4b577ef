import { z } from 'zod'
import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { defineQuery } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { CodeText, Count, DateOnly, enumOf, Flag, Id, KeyFilter, Money, NameText, Timestamp, UnitText } from '#kernel/primitives.ts'
import { defineReport, type ReportArrangement } from '#kernel/report.ts'
import { listItems } from './items.ts'
import { DeliveryState, MoneyState } from './machines.ts'

const API = '/cob-report'
const REPORTS = 'pp-cob/bao_cao_th'
const DAYS = 366

const level = <const N extends number>(n: N, initial: string) =>
  defineParameter({
    ...{ key: `cob.debt-level-${n}`, type: 'INTEGER', initial, minimum: '1', maximum: '3650' },
    text: { vi: `Công nợ COD: số ngày quá hạn tối đa của mức ${n}`, en: `COD debt: the most days past due of level ${n}` },
  })

/** Up to how many days past due each level of age goes; the sixth has no end. */
export const debtLevels = [level(1, '1'), level(2, '3'), level(3, '7'), level(4, '15'), level(5, '30')] as const

/** The share of what was due that was handed in by its day, in per cent, from which a unit has reached its goal. */
export const ON_TIME_GOAL = 99.9

/** Why a line of an item is there: by the day of acceptance, by what moved in the period, or by what is still with the postman at its end. */
export const DetailBasis = enumOf('cob.reports.basis', ['ACCEPTED', 'COLLECTED', 'HANDED_IN', 'ADJUSTED', 'OPEN'])
export type DetailBasis = z.output<typeof DetailBasis>

/** Ages at the end of the period: not past due, then by the levels. */
export const DebtAge = enumOf('cob.reports.age', ['NOT_DUE', 'LATE1', 'LATE2', 'LATE3', 'LATE4', 'LATE5', 'LATE6'])
export type DebtAge = z.output<typeof DebtAge>

/** Items one by one, with all days and who had the money. Amounts are those of the books: in the period, and at its end. */
export const cobDetailReport = defineReport({
  path: `${API}/item-detail/v1/search`,
  permission: `${REPORTS}/bao_cao_chi_tiet/view`,
  summary: { vi: 'Báo cáo chi tiết COD', en: 'COD detail report' },
  entity: 'cob.reports.detail',
  title: 'detailReport',
  form: '02/BC-COD',
  maxDays: DAYS,
  filter: {
    from: DateOnly,
    to: DateOnly,
    basis: DetailBasis.optional().meta({ opens: 'ACCEPTED' }),
    age: DebtAge.optional(),
    unitId: Id.optional(),
    /** Of this very unit, without those below it. */
    officeId: Id.optional(),
    courierId: Id.optional(),
    keyAccountId: Id.optional(),
    /** Of senders without a contract. */
    retail: Flag.optional(),
    route: KeyFilter,
  },
  row: z.object({
    unitId: Id,
    unitName: UnitText,
    itemId: Id,
    code: CodeText,
    courierId: Id.nullable(),
    courierCode: CodeText.nullable(),
    courierName: NameText.nullable(),
    route: CodeText.nullable(),
    keyAccountName: NameText.nullable(),
    senderName: NameText,
    receiverName: NameText,
    acceptedAt: Timestamp,
    deliveredAt: Timestamp.nullable(),
    collectedOn: DateOnly.nullable(),
    dueOn: DateOnly.nullable(),
    handedInOn: DateOnly.nullable(),
    /** Days past due at the end of the period, of what is still with the postman then. */
    daysLate: Count.nullable(),
    codAmount: Money,
    opening: Money,
    collected: Money,
    handedIn: Money,
    adjusted: Money,
    closing: Money,
    deliveryState: DeliveryState,
    moneyState: MoneyState,
    paidOutAt: Timestamp.nullable(),
  }),
  groups: [{ by: 'unitId', name: 'unitName' }],
  order: ['courierName', 'dueOn', 'code', 'courierId', 'itemId'],
  totals: ['opening', 'collected', 'handedIn', 'adjusted', 'closing'],
  adds: { closing: ['opening', 'collected', '-handedIn', 'adjusted'] },
  inWords: 'closing',
  drill: { list: listItems, fields: { code: ({ code }) => (code === undefined ? null : { code }) } },
  notPrinted: ['courierCode', 'keyAccountName', 'route', 'deliveryState', 'paidOutAt', 'daysLate', 'opening', 'adjusted'],
  current: [
    'unitName',
    'courierCode',
    'courierName',
    'route',
    'keyAccountName',
    'deliveredAt',
    'handedInOn',
    'deliveryState',
    'moneyState',
    'paidOutAt',
    'codAmount',
  ],
})

export const DebtPart = enumOf('cob.reports.part', ['OFFICE', 'ROUTE', 'COURIER', 'KEY_ACCOUNT'])
export type DebtPart = z.output<typeof DebtPart>

export const Goal = enumOf('cob.reports.goal', ['REACHED', 'MISSED'])

const NAMES = ['unitName', 'route', 'courierCode', 'courierName', 'keyAccountCode', 'keyAccountName'] as const
type NameField = (typeof NAMES)[number] | 'provinceName'
const SHOWN: Record<DebtPart, readonly NameField[]> = {
  OFFICE: ['unitName'],
  ROUTE: ['route'],
  COURIER: ['courierCode', 'courierName'],
  KEY_ACCOUNT: ['keyAccountCode', 'keyAccountName'],
}

/** Groups and columns as the reader has chosen. */
function arrange({ groupBy = 'OFFICE' }: { groupBy?: DebtPart | undefined }): ReportArrangement {
  const office = [{ by: 'unitId', name: 'unitName' }]
  const groups = { OFFICE: [{ by: 'provinceId', name: 'provinceName' }], ROUTE: office, COURIER: office, KEY_ACCOUNT: [] }[groupBy]
  const order = { OFFICE: ['unitName', 'unitId'], ROUTE: ['route'], COURIER: ['courierName', 'courierId'], KEY_ACCOUNT: ['keyAccountName', 'keyAccountId'] }[
    groupBy
  ]
  const [group] = groups
  const hides = [...NAMES, 'provinceName'].filter((name) => name !== group?.name && !SHOWN[groupBy].includes(name as NameField))
  return { groups, order, hides, ...(group ? { chart: { by: group.name, bars: ['closing', 'overdue'] } } : {}) }
}

interface Line {
  provinceId?: string | null
  unitId?: string | null
  route?: string | null
  courierId?: string | null
  keyAccountId?: string | null
}
interface Asked {
  from: string
  to: string
  groupBy?: DebtPart | undefined
  unitId?: string | undefined
  courierId?: string | undefined
  keyAccountId?: string | undefined
}

/** The items behind a line; null for a route without a name, which nothing can be asked for by. */
function behind(line: Line, asked: Asked, basis: DetailBasis, age?: DebtAge, days: { from: string; to: string } = asked) {
  if (line.route === '') return null
  return {
    ...{ from: days.from, to: days.to, basis, age },
    unitId: asked.unitId ?? (line.unitId ? undefined : (line.provinceId ?? undefined)),
    officeId: line.unitId ?? undefined,
    courierId: line.courierId ?? asked.courierId,
    keyAccountId: line.keyAccountId ?? asked.keyAccountId,
    retail: asked.groupBy === 'KEY_ACCOUNT' && line.keyAccountId === null ? true : undefined,
    route: line.route ?? undefined,
  }
}
const moved = (basis: DetailBasis) => (line: Line, asked: Asked) => behind(line, asked, basis)
/** At the end of the period, whatever was collected before it. */
const left = (age?: DebtAge) => (line: Line, asked: Asked) => behind(line, asked, 'OPEN', age, { from: asked.to, to: asked.to })
const before = (line: Line, asked: Asked) => {
  const day = addDays(asked.from, -1)
  return behind(line, asked, 'OPEN', undefined, { from: day, to: day })
}
const rateOf = (line: Readonly<Record<string, unknown>>) => {
  const due = Number(line.dueAmount ?? 0)
  // Cut off, not rounded: 99.96 % of a goal of 99.97 % is not reached by rounding.
  return due === 0 ? null : Math.floor((Number(line.onTimeAmount ?? 0) / due) * 10_000) / 100
}

/**
 * What postmen hold of COD money: at the beginning, collected, handed in, put right, and at the end by age. The figures of a day are those of the books up
 * to it: what is booked later changes no day before. Σ of the ages is what is left, and that is what the accounts of the postmen have.
 */
export const cobDebtReport = defineReport({
  path: `${API}/debt/v1/search`,
  permission: `${REPORTS}/bao_cao_cong_no_cod/view`,
  summary: { vi: 'Báo cáo công nợ COD', en: 'COD debt report' },
  entity: 'cob.reports.debt',
  title: 'debtReport',
  form: '01/BC-COD',
  maxDays: DAYS,
  filter: {
    from: DateOnly,
    to: DateOnly,
    groupBy: DebtPart.optional().meta({ opens: 'OFFICE' }),
    unitId: Id.optional(),
    courierId: Id.optional(),
    keyAccountId: Id.optional(),
  },
  row: z.object({
    provinceId: Id.nullable(),
    provinceName: UnitText.nullable(),
    unitId: Id.nullable(),
    unitName: UnitText.nullable(),
    route: CodeText.nullable(),
    courierId: Id.nullable(),
    courierCode: CodeText.nullable(),
    courierName: NameText.nullable(),
    keyAccountId: Id.nullable(),
    keyAccountCode: CodeText.nullable(),
    keyAccountName: NameText.nullable(),
    opening: Money,
    collected: Money,
    handedIn: Money,
    adjusted: Money,
    closing: Money,
    notDue: Money,
    late1: Money,
    late2: Money,
    late3: Money,
    late4: Money,
    late5: Money,
    late6: Money,
    /** All that is past due. */
    overdue: Money,
    /** Due within the period, and of it what was handed in by its day. */
    dueAmount: Money,
    onTimeAmount: Money,
    onTimeRate: z.number().meta({ kind: 'count' }).nullable(),
    goal: Goal.nullable(),
  }),
  groups: [{ by: 'provinceId', name: 'provinceName' }],
  order: ['unitName', 'unitId'],
  arrange: arrange as (filter: Readonly<Record<string, unknown>>) => ReportArrangement,
  totals: [
    ...(['opening', 'collected', 'handedIn', 'adjusted', 'closing', 'notDue'] as const),
    ...(['late1', 'late2', 'late3', 'late4', 'late5', 'late6', 'overdue', 'dueAmount', 'onTimeAmount'] as const),
  ],
  only: ['opening', 'collected', 'handedIn', 'adjusted', 'closing', 'dueAmount'],
  adds: {
    overdue: ['late1', 'late2', 'late3', 'late4', 'late5', 'late6'],
    closing: ['opening', 'collected', '-handedIn', 'adjusted'],
  },
  rates: {
    onTimeRate: rateOf,
    goal: (line) => {
      const rate = rateOf(line)
      return rate === null ? null : rate >= ON_TIME_GOAL ? 'REACHED' : 'MISSED'
    },
  },
  inWords: 'closing',
  drill: {
    list: cobDetailReport,
    fields: {
      opening: before,
      collected: moved('COLLECTED'),
      handedIn: moved('HANDED_IN'),
      adjusted: moved('ADJUSTED'),
      closing: left(),
      notDue: left('NOT_DUE'),
      late1: left('LATE1'),
      late2: left('LATE2'),
      late3: left('LATE3'),
      late4: left('LATE4'),
      late5: left('LATE5'),
      late6: left('LATE6'),
    },
  },
  notPrinted: ['overdue', 'dueAmount', 'onTimeAmount', 'courierCode', 'keyAccountCode'],
  current: ['provinceName', 'unitName', 'route', 'courierCode', 'courierName', 'keyAccountCode', 'keyAccountName'],
})

/** The days that the levels of age stand for. */
export const getDebtLevels = defineQuery({
  path: `${API}/debt/v1/levels`,
  permission: `${REPORTS}/bao_cao_cong_no_cod/view`,
  summary: { vi: 'Các mức quá hạn của báo cáo công nợ COD', en: 'Levels of age of the COD debt report' },
  input: {},
  output: z.object({ levels: z.array(z.object({ level: Count, from: Count, to: Count.nullable() })) }),
})
