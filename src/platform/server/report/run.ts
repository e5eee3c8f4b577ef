import type { z } from 'zod'
import type { PageInfo } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { arranged, type ReportContract, type ReportPage } from '#kernel/report.ts'
import type { Database } from '../database/db.ts'
import type { ListQuery, Report, ReportContext } from '../module.ts'
import { CHART, type DbLine, DETAIL, pageStatement, TOTAL } from './sql.ts'

type Fields = Record<string, unknown>

/** The rows of a report, whose contract has checked the filter. */
export function rowsOf({ handler }: Report, filter: Fields, ctx: ReportContext): ListQuery<unknown> {
  return handler.query({ filter: filter as never }, ctx)
}

/** From a database row to the contract's fields as the wire has them: counts are numbers, money has two decimals. */
export function fieldsOf(contract: ReportContract): (line: DbLine) => Fields {
  const kinds = Object.entries(contract.row.shape).map(([field, schema]) => [field, fieldMeta(schema as z.ZodType).kind] as const)
  const rates = Object.entries(contract.rates)
  return (line) => {
    const row = Object.fromEntries(
      kinds.map(([field, kind]) => {
        const value = line[field]
        if (value === null || value === undefined) return [field, null]
        if (value instanceof Date) return [field, isoLocal(value)]
        if (kind === 'count') return [field, Number(value)]
        if (kind === 'money' || kind === 'price') return [field, String(value).includes('.') ? value : `${value}.00`]
        return [field, value]
      }),
    )
    for (const [field, rate] of rates) row[field] = rate(row)
    return row
  }
}

/** One page of a report. A page past the end has no rows and still its totals. */
export async function runReport(db: Database, report: Report, input: { searchSdi: Fields; pageInfo: PageInfo }, ctx: ReportContext): Promise<ReportPage> {
  const contract = arranged(report.contract, input.searchSdi)
  const { currentPage, pageSize } = input.pageInfo
  const statement = pageStatement(db, contract, rowsOf(report, input.searchSdi, ctx), { limit: pageSize, offset: (currentPage - 1) * pageSize })
  const { rows } = await ctx.scope.getExecutor().executeQuery(statement)
  const toFields = fieldsOf(contract)
  const at = (level: number) => rows.filter(({ _level }) => _level === level)
  const [total] = at(TOTAL)
  if (!total) throw new Error('a report without a total')
  return {
    result: at(DETAIL).map(toFields),
    totalRecord: Number(total._rows),
    groups: rows
      .filter(({ _level }) => _level > TOTAL && _level < DETAIL)
      .map((line) => ({ level: line._level, rows: Number(line._rows), row: toFields(line) })),
    totals: toFields(total),
    chart: at(CHART).map(toFields),
  } as ReportPage
}
