// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { Checkbox, Pagination } from 'antd'
import { type CSSProperties, type ReactNode, useCallback, useMemo, useState } from 'react'
import { PAGE_SIZES, type Sums } from '#kernel/contract.ts'
import { fieldMeta, isWorded } from '#kernel/primitives.ts'
import type { ColumnLayout } from '#kernel/views.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { showCount } from '../sizes.ts'
import { type Column, shownColumns } from './columns.ts'
import { GhostRows } from './ghost-rows.tsx'
import { HeaderCell } from './header-cell.tsx'
import type { Sort } from './list-state.ts'
import { type Made, SumsLine } from './sums-line.tsx'
import { ACTIONS_WIDTH, AFTER_TICK, insets, NUMBER_WIDTH, place, TICK_WIDTH, tracks } from './table-places.ts'
import { TableRows } from './table-rows.tsx'
import type { Selection } from './use-selection.ts'
import './table.css'

export type PageChange = (page: number, size: (typeof PAGE_SIZES)[number]) => void

interface Props<Row> {
  /** Name of the table for people who do not see it. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  onResize: (field: string, width: number) => void
  sums: Sums
  /** What the sums are made of. */
  made?: Made | undefined
  /** Null where it is not known. */
  total: number | null
  page: number
  size: (typeof PAGE_SIZES)[number]
  /** Left out where all rows are here: then there are no pages. */
  onPage?: PageChange
  sortKeys: readonly string[]
  sort: Sort
  /** null: back to the order of the contract. */
  onSort: (sort: Sort | null) => void
  busy: boolean
  /** Nothing is known yet. */
  loading?: boolean
  /** Last column: what may be done with a row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** First column: rows are ticked for something that is done with several. */
  selection?: Selection<Row> | undefined
  /** Shown instead of rows: empty, error, forbidden. */
  empty: ReactNode
}

/** Ticks all rows of the page that can be ticked. */
function TickPage<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const t = useShellText()
  const possible = rows.filter((row) => selection.has(row) || selection.allows(row))
  const ticked = possible.filter(selection.has).length
  const all = possible.length > 0 && ticked === possible.length
  return (
    <Checkbox
      checked={all}
      indeterminate={ticked > 0 && !all}
      disabled={possible.length === 0}
      aria-label={t('bulk.selectPage')}
      onChange={({ target }) => selection.toggle(possible, target.checked)}
    />
  )
}

/** Where nothing has an amount a sum of nothing says nothing. */
function holdsAny(rows: readonly object[], field: string, sum: string | null | undefined): boolean {
  return rows.length > 0 && (/[1-9]/.test(sum ?? '') || rows.some((row) => (row as Record<string, unknown>)[field] !== null))
}

/** So many rows are less high than the table may become in a low window. */
const FEW = 3

/** Rows with number, order by the server, sums, fixed and resizable columns, and pages of 15, 50 or 100; of more rows than that only those in sight are drawn. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { columns, layout, rows, rowKey, page, size, sums, sort, sortKeys, actions, selection, loading = false } = props
  const t = useShellText()
  const hasActions = actions !== undefined
  // State, not a ref: the rows inside are there before it, and begin when it is. It stays while the list is behind another page, which
  // React says with null: taken in, the table would be drawn again with each switch of tabs.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const keepScroller = useCallback((element: HTMLElement | null) => {
    if (element) setScroller(element)
  }, [])
  const ticks = selection !== undefined
  const lead = NUMBER_WIDTH + (ticks ? TICK_WIDTH : 0)
  const placed = useMemo(() => place(shownColumns(columns, layout), layout, hasActions, lead), [columns, layout, hasActions, lead])
  const width = placed.reduce((sum, one) => sum + one.width, lead + (hasActions ? ACTIONS_WIDTH : 0))
  const summed = placed.some(({ column: { field } }) => field in sums && holdsAny(rows, field, sums[field]))
  return (
    <div className="bt-table" aria-busy={props.busy} data-few={(!loading && rows.length <= FEW) || undefined}>
      <div className="bt-table-progress" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard as well */}
      <section ref={keepScroller} className="bt-table-scroll" aria-label={props.label} tabIndex={0}>
        {/* Laid out as grids, a row each, so that rows out of sight cost nothing; the roles keep what that takes from the elements. */}
        <table role="table" aria-rowcount={rows.length + 1} style={{ minWidth: width, '--bt-columns': tracks(placed, hasActions, ticks) } as CSSProperties}>
          <thead role="rowgroup">
            <tr role="row">
              {selection && (
                <th role="columnheader" scope="col" className="bt-center bt-fixed-start">
                  <TickPage rows={rows} selection={selection} />
                </th>
              )}
              <th role="columnheader" scope="col" className="bt-right bt-fixed-start" style={ticks ? AFTER_TICK : undefined}>
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
                  first={isWorded(fieldMeta(one.column.schema).kind) ? 'asc' : 'desc'}
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
          <TableRows rows={rows} rowKey={rowKey} placed={placed} page={page} size={size} actions={actions} selection={selection} scroller={scroller} />
          {loading && (
            <GhostRows
              rows={size}
              cells={[...(ticks ? [''] : []), 'bt-right', ...placed.map(({ column }) => `bt-${column.align}`), ...(hasActions ? [''] : [])]}
            />
          )}
          {summed && <SumsLine placed={placed} sums={sums} made={props.made} hasActions={hasActions} ticks={ticks} />}
        </table>
        {rows.length === 0 && !loading && <div className="bt-table-empty">{props.empty}</div>}
      </section>
      {props.onPage && (
        <div className="bt-pages">
          <Pages page={page} size={size} total={props.total} busy={props.busy} onPage={props.onPage} />
        </div>
      )}
    </div>
  )
}

/** The pages below a table, with how many rows there are and how many stand on a page. */
export function Pages({ page, size, total, busy, onPage }: Pick<Props<object>, 'page' | 'size' | 'total' | 'busy'> & { onPage: PageChange }) {
  const t = useShellText()
  const language = useLanguage()
  return (
    <Pagination
      size="small"
      // It is small on every screen: without this it asks for the width of the window, and is drawn again, each time it is shown.
      responsive={false}
      current={page}
      pageSize={size}
      total={total ?? 0}
      showTotal={(n) => <span className="bt-num">{t('list.total', { n: total !== null ? showCount(n, language) : busy ? '…' : '—' })}</span>}
      showSizeChanger
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={(wished, wishedSize) => onPage(wishedSize === size ? wished : 1, PAGE_SIZES.find((one) => one === wishedSize) ?? size)}
    />
  )
}
