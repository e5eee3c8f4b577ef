// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { inSlots, rowsAround } from './row-slots.ts'
import { OneRow, type RowsProps, showWhole } from './table-row.tsx'

/** Rows drawn beyond each edge, so that a quick scroll finds them there. */
const BEYOND = 10

/** Of many rows only those in sight. `height`: pixels of a row; `scroller` is what they scroll in. */
export default function VirtualRows<Row>({ rows, scroller, height, ...rest }: RowsProps<Row> & { scroller: HTMLElement | null; height: number }) {
  const [focused, setFocused] = useState(false)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    // Rows begin below the heading, which stays in sight.
    scrollMargin: height,
    // Drawn with the next frame, not in the middle of a scroll event.
    useFlushSync: false,
  })
  const inSight = virtual.calculateRange()
  // As many as can be in sight, with one cut at each edge. What was measured is asked for, not the page, which would be laid out for that.
  const slots = Math.ceil((virtual.scrollRect?.height ?? 0) / height) + 1 + 2 * BEYOND
  const indexes = inSight ? rowsAround(inSight.startIndex, rows.length, slots, BEYOND) : []
  // For the keyboard and for readers rows follow one another as they are seen; a row that is focused would lose it by a change of places.
  const drawn = inSlots(indexes, virtual.isScrolling && !focused)
  return (
    <tbody
      role="rowgroup"
      className="bt-virtual"
      style={{ height: rows.length * height }}
      onMouseOver={showWhole}
      onFocus={(event) => {
        showWhole(event)
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
    >
      {drawn.map(({ index, slot }) => {
        const row = rows[index]
        return row === undefined ? null : <OneRow key={slot} row={row} index={index} top={index * height} {...rest} />
      })}
    </tbody>
  )
}
