// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time can be focused (grid-keys.ts)
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the keys is a grid

import { Pagination } from 'antd'
import { type CSSProperties, type ReactNode, useCallback, useMemo, useState } from 'react'
import { PAGE_SIZES, type Sums } from '#kernel/contract.ts'
import type { ColumnLayout } from '#kernel/views.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { showCount } from '../sizes.ts'
import { amountWidths } from './amount-widths.ts'
import { type Column, shownColumns } from './columns.ts'
import { GhostRows } from './ghost-rows.tsx'
import { GridHelp } from './grid-help.tsx'
import type { Sort } from './list-state.ts'
import { usePageItems } from './page-items.tsx'
import { type Made, SumsLine } from './sums-line.tsx'
import { TableHead } from './table-head.tsx'
import { ACTIONS_WIDTH, NUMBER_WIDTH, place, TICK_WIDTH, tracks } from './table-places.ts'
import { TableRows } from './table-rows.tsx'
import { useGrid } from './use-grid.ts'
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

/** Where nothing has an amount a sum of nothing says nothing. */
function holdsAny(rows: readonly object[], field: string, sum: string | null | undefined): boolean {
  return rows.length > 0 && (/[1-9]/.test(sum ?? '') || rows.some((row) => (row as Record<string, unknown>)[field] !== null))
}

/** So many rows are less high than the table may become in a low window. */
const FEW = 3

/** Rows with number, order by the server, sums, fixed and resizable columns, and pages of 15, 50 or 100; of more rows than that only those in sight are drawn. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { columns, layout, rows, rowKey, page, size, sums, sort, sortKeys, actions, selection, onResize, onSort, loading = false } = props
  const hasActions = actions !== undefined
  // State, not a ref: the rows inside are there before it, and begin when it is. It stays while the list is behind another page, which
  // React says with null: taken in, the table would be drawn again with each switch of tabs.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const keepScroller = useCallback((element: HTMLElement | null) => {
    if (element) setScroller(element)
  }, [])
  const ticks = selection !== undefined
  const lead = NUMBER_WIDTH + (ticks ? TICK_WIDTH : 0)
  const [helped, setHelped] = useState(false)
  const grid = useGrid(ticks ? 2 : 1, () => setHelped(true))
  const language = useLanguage()
  const least = useMemo(() => amountWidths(columns, [...rows, sums], language), [columns, rows, sums, language])
  const placed = useMemo(() => place(shownColumns(columns, layout), layout, hasActions, lead, least), [columns, layout, hasActions, lead, least])
  const width = placed.reduce((sum, one) => sum + one.width, lead + (hasActions ? ACTIONS_WIDTH : 0))
  const summed = placed.some(({ column: { field } }) => field in sums && holdsAny(rows, field, sums[field]))
  return (
    <div className="bt-table" aria-busy={props.busy} data-few={(!loading && rows.length <= FEW) || undefined}>
      <div className="bt-table-progress" />
      <div ref={keepScroller} className="bt-table-scroll" style={{ scrollPaddingInlineStart: lead }}>
        {/* Laid out as grids, a row each, so that rows out of sight cost nothing; the roles keep what that takes from the elements. */}
        <table
          {...grid}
          role="grid"
          aria-label={props.label}
          aria-rowcount={rows.length + 1}
          aria-multiselectable={ticks || undefined}
          style={{ minWidth: width, '--bt-columns': tracks(placed, hasActions, ticks) } as CSSProperties}
        >
          <TableHead placed={placed} rows={rows} selection={selection} hasActions={hasActions} sortKeys={sortKeys} sort={sort} {...{ onResize, onSort }} />
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
      </div>
      {props.onPage && (
        <div className="bt-pages">
          <GridHelp open={helped} onOpen={setHelped} ticks={ticks} />
          <Pages page={page} size={size} total={props.total} busy={props.busy} onPage={props.onPage} />
        </div>
      )}
    </div>
  )
}

/** The pages below a table, with how many rows there are and how many stand on a page. */
export function Pages({ page, size, total, busy, onPage }: Pick<Props<object>, 'page' | 'size' | 'total' | 'busy'> & { onPage: PageChange }) {
  const t = useShellText()
  const items = usePageItems()
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
      itemRender={items}
      showSizeChanger
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={(wished, wishedSize) => onPage(wishedSize === size ? wished : 1, PAGE_SIZES.find((one) => one === wishedSize) ?? size)}
    />
  )
}
