// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { Pagination } from 'antd'
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import { PAGE_SIZES } from '#kernel/contract.ts'
import { useLanguage, useShellText } from '../i18n.ts'
import type { ColumnLayout } from './column-settings.ts'
import { type Column, shownColumns } from './columns.ts'
import { FieldValue } from './field-value.tsx'
import { HeaderCell } from './header-cell.tsx'
import { rowNumber, type Sort } from './list-state.ts'
import { showCount } from './sizes.ts'
import './table.css'

interface Props<Row> {
  /** Name of the table for people who do not see it. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  onResize: (field: string, width: number) => void
  sums: Readonly<Record<string, string>>
  total: number
  page: number
  size: (typeof PAGE_SIZES)[number]
  onPage: (page: number, size: (typeof PAGE_SIZES)[number]) => void
  sortKeys: readonly string[]
  sort: Sort
  /** null: back to the order of the contract. */
  onSort: (sort: Sort | null) => void
  busy: boolean
  /** Last column: what may be done with a row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** Shown instead of rows: empty, error, forbidden. */
  empty: ReactNode
}

const NUMBER_WIDTH = 56
const ACTIONS_WIDTH = 96

/** A column with where it stands: its width now, and its distance from the edge it is fixed to. */
interface Placed<Row> {
  column: Column<Row>
  width: number
  className: string
  offset: number | undefined
}

function place<Row>(columns: readonly Column<Row>[], layout: ColumnLayout, hasActions: boolean): Placed<Row>[] {
  const widthOf = (column: Column<Row>) => layout.widths[column.field] ?? column.width
  let start = NUMBER_WIDTH
  let end = hasActions ? ACTIONS_WIDTH : 0
  const starts = new Map<string, number>()
  const ends = new Map<string, number>()
  for (const column of columns) {
    if (column.fixed !== 'start') continue
    starts.set(column.field, start)
    start += widthOf(column)
  }
  for (const column of columns.toReversed()) {
    if (column.fixed !== 'end') continue
    ends.set(column.field, end)
    end += widthOf(column)
  }
  return columns.map((column) => {
    const fixed = column.fixed ? ` bt-fixed-${column.fixed}` : ''
    return { column, width: widthOf(column), className: `bt-${column.align}${fixed}`, offset: starts.get(column.field) ?? ends.get(column.field) }
  })
}

const insets = <Row,>({ column, offset }: Placed<Row>) =>
  offset === undefined ? undefined : column.fixed === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset }

/** Columns share what is left over as their widths stand to each other. */
function tracks<Row>(placed: readonly Placed<Row>[], hasActions: boolean): string {
  const columns = placed.map(({ width }) => `minmax(${width}px, ${width}fr)`)
  return [`${NUMBER_WIDTH}px`, ...columns, ...(hasActions ? [`${ACTIONS_WIDTH}px`] : [])].join(' ')
}

interface RowProps<Row> {
  row: Row
  id: string
  number: number
  placed: readonly Placed<Row>[]
  actions: ((row: Row) => ReactNode) | undefined
}

function RowCells<Row>({ row, id, number, placed, actions }: RowProps<Row>) {
  return (
    <tr role="row" data-row-key={id}>
      <td role="cell" className="bt-right bt-fixed-start bt-row-number bt-num">
        {number}
      </td>
      {placed.map((one) => (
        <td key={one.column.field} role="cell" className={one.className} style={insets(one)}>
          {one.column.render ? one.column.render(row) : <FieldValue schema={one.column.schema} value={(row as Record<string, unknown>)[one.column.field]} />}
        </td>
      ))}
      {actions && (
        <td role="cell" className="bt-center bt-fixed-end">
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

const TableRow = memo(RowCells) as typeof RowCells

/** Sums over the whole result, under their columns. */
function Sums<Row>({
  placed,
  sums,
  label,
  hasActions,
}: {
  placed: readonly Placed<Row>[]
  sums: Readonly<Record<string, string>>
  label: string
  hasActions: boolean
}) {
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <td role="cell" className="bt-fixed-start" />
        {placed.map((one, index) => (
          <td key={one.column.field} role="cell" className={one.className} style={insets(one)}>
            {one.column.field in sums ? <FieldValue schema={one.column.schema} value={sums[one.column.field]} /> : index === 0 ? label : null}
          </td>
        ))}
        {hasActions && <td role="cell" className="bt-fixed-end" />}
      </tr>
    </tfoot>
  )
}

/** A cut text is shown whole while the pointer rests on it. */
function showWhole(event: { target: EventTarget }): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : ''
}

/** Rows with number, order by the server, sums, fixed and resizable columns, and pages of 15, 50 or 100. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { columns, layout, rows, rowKey, page, size, sums, sort, sortKeys, actions } = props
  const t = useShellText()
  const hasActions = actions !== undefined
  const placed = useMemo(() => place(shownColumns(columns, layout), layout, hasActions), [columns, layout, hasActions])
  const width = placed.reduce((sum, one) => sum + one.width, NUMBER_WIDTH + (hasActions ? ACTIONS_WIDTH : 0))
  const summed = rows.length > 0 && placed.some((one) => one.column.field in sums)
  return (
    <div className="bt-table" aria-busy={props.busy}>
      <div className="bt-table-progress" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard as well */}
      <section className="bt-table-scroll" aria-label={props.label} tabIndex={0}>
        {/* Laid out as grids, a row each, so that rows out of sight cost nothing; the roles keep what that takes from the elements. */}
        <table role="table" style={{ minWidth: width, '--bt-columns': tracks(placed, hasActions) } as CSSProperties}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className="bt-right bt-fixed-start">
                {t('list.number')}
              </th>
              {placed.map((one) => (
                <HeaderCell
                  key={one.column.field}
                  label={one.column.label}
                  className={one.className}
                  style={insets(one)}
                  width={one.width}
                  onResize={(wished) => props.onResize(one.column.field, wished)}
                  order={!sortKeys.includes(one.column.field) ? undefined : sort.field === one.column.field ? sort.direction : 'none'}
                  onOrder={(direction) => props.onSort(direction ? { field: one.column.field, direction } : null)}
                />
              ))}
              {hasActions && (
                <th role="columnheader" scope="col" className="bt-center bt-fixed-end">
                  {t('common.actions')}
                </th>
              )}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the whole text is in the cell for everybody who does not point */}
          <tbody role="rowgroup" onMouseOver={showWhole}>
            {rows.map((row, position) => {
              const id = rowKey(row)
              return <TableRow key={id} id={id} row={row} number={rowNumber(page, size, position)} placed={placed} actions={actions} />
            })}
          </tbody>
          {summed && <Sums placed={placed} sums={sums} label={t('list.sums')} hasActions={hasActions} />}
        </table>
        {rows.length === 0 && <div className="bt-table-empty">{props.empty}</div>}
      </section>
      <Pages {...props} />
    </div>
  )
}

function Pages({ page, size, total, onPage }: Pick<Props<object>, 'page' | 'size' | 'total' | 'onPage'>) {
  const t = useShellText()
  const language = useLanguage()
  return (
    <div className="bt-pages">
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={total}
        showTotal={(n) => <span className="bt-num">{t('list.total', { n: showCount(n, language) })}</span>}
        showSizeChanger
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(wished, wishedSize) => onPage(wishedSize === size ? wished : 1, PAGE_SIZES.find((one) => one === wishedSize) ?? size)}
      />
    </div>
  )
}
