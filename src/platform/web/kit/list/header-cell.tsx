// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { type CSSProperties, type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { useShellText } from '../../i18n.ts'
import { clampWidth } from './column-settings.ts'

interface Props {
  label: string
  className: string
  style: CSSProperties | undefined
  width: number
  onResize: (width: number) => void
  /** The order in force; undefined for a column that cannot be sorted by. */
  order: 'asc' | 'desc' | 'none' | undefined
  /** The way the first press sorts: words from A, figures and days from the greatest. */
  first: 'asc' | 'desc'
  /** The order asked for; null goes back to the list's own. */
  onOrder: (direction: 'asc' | 'desc' | null) => void
}

const STEP = 16
const NEXT = {
  asc: { none: 'asc', asc: 'desc', desc: null },
  desc: { none: 'desc', desc: 'asc', asc: null },
} as const
const ARIA = { none: 'none', desc: 'descending', asc: 'ascending' } as const

/** A heading: sorts when pressed, and is as wide as its handle is dragged, or moved with the arrows (with Shift where the table is one Tab stop). */
export function HeaderCell({ label, className, style, width, onResize, order, first, onOrder }: Props) {
  return (
    <th role="columnheader" scope="col" className={className} style={style} aria-sort={order && ARIA[order]}>
      {order ? (
        <button type="button" className="bt-sort" data-order={order} onClick={() => onOrder(NEXT[first][order])} title={label}>
          <span>{label}</span>
        </button>
      ) : (
        <span className="bt-heading" title={label}>
          {label}
        </span>
      )}
      <Handle label={label} width={width} onResize={onResize} />
    </th>
  )
}

function Handle({ label, width, onResize }: Pick<Props, 'label' | 'width' | 'onResize'>) {
  const t = useShellText()
  const line = useRef<HTMLSpanElement>(null)
  const start = (event: ReactPointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    const actual = handle.parentElement?.offsetWidth ?? width
    let wished = actual
    const move = (at: PointerEvent) => {
      wished = clampWidth(actual + at.clientX - from)
      if (line.current) line.current.style.transform = `translateX(${wished - actual}px)`
    }
    const stop = () => {
      handle.removeEventListener('pointermove', move)
      if (line.current) line.current.style.transform = ''
      if (wished !== actual) onResize(wished)
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', stop, { once: true })
  }
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onResize(clampWidth(width + step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <span
      ref={line}
      className="bt-resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('list.resize', { name: label })}
      aria-valuenow={width}
      tabIndex={-1}
      onPointerDown={start}
      onKeyDown={byKey}
    />
  )
}
