// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { useVirtualizer } from '@tanstack/react-virtual'
import { Checkbox } from 'antd'
import { memo, type ReactNode } from 'react'
import { useShellText } from '../i18n.ts'
import { useSettings } from '../shell/settings.ts'
import { FieldValue } from './field-value.tsx'
import { rowNumber } from './list-state.ts'
import { AFTER_TICK, insets, type Placed } from './table-places.ts'
import type { Selection } from './use-selection.ts'

/** Up to so many rows all are drawn, however few are in sight: what the browser's own search finds is there. */
const VIRTUAL_ABOVE = 100
/** Rows drawn beyond each edge, so that a quick scroll finds them there. */
const BEYOND = 10
const ROW_HEIGHT = { comfortable: 40, compact: 32 } as const

interface RowsProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  placed: readonly Placed<Row>[]
  page: number
  size: number
  actions: ((row: Row) => ReactNode) | undefined
  selection: Selection<Row> | undefined
}

interface RowProps<Row> {
  row: Row
  id: string
  number: number
  placed: readonly Placed<Row>[]
  actions: ((row: Row) => ReactNode) | undefined
  selection: Selection<Row> | undefined
  /** Undefined where nothing is ticked; null for a row that cannot be. */
  ticked: boolean | null | undefined
  index: number
  /** Distance from the first row, where not all are drawn. */
  top: number | undefined
}

function RowCells<Row>({ row, id, number, placed, actions, selection, ticked, index, top }: RowProps<Row>) {
  const t = useShellText()
  const drawn = top === undefined ? {} : { 'aria-rowindex': index + 2, style: { transform: `translateY(${top}px)` } }
  return (
    <tr role="row" data-row-key={id} data-ticked={ticked || undefined} {...drawn}>
      {ticked !== undefined && (
        <td role="cell" className="bt-center bt-fixed-start">
          {ticked !== null && (
            <Checkbox checked={ticked} aria-label={t('bulk.selectRow', { n: number })} onChange={({ target }) => selection?.toggle([row], target.checked)} />
          )}
        </td>
      )}
      <td role="cell" className="bt-right bt-fixed-start bt-row-number bt-num" style={ticked === undefined ? undefined : AFTER_TICK}>
        {number}
      </td>
      {placed.map((one) => (
        // What a screen draws itself may remember things, and must not be handed on to another row.
        <td key={one.column.render ? `${one.column.field} ${id}` : one.column.field} role="cell" className={one.className} style={insets(one)}>
          {one.column.render ? one.column.render(row) : <FieldValue schema={one.column.schema} value={(row as Record<string, unknown>)[one.column.field]} />}
        </td>
      ))}
      {actions && (
        <td key={id} role="cell" className="bt-center bt-fixed-end">
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

const TableRow = memo(RowCells) as typeof RowCells

/** The rows of a table; of more than a hundred only those in sight are drawn. `scroller` is what they scroll in. */
export function TableRows<Row>(props: RowsProps<Row> & { scroller: HTMLElement | null }) {
  const { rows, scroller, ...rest } = props
  return rows.length > VIRTUAL_ABOVE ? (
    <VirtualRows rows={rows} scroller={scroller} {...rest} />
  ) : (
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the whole text is in the cell for everybody who does not point
    <tbody role="rowgroup" onMouseOver={showWhole}>
      {rows.map((row, index) => (
        <OneRow key={rest.rowKey(row)} row={row} index={index} top={undefined} {...rest} />
      ))}
    </tbody>
  )
}

function OneRow<Row>({
  row,
  index,
  top,
  rowKey,
  page,
  size,
  placed,
  actions,
  selection,
}: Omit<RowsProps<Row>, 'rows'> & { row: Row; index: number; top: number | undefined }) {
  return (
    <TableRow
      row={row}
      id={rowKey(row)}
      number={rowNumber(page, size, index)}
      placed={placed}
      actions={actions}
      selection={selection}
      ticked={selection && (selection.allows(row) ? selection.has(row) : null)}
      index={index}
      top={top}
    />
  )
}

function VirtualRows<Row>({ rows, scroller, ...rest }: RowsProps<Row> & { scroller: HTMLElement | null }) {
  const height = ROW_HEIGHT[useSettings((settings) => settings.density)]
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: BEYOND,
    // Rows begin below the heading, which stays in sight.
    scrollMargin: height,
    // Drawn with the next frame, not in the middle of a scroll event.
    useFlushSync: false,
  })
  // A row that goes out of sight gives its place in the page to the one that comes into it: making them anew takes too long for a frame.
  const slots = Math.ceil((virtual.scrollRect?.height ?? 0) / height) + 2 * BEYOND + 2
  return (
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the whole text is in the cell for everybody who does not point
    <tbody role="rowgroup" className="bt-virtual" style={{ height: rows.length * height }} onMouseOver={showWhole}>
      {virtual.getVirtualItems().map(({ index }) => {
        const row = rows[index]
        return row === undefined ? null : <OneRow key={index % slots} row={row} index={index} top={index * height} {...rest} />
      })}
    </tbody>
  )
}

/** A cut text is shown whole while the pointer rests on it. */
function showWhole(event: { target: EventTarget }): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : ''
}
