import type { CSSProperties } from 'react'

/** No page is higher than so many rows in a usual window. */
const MOST = 50

/** Grey rows while the first ones load, as high as they will be; `cells` are the classes of the columns. */
export function GhostRows({ rows, cells }: { rows: number; cells: readonly string[] }) {
  return (
    <tbody aria-hidden className="bt-ghost" style={{ '--bt-ghosts': Math.min(rows, MOST) } as CSSProperties}>
      <tr>
        {cells.map((className, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns without anything in them
          <td key={at} className={`bt-ghost-cell ${className}`} />
        ))}
      </tr>
    </tbody>
  )
}
