// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { lazy, Suspense } from 'react'
import { useSettings } from '../../shell/preferences/settings.ts'
import { persistently } from '../../shell/routing/chunks.ts'
import { OneRow, type RowsProps, showWhole } from './table-row.tsx'

/** Up to so many rows all are drawn, however few are in sight: what the browser's own search finds is there. No page of a list has more. */
const VIRTUAL_ABOVE = 100
/** Of up to so many about all are in sight. */
const FEW = 20
const ROW_HEIGHT = { comfortable: 40, compact: 32 } as const

const loadVirtual = () => persistently(() => import('./virtual-rows.tsx'))
const VirtualRows = lazy(loadVirtual) as Awaited<ReturnType<typeof loadVirtual>>['default']

/** The rows of a table; of more than a hundred only those in sight are drawn. `scroller` is what they scroll in. */
export function TableRows<Row>(props: RowsProps<Row> & { scroller: HTMLElement | null }) {
  const { rows, scroller, ...rest } = props
  const height = ROW_HEIGHT[useSettings((settings) => settings.density)]
  if (rows.length > VIRTUAL_ABOVE) {
    return (
      <Suspense fallback={<tbody role="rowgroup" style={{ height: rows.length * height }} />}>
        <VirtualRows rows={rows} scroller={scroller} height={height} {...rest} />
      </Suspense>
    )
  }
  return (
    <tbody role="rowgroup" data-many={rows.length > FEW || undefined} onMouseOver={showWhole} onFocus={showWhole}>
      {rows.map((row, index) => (
        <OneRow key={rest.rowKey(row)} row={row} index={index} top={undefined} {...rest} />
      ))}
    </tbody>
  )
}
