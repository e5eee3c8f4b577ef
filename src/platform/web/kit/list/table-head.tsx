// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { Checkbox } from 'antd'
import { fieldMeta, isWorded } from '#kernel/primitives.ts'
import { useShellText } from '../../i18n.ts'
import { HeaderCell } from './header-cell.tsx'
import type { Sort } from './list-state.ts'
import { AFTER_TICK, insets, type Placed } from './table-places.ts'
import type { Selection } from './use-selection.ts'

interface Props<Row> {
  placed: readonly Placed<Row>[]
  rows: readonly Row[]
  selection: Selection<Row> | undefined
  hasActions: boolean
  sortKeys: readonly string[]
  sort: Sort
  onResize: (field: string, width: number) => void
  /** null: back to the order of the contract. */
  onSort: (sort: Sort | null) => void
}

/** The headings of a table. */
export function TableHead<Row>({ placed, rows, selection, hasActions, sortKeys, sort, onResize, onSort }: Props<Row>) {
  const t = useShellText()
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className="bt-center bt-fixed-start">
            <TickPage rows={rows} selection={selection} />
          </th>
        )}
        <th role="columnheader" scope="col" className="bt-right bt-fixed-start" style={selection ? AFTER_TICK : undefined}>
          {t('list.number')}
        </th>
        {placed.map((one) => (
          <HeaderCell
            key={one.column.field}
            label={one.column.label}
            className={one.className}
            style={insets(one)}
            width={one.width}
            onResize={(wished) => onResize(one.column.field, wished)}
            order={!sortKeys.includes(one.column.field) ? undefined : sort.field === one.column.field ? sort.direction : 'none'}
            first={isWorded(fieldMeta(one.column.schema).kind) ? 'asc' : 'desc'}
            onOrder={(direction) => onSort(direction ? { field: one.column.field, direction } : null)}
          />
        ))}
        {hasActions && (
          <th role="columnheader" scope="col" className="bt-center bt-fixed-end">
            {t('common.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
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
