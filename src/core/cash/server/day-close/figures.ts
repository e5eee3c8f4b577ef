import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { DayFigures } from '../../contract/day-close/figures.ts'

/** A day whose figures are wanted: everything after the last closed day up to its own date. */
export interface FigureDay {
  dayId: string
  unitId: string
  /** YYYY-MM-DD */
  businessDate: string
}

type Row = Record<string, unknown>
type Kind = DayFigures['receipts'][number] & { direction: 1 | -1 }

/** What cash.day_figures answers: lists without rows are null, times as PostgreSQL writes them. */
interface Answer extends Row {
  kinds: Kind[] | null
  holdings: DayFigures['holdings'] | null
}

/** Lists with a column of times. */
const TIMES = { counts: 'countedAt', transit: 'dispatchedAt', late: 'occurredAt', lateUnits: 'arrivedAt', acknowledged: 'acknowledgedAt' } as const

/**
 * The figures of a day as they stand: one question, however many entries it has. Closing is opening and receipts less payments by the
 * balances that the ledger keeps by date, holding by holding.
 */
export async function figuresOf(db: Queryable, { dayId, unitId, businessDate }: FigureDay): Promise<DayFigures> {
  const { rows } = await sql<{ figures: Answer }>`select cash.day_figures(${dayId}, ${unitId}, ${businessDate}) as figures`.execute(db)
  const { kinds, holdings, ...answer } = (rows[0] as { figures: Answer }).figures
  const total = (field: 'opening' | 'closing') => sum((holdings ?? []).map((one) => one[field]))
  const side = (sign: 1 | -1) => (kinds ?? []).flatMap(({ direction, ...kind }) => (direction === sign ? [kind] : []))
  const [receipts, payments] = [side(1), side(-1)]
  const lists = Object.entries(TIMES).map(([list, time]) => [list, ((answer[list] ?? []) as Row[]).map((row) => ({ ...row, [time]: local(row[time]) }))])
  return DayFigures.parse({
    ...answer,
    opening: total('opening'),
    received: sum(receipts.map(({ amount }) => amount)),
    paid: sum(payments.map(({ amount }) => amount)),
    closing: total('closing'),
    receipts,
    payments,
    holdings: holdings ?? [],
    ...Object.fromEntries(lists),
  })
}

const sum = (amounts: readonly string[]): string => formatMoney(amounts.reduce((all, one) => all + parseMoney(one), 0n))
const local = (at: unknown) => (typeof at === 'string' ? isoLocal(new Date(at)) : null)
