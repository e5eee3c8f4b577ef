// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time can be focused (grid-keys.ts)
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the keys is a grid
import { Checkbox } from 'antd'
import { memo, type ReactNode } from 'react'
import { useShellText } from '../../i18n.ts'
import { FieldValue } from '../value/field-value.tsx'
import { rowNumber } from './list-state.ts'
import { AFTER_TICK, insets, type Placed } from './table-places.ts'
import type { Selection } from './use-selection.ts'

/** What the rows of a table have in common. */
export interface RowsProps<Row> {
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
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked ?? undefined}
      data-row-key={id}
      data-ticked={ticked || undefined}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
    >
      {ticked !== undefined && (
        // Focus on a tick must not be handed on to the tick of another row.
        <td key={`tick ${id}`} role="gridcell" className="bt-center bt-fixed-start">
          {ticked !== null && (
            <Checkbox checked={ticked} aria-label={t('bulk.selectRow', { n: number })} onChange={({ target }) => selection?.toggle([row], target.checked)} />
          )}
        </td>
      )}
      <td role="gridcell" className="bt-right bt-fixed-start bt-row-number bt-num" style={ticked === undefined ? undefined : AFTER_TICK}>
        {number}
      </td>
      {placed.map((one) => (
        // What a screen draws itself may remember things, and must not be handed on to another row.
        <td key={one.column.render ? `${one.column.field} ${id}` : one.column.field} role="gridcell" className={one.className} style={insets(one)}>
          {one.column.render ? one.column.render(row) : <FieldValue schema={one.column.schema} value={(row as Record<string, unknown>)[one.column.field]} />}
        </td>
      ))}
      {actions && (
        <td key={id} role="gridcell" className="bt-center bt-fixed-end">
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

const TableRow = memo(RowCells) as typeof RowCells

/** A row at its place among the rows. */
export function OneRow<Row>({
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

/** A cut text is shown whole while the pointer rests on it, or it is focused. */
export function showWhole(event: { target: EventTarget }): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (!cell) return
  // What opens an action is cut inside its button.
  const cut = [cell, cell.querySelector('.bt-action-link > span')].some((one) => one && one.scrollWidth > one.clientWidth)
  cell.title = cut ? (cell.textContent ?? '') : ''
}
