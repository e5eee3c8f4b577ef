import { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { fieldMeta, isWorded } from '#kernel/primitives.ts'
import type { ReportContract } from '#kernel/report.ts'
import type { Queryable } from '../database/db.ts'
import { compile } from '../list/select.ts'
import type { ListQuery } from '../module.ts'

/** A row of the statements below: the contract's fields, what kind of line it is, and how many rows are in it. */
export type DbLine = Record<string, unknown> & { _level: number; _rows: string }

/** `_level` of a detail row, of the grand total and of a point of the chart; groups count from 1. */
export const DETAIL = 100
export const TOTAL = 0
export const CHART = 101
/** A line of a group in which no row stands says nothing. */
const SOMETHING = '"_rows" > 0'

/** A field as lines are ordered by it. */
const orderBy = ({ row }: ReportContract, field: string) =>
  `${quote(field)}${isWorded(fieldMeta(row.shape[field] as z.ZodType).kind) ? ' collate platform.vi' : ''} nulls first`

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Fields a group is made by, with those of the groups around it. */
function keysOf({ groups }: ReportContract, level: number): string[] {
  return groups.slice(0, level).flatMap(({ by, name }) => (name === undefined ? [by] : [name, by]))
}

/** Whether a row has something to say. */
const stands = ({ only }: ReportContract): string => (only.length === 0 ? 'true' : `(${only.map((field) => `${quote(field)} <> 0`).join(' or ')})`)

/** Lines with what `keys` say and the totals; the rest is null. `where` is a condition on the added up line g. */
function added(contract: ReportContract, level: number, keys: readonly string[], where = ''): string {
  const known = keys.map(quote)
  const sums = contract.totals.filter((field) => !keys.includes(field)).map((field) => `coalesce(sum(${quote(field)}), 0) as ${quote(field)}`)
  const grouped = keys.length > 0 ? ` group by ${known.join(', ')}` : ''
  // Nulls stand outside, where the union gives them their type.
  const fields = Object.keys(contract.row.shape).map((field) => (keys.includes(field) || contract.totals.includes(field) ? quote(field) : 'null'))
  const inner = `select ${[`count(*)${contract.only.length > 0 ? ` filter (where ${stands(contract)})` : ''} as "_rows"`, ...known, ...sums].join(', ')} from r${grouped}`
  return `select ${level} as "_level", "_rows", ${fields.join(', ')} from (${inner}) g${where && ` where ${where}`}`
}

function detail(contract: ReportContract, from: string): string {
  return `select ${DETAIL} as "_level", 1::bigint as "_rows", ${Object.keys(contract.row.shape).map(quote).join(', ')} from ${from}`
}

function orderOf(contract: ReportContract): string {
  return [...keysOf(contract, contract.groups.length), ...contract.order].map((field) => orderBy(contract, field)).join(', ')
}

/** Lines in the order of the paper: a group before what is in it, the grand total last. */
function lineOrder(contract: ReportContract): string {
  const groups = contract.groups.flatMap((_group, at) => [
    ...keysOf(contract, at + 1)
      .slice(keysOf(contract, at).length)
      .map((field) => orderBy(contract, field)),
    `"_level" > ${at + 1}`,
  ])
  return [`"_level" = ${TOTAL}`, ...groups, ...contract.order.map((field) => orderBy(contract, field))].join(', ')
}

/** A statement around the report's query. */
function statement(db: Queryable, query: ListQuery<unknown>, text: (query: string) => string): CompiledQuery<DbLine> {
  const { sql, parameters } = compile(db, query.toOperationNode())
  return CompiledQuery.raw(text(sql), [...parameters]) as CompiledQuery<DbLine>
}

/** One page of rows, the subtotals of their groups, the grand totals and the chart, in one statement and so of one moment. */
export function pageStatement(
  db: Queryable,
  contract: ReportContract,
  query: ListQuery<unknown>,
  page: { limit: number; offset: number },
): CompiledQuery<DbLine> {
  const groups = contract.groups.map((_group, at) => {
    const keys = keysOf(contract, at + 1)
    const same = keys.map((key) => `p.${quote(key)} is not distinct from g.${quote(key)}`).join(' and ')
    // Added up first: there are far fewer groups than rows to look for on the page.
    return added(contract, at + 1, keys, `exists (select from page p where ${same})`)
  })
  const chart = contract.chart ? [added(contract, CHART, [contract.chart.by], SOMETHING)] : []
  return statement(
    db,
    query,
    (
      rows,
    ) => `with r as materialized (${rows}), page as (select * from r where ${stands(contract)} order by ${orderOf(contract)} limit ${page.limit} offset ${page.offset}), lines as (
${[detail(contract, 'page'), ...groups, added(contract, TOTAL, []), ...chart].join('\nunion all ')}
) select * from lines order by "_level", ${orderOf(contract)}`,
  )
}

/** Every line of the report in the order of the paper. */
export function linesStatement(db: Queryable, contract: ReportContract, query: ListQuery<unknown>): CompiledQuery<DbLine> {
  const groups = contract.groups.map((_group, at) => added(contract, at + 1, keysOf(contract, at + 1), SOMETHING))
  return statement(
    db,
    query,
    (rows) => `with r as materialized (${rows}), lines as (
${[detail(contract, `r where ${stands(contract)}`), ...groups, added(contract, TOTAL, [])].join('\nunion all ')}
) select * from lines order by ${lineOrder(contract)}`,
  )
}

/** How many rows there are, no more than `most` counted. */
export function countStatement(db: Queryable, contract: ReportContract, query: ListQuery<unknown>, most: number): CompiledQuery<DbLine> {
  return statement(db, query, (rows) => `select count(*) as "_rows" from (select from (${rows}) q where ${stands(contract)} limit ${most}) c`)
}
