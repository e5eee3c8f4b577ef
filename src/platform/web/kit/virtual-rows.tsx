// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { useVirtualizer } from '@tanstack/react-virtual'
import { OneRow, type RowsProps, showWhole } from './table-row.tsx'

/** Rows drawn beyond each edge, so that a quick scroll finds them there. */
const BEYOND = 10

/** Of many rows only those in sight. `height`: pixels of a row; `scroller` is what they scroll in. */
export default function VirtualRows<Row>({ rows, scroller, height, ...rest }: RowsProps<Row> & { scroller: HTMLElement | null; height: number }) {
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
