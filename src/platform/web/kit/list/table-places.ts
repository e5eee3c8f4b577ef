import type { CSSProperties } from 'react'
import type { ColumnLayout } from '#kernel/views.ts'
import type { Column } from './columns.ts'

export const NUMBER_WIDTH = 56
export const ACTIONS_WIDTH = 96
export const TICK_WIDTH = 44

/** A column with where it stands: its width now, and its distance from the edge it is fixed to. */
export interface Placed<Row> {
  column: Column<Row>
  width: number
  className: string
  offset: number | undefined
}

/** `least`: what a column may not be narrower than, whatever was chosen. */
export function place<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  hasActions: boolean,
  lead: number,
  least: Readonly<Record<string, number>> = {},
): Placed<Row>[] {
  const widthOf = ({ field, width }: Column<Row>) => Math.max(layout.widths[field] ?? width, least[field] ?? 0)
  let start = lead
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

export function insets<Row>({ column, offset }: Placed<Row>): CSSProperties | undefined {
  return offset === undefined ? undefined : column.fixed === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset }
}

/** Columns share what is left over as their widths stand to each other. */
export function tracks<Row>(placed: readonly Placed<Row>[], hasActions: boolean, ticked: boolean): string {
  const columns = placed.map(({ width }) => `minmax(${width}px, ${width}fr)`)
  return [...(ticked ? [`${TICK_WIDTH}px`] : []), `${NUMBER_WIDTH}px`, ...columns, ...(hasActions ? [`${ACTIONS_WIDTH}px`] : [])].join(' ')
}

/** Where the row numbers stand beside ticks. */
export const AFTER_TICK: CSSProperties = { insetInlineStart: TICK_WIDTH }
