// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is worked in
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points to the cell with aria-activedescendant
// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as blocks lose the meaning of their elements, which the roles give back
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { cellKey, type MatrixLine, type MatrixRole, type Pending } from './matrix-model.ts'
import { useActionLabel } from './words.ts'

const ROW = 32
const COLUMN = 112
const HEAD = 56
const SIDE = 380

interface Props {
  label: string
  roles: readonly MatrixRole[]
  lines: readonly MatrixLine[]
  kept: ReadonlyMap<string, ReadonlySet<string>>
  pending: Pending
  readOnly: boolean
  onToggle: (roleId: string, permissionId: string) => void
}

interface Place {
  row: number
  column: number
}

/**
 * Permissions down, roles across; only what is in sight is drawn, in both directions, under heads that stay. One cell holds the focus:
 * arrows, Home, End, Page Up and Down move it, space turns it over.
 */
export function MatrixGrid({ label, roles, lines, kept, pending, readOnly, onToggle }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const down = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 8,
    scrollPaddingStart: HEAD,
    paddingStart: HEAD,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: roles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 4,
    scrollPaddingStart: SIDE,
    paddingStart: SIDE,
  })
  const columns = across.getVirtualItems()
  const first = columns[0]?.index ?? 0
  const last = columns.at(-1)?.index ?? -1
  const move = useCallback(
    (place: Place) => {
      const next = { row: Math.max(0, Math.min(lines.length - 1, place.row)), column: Math.max(0, Math.min(roles.length - 1, place.column)) }
      setFocus(next)
      down.scrollToIndex(next.row)
      across.scrollToIndex(next.column)
    },
    [lines.length, roles.length, down, across],
  )
  useEffect(
    () => setFocus((old) => ({ row: Math.min(old.row, Math.max(0, lines.length - 1)), column: Math.min(old.column, Math.max(0, roles.length - 1)) })),
    [lines.length, roles.length],
  )
  const turn = (place: Place) => {
    const line = lines[place.row]
    const role = roles[place.column]
    if (!readOnly && line?.kind === 'permission' && role && mayTurn(line, role, kept, pending)) onToggle(role.id, line.permission.id)
  }
  const press = (event: KeyboardEvent) => {
    const { row, column } = focus
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / ROW) - 1)
    const far = event.ctrlKey || event.metaKey
    const places: Record<string, Place> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: far ? 0 : row, column: 0 },
      End: { row: far ? lines.length - 1 : row, column: roles.length - 1 },
    }
    const place = places[event.key]
    if (!place && event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (place) move(place)
    else turn(focus)
  }
  const click = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
    const [row = '', column = ''] = cell?.dataset.cell?.split(':') ?? []
    if (row === '') return
    const place = { row: Number(row), column: Number(column) }
    setFocus(place)
    turn(place)
  }
  return (
    <div ref={scroller} className="sys-matrix">
      <table
        className="sys-matrix-space"
        style={{ height: down.getTotalSize(), width: across.getTotalSize() }}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={roles.length + 1}
        aria-readonly={readOnly}
        aria-activedescendant={`mx-${focus.row}-${focus.column}`}
        tabIndex={0}
        onKeyDown={press}
        onClick={click}
      >
        <thead className="sys-matrix-heads" role="rowgroup" style={{ height: HEAD }}>
          <Heads roles={roles} first={first} last={last} focused={focus.column} />
        </thead>
        <tbody role="rowgroup" className="sys-matrix-body">
          {down.getVirtualItems().map((item) => {
            const line = lines[item.index]
            return line ? (
              <Line
                key={item.key}
                line={line}
                row={item.index}
                top={item.start}
                roles={roles}
                first={first}
                last={last}
                kept={kept}
                pending={pending}
                focused={focus.row === item.index ? focus.column : -1}
              />
            ) : null
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What the person does not hold cannot be given, only taken away, or given back. */
function mayTurn({ permission }: Extract<MatrixLine, { kind: 'permission' }>, role: MatrixRole, kept: Props['kept'], pending: Pending): boolean {
  return permission.held || (kept.get(role.id)?.has(permission.id) ?? false) || pending.has(cellKey(role.id, permission.id))
}

interface Window {
  roles: readonly MatrixRole[]
  first: number
  last: number
}

const Heads = memo(function Heads({ roles, first, last, focused }: Window & { focused: number }) {
  const labels = useLabels('sys')
  return (
    <tr className="sys-matrix-headline" role="row" aria-rowindex={1} style={{ height: HEAD }}>
      <th scope="col" className="sys-matrix-corner" role="columnheader" aria-colindex={1} style={{ width: SIDE }}>
        {labels.text('matrixCorner')}
      </th>
      {roles.slice(first, last + 1).map((role, place) => (
        <th
          key={role.id}
          scope="col"
          role="columnheader"
          aria-colindex={first + place + 2}
          className={focused === first + place ? 'sys-matrix-head sys-matrix-here' : 'sys-matrix-head'}
          style={{ left: SIDE + (first + place) * COLUMN, width: COLUMN }}
          title={`${role.name} (${role.code})`}
        >
          <span>{role.name}</span>
        </th>
      ))}
    </tr>
  )
})

interface LineProps extends Window {
  line: MatrixLine
  row: number
  top: number
  kept: Props['kept']
  pending: Pending
  /** Column of the focus in this line, or -1. */
  focused: number
}

const Line = memo(function Line({ line, row, top, roles, first, last, kept, pending, focused }: LineProps) {
  const action = useActionLabel()
  const style = { transform: `translateY(${top}px)`, height: ROW }
  if (line.kind === 'heading')
    return (
      <tr className={`sys-matrix-line sys-matrix-heading sys-matrix-level${line.level}`} role="row" aria-rowindex={row + 2} style={style}>
        <th scope="row" role="rowheader" className="sys-matrix-side" id={`mx-${row}-${Math.max(0, focused)}`} style={{ width: SIDE }} title={line.title}>
          {line.title}
        </th>
      </tr>
    )
  const { permission } = line
  return (
    <tr className="sys-matrix-line" role="row" aria-rowindex={row + 2} style={style}>
      <th scope="row" role="rowheader" className="sys-matrix-side" style={{ width: SIDE }} title={permission.uri}>
        <span>{action(permission.action)}</span>
        <small className="bt-num">
          <bdi>{permission.uri}</bdi>
        </small>
      </th>
      {roles.slice(first, last + 1).map((role, place) => {
        const column = first + place
        const wanted = pending.get(cellKey(role.id, permission.id))
        const on = wanted ?? kept.get(role.id)?.has(permission.id) ?? false
        const open = permission.held || on || wanted !== undefined
        const state = [on && 'sys-on', wanted !== undefined && 'sys-changed', !open && 'sys-shut', focused === column && 'sys-matrix-here']
        return (
          <td
            key={role.id}
            id={`mx-${row}-${column}`}
            data-cell={`${row}:${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={on}
            aria-label={`${role.name}: ${permission.uri}`}
            className={['sys-matrix-cell', ...state].filter(Boolean).join(' ')}
            style={{ left: SIDE + column * COLUMN, width: COLUMN }}
          />
        )
      })}
    </tr>
  )
})
