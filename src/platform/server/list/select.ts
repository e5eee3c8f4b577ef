import {
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  createQueryId,
  type Expression,
  ExpressionWrapper,
  FromNode,
  GroupByItemNode,
  IdentifierNode,
  LimitNode,
  OffsetNode,
  type OperationNode,
  OrderByItemNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  sql,
  TableNode,
} from 'kysely'
import type { Queryable } from '../database/db.ts'
import { withoutLookups } from './lookup.ts'

export interface Order {
  /** Column reference: 't.occurred_at'. */
  by: string
  direction: 'asc' | 'desc'
  /** What is empty stands last either way; only where something can be: no index of the usual order serves it. */
  emptyLast?: boolean
  /** By the Vietnamese alphabet. */
  worded?: boolean
}

/** A text as it is ordered by the Vietnamese alphabet: `orderBy(inVietnamese('m.name'))`. */
export const inVietnamese = (column: string) => sql<string>`${sql.ref(column)} collate platform.vi`

/** The select with an order (each item a column reference), and a window of it when given; lookups that only sums read are left out. */
export function ordered(select: SelectQueryNode, order: readonly Order[], window?: { limit: number; offset: number }): SelectQueryNode {
  const items = order.map(({ by, direction, emptyLast = false, worded = false }) =>
    OrderByItemNode.create(
      (worded ? inVietnamese(by) : sql.ref(by)).toOperationNode(),
      RawNode.createWithSql(emptyLast && direction === 'desc' ? 'desc nulls last' : direction),
    ),
  )
  const node = withoutLookups(SelectQueryNode.cloneWithOrderByItems(SelectQueryNode.cloneWithoutOrderBy(select), items))
  if (!window) return node
  const limited = SelectQueryNode.cloneWithLimit(node, LimitNode.create(sql.lit(window.limit).toOperationNode()))
  const page = window.offset === 0 ? limited : SelectQueryNode.cloneWithOffset(limited, OffsetNode.create(sql.lit(window.offset).toOperationNode()))
  return rowsFirst(page, order)
}

/**
 * A page whose rows are found, ordered and cut in a query of their own, under the same alias, before anything is looked up for them: far down nothing
 * is looked up for the rows before, and the planner does not prepare for all there are (a first page of a million rows took thirty times as long).
 * As it is where something of that reads a lookup, or a column that is only selected.
 */
function rowsFirst(page: SelectQueryNode, order: readonly Order[]): SelectQueryNode {
  const [from, ...others] = page.from?.froms ?? []
  const name = from && AliasNode.is(from) && IdentifierNode.is(from.alias) ? from.alias.name : undefined
  const grouped = page.groupBy ?? page.having ?? page.distinctOn ?? page.setOperations ?? page.frontModifiers ?? page.with
  if (!name || others.length > 0 || grouped || !page.joins?.length || !order.every(({ by }) => by.startsWith(`${name}.`))) return page
  const rows = withoutLookups(
    SelectQueryNode.cloneWithSelections({ ...page, selections: undefined }, [SelectionNode.createSelectAllFromTable(TableNode.create(name))]),
  )
  if (rows.joins?.length) return page
  const { where: _where, limit: _limit, offset: _offset, ...rest } = page
  return { ...rest, from: FromNode.create([AliasNode.create(ParensNode.create(rows), IdentifierNode.create(name))]) }
}

/**
 * Number of rows (`totalRecord`) and sums by field over the whole result, in one scan. `sums`: field → column reference where it is not the
 * selected one, or an aggregate. `by`: a line for each value of that field (`value`), the sum null where there is nothing to add up.
 * Lookups that nothing reads are left out.
 */
export function totals(select: SelectQueryNode, fields: readonly string[], sums: Record<string, string | Expression<unknown>>, by?: string): SelectQueryNode {
  const value = by === undefined ? undefined : selectedAs(select, by)
  const bare = bareOf(select)
  const selections = [
    ...(value ? [selection(value, 'value')] : []),
    selection(sql`count(*)`.toOperationNode(), 'totalRecord'),
    ...fields.map((field) => {
      const sum = totalOf(select, field, sums[field])
      return selection(value ? sum : sql`coalesce(${new ExpressionWrapper(sum)}, 0)`.toOperationNode(), field)
    }),
  ]
  const node = SelectQueryNode.cloneWithSelections(bare, selections)
  return withoutLookups(value ? SelectQueryNode.cloneWithGroupByItems(node, [GroupByItemNode.create(value)]) : node)
}

/** How many rows there are (`n`), counted no further than `most`: cheap, however many there are. Lookups that no condition reads are left out. */
export function countUpTo(select: SelectQueryNode, most: number): SelectQueryNode {
  const bare = withoutLookups(SelectQueryNode.cloneWithSelections(bareOf(select), [selection(sql.lit(1).toOperationNode(), 'one')]))
  const some = SelectQueryNode.cloneWithLimit(bare, LimitNode.create(sql.lit(most).toOperationNode()))
  const node = SelectQueryNode.createFrom([AliasNode.create(some, IdentifierNode.create('q'))])
  return SelectQueryNode.cloneWithSelections(node, [selection(sql`count(*)::int`.toOperationNode(), 'n')])
}

/** Without order and select list. Throws for a select whose rows are not those of its tables: it would be counted wrongly. */
function bareOf(select: SelectQueryNode): SelectQueryNode {
  if (select.groupBy ?? select.distinctOn ?? select.having ?? select.setOperations ?? select.frontModifiers) throw new Error('a list does not group its rows')
  return SelectQueryNode.cloneWithoutSelections(SelectQueryNode.cloneWithoutOrderBy(select))
}

function totalOf(select: SelectQueryNode, field: string, given: string | Expression<unknown> | undefined): OperationNode {
  if (given === undefined) return sumOf(selectedAs(select, field))
  return typeof given === 'string' ? sumOf(sql.ref(given).toOperationNode()) : given.toOperationNode()
}

function sumOf(value: OperationNode): OperationNode {
  return sql`sum(${new ExpressionWrapper(value)})`.toOperationNode()
}

function selection(value: OperationNode, alias: string): SelectionNode {
  return SelectionNode.create(AliasNode.create(value, IdentifierNode.create(alias)))
}

/** The expression that stands behind a name in the select list. */
function selectedAs(select: SelectQueryNode, field: string): OperationNode {
  for (const { selection } of select.selections ?? []) {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === field) return selection.node
    if (ReferenceNode.is(selection) && ColumnNode.is(selection.column) && selection.column.column.name === field) return selection
  }
  throw new Error(`the summed field ${field} is not selected under its own name; give its column in 'sums'`)
}

/** SQL and parameters of a select. */
export function compile<Row>(db: Queryable, node: SelectQueryNode): CompiledQuery<Row> {
  const executor = db.getExecutor()
  const id = createQueryId()
  return executor.compileQuery<Row>(executor.transformQuery(node, id), id)
}
