// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is worked in
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points to the cell with aria-activedescendant
// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as blocks lose the meaning of their elements, which the roles give back
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { type DrawnRow, inSlots, isSeen, rowsAround } from '#platform/web/kit/list/row-slots.ts'
import { useActionLabel, words } from '../words.ts'
import { cellKey, type MatrixLine, type MatrixRole, type Pending } from './matrix-model.ts'

const ROW = 32
const COLUMN = 112
const HEAD = 56
const SIDE = 380
/** Drawn beyond what is in sight, so that a quick scroll finds something there. */
const ROWS_BEYOND = 8
const COLUMNS_BEYOND = 2

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
  const table = useRef<HTMLTableElement>(null)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const down = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollPaddingStart: HEAD,
    paddingStart: HEAD,
    // Drawn with the next frame, not in the middle of a scroll event.
    useFlushSync: false,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: roles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    scrollPaddingStart: SIDE,
    paddingStart: SIDE,
    useFlushSync: false,
  })
  const rows = around(down, lines.length, ROW, ROWS_BEYOND)
  const columns = around(across, roles.length, COLUMN, COLUMNS_BEYOND)
  // Lines are drawn again when the columns in sight change, not at each step on the way there.
  const at = columns.map(({ index, slot }) => `${index}:${slot}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all about them
  const drawn = useMemo(() => columns, [at])
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
    // What has been scrolled out of sight is looked at before it is turned over.
    if (place || !isInSight(scroller.current, focus)) move(place ?? focus)
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
  const here = rows.some(({ index }) => index === focus.row) && (lines[focus.row]?.kind === 'heading' || drawn.some(({ index }) => index === focus.column))
  return (
    <div ref={scroller} className="access-matrix bt-ring-around">
      {/* The names of the lines, drawn once more where they stay in sight: one layer to be moved instead of one a line. */}
      <div className="access-matrix-sides" aria-hidden style={{ width: SIDE }} onClick={() => table.current?.focus({ preventScroll: true })}>
        {rows.map(({ index, slot }) => {
          const line = lines[index]
          return line ? <Side key={slot} line={line} row={index} focused={focus.row === index && line.kind === 'heading'} /> : null
        })}
      </div>
      <table
        ref={table}
        className="access-matrix-space"
        style={{ height: down.getTotalSize(), width: across.getTotalSize() }}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={roles.length + 1}
        aria-readonly={readOnly}
        aria-activedescendant={here ? `mx-${focus.row}-${focus.column}` : undefined}
        tabIndex={0}
        onKeyDown={press}
        onClick={click}
      >
        <thead className="access-matrix-heads" role="rowgroup" style={{ height: HEAD }}>
          <Heads roles={roles} columns={drawn} focused={focus.column} />
        </thead>
        <tbody role="rowgroup" className="access-matrix-body">
          {rows.map(({ index, slot }) => {
            const line = lines[index]
            return line ? (
              <Line
                key={slot}
                line={line}
                row={index}
                roles={roles}
                columns={drawn}
                kept={kept}
                pending={pending}
                focused={focus.row === index ? focus.column : -1}
              />
            ) : null
          })}
        </tbody>
      </table>
    </div>
  )
}

function isInSight(scroller: HTMLElement | null, { row, column }: Place): boolean {
  if (!scroller) return false
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller
  return isSeen(row, ROW, scrollTop, clientHeight - HEAD) && isSeen(column, COLUMN, scrollLeft, clientWidth - SIDE)
}

/** What is in sight and a little more, each in a place of the page that it keeps while the grid moves. */
function around(of: Virtualizer<HTMLDivElement, Element>, count: number, size: number, beyond: number): DrawnRow[] {
  const inSight = of.calculateRange()
  if (!inSight) return []
  const extent = (of.options.horizontal ? of.scrollRect?.width : of.scrollRect?.height) ?? 0
  const slots = Math.ceil(extent / size) + 1 + 2 * beyond
  return inSlots(rowsAround(inSight.startIndex, count, slots, beyond), of.isScrolling)
}

/** What the person does not hold cannot be given, only taken away, or given back. */
function mayTurn({ permission }: Extract<MatrixLine, { kind: 'permission' }>, role: MatrixRole, kept: Props['kept'], pending: Pending): boolean {
  return permission.held || (kept.get(role.id)?.has(permission.id) ?? false) || pending.has(cellKey(role.id, permission.id))
}

interface Window {
  roles: readonly MatrixRole[]
  columns: readonly DrawnRow[]
}

/** In pixels from the beginning of the grid. */
const topOf = (row: number) => HEAD + row * ROW
const leftOf = (column: number) => SIDE + column * COLUMN

const Heads = memo(function Heads({ roles, columns, focused }: Window & { focused: number }) {
  const labels = useLabels(words)
  return (
    <tr className="access-matrix-headline" role="row" aria-rowindex={1} style={{ height: HEAD }}>
      <th scope="col" className="access-matrix-corner" role="columnheader" aria-colindex={1} style={{ width: SIDE }}>
        {labels.text('matrixCorner')}
      </th>
      {columns.map(({ index, slot }) => {
        const role = roles[index]
        return role ? (
          <th
            key={slot}
            scope="col"
            role="columnheader"
            aria-colindex={index + 2}
            className={focused === index ? 'access-matrix-head access-matrix-here' : 'access-matrix-head'}
            style={{ left: leftOf(index), width: COLUMN }}
            title={`${role.name} (${role.code})`}
          >
            <span>{role.name}</span>
          </th>
        ) : null
      })}
    </tr>
  )
})

const lineClass = (line: MatrixLine) =>
  line.kind === 'heading' ? `access-matrix-line access-matrix-heading access-matrix-level${line.level}` : 'access-matrix-line'

/** Name of a line as it is seen. */
const Side = memo(function Side({ line, row, focused }: { line: MatrixLine; row: number; focused: boolean }) {
  const action = useActionLabel()
  return (
    <div
      className={`${lineClass(line)} access-matrix-side${focused ? ' access-matrix-here' : ''}`}
      style={{ transform: `translateY(${topOf(row)}px)`, height: ROW }}
    >
      {line.kind === 'heading' ? (
        <span title={line.title}>{line.title}</span>
      ) : (
        <>
          <span>{action(line.permission.action)}</span>
          <small className="bt-num" title={line.permission.uri}>
            <bdi>{line.permission.uri}</bdi>
          </small>
        </>
      )}
    </div>
  )
})

interface LineProps extends Window {
  line: MatrixLine
  row: number
  kept: Props['kept']
  pending: Pending
  /** Column of the focus in this line, or -1. */
  focused: number
}

const Line = memo(function Line({ line, row, roles, columns, kept, pending, focused }: LineProps) {
  const action = useActionLabel()
  const style = { transform: `translateY(${topOf(row)}px)`, height: ROW }
  if (line.kind === 'heading')
    return (
      <tr className={lineClass(line)} role="row" aria-rowindex={row + 2} style={style}>
        <th scope="row" role="rowheader" className="bt-visually-hidden" id={`mx-${row}-${Math.max(0, focused)}`} aria-colindex={1}>
          {line.title}
        </th>
      </tr>
    )
  const { permission } = line
  return (
    <tr className={lineClass(line)} role="row" aria-rowindex={row + 2} style={style}>
      <th scope="row" role="rowheader" className="bt-visually-hidden" aria-colindex={1}>
        {action(permission.action)} {permission.uri}
      </th>
      {columns.map(({ index, slot }) => {
        const role = roles[index]
        if (!role) return null
        const wanted = pending.get(cellKey(role.id, permission.id))
        const on = wanted ?? kept.get(role.id)?.has(permission.id) ?? false
        const open = permission.held || on || wanted !== undefined
        const state = [on && 'access-on', wanted !== undefined && 'access-changed', !open && 'access-shut', focused === index && 'access-matrix-here']
        return (
          <td
            key={slot}
            id={`mx-${row}-${index}`}
            data-cell={`${row}:${index}`}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={on}
            aria-label={`${role.name}: ${permission.uri}`}
            className={['access-matrix-cell', ...state].filter(Boolean).join(' ')}
            style={{ left: leftOf(index), width: COLUMN }}
          />
        )
      })}
    </tr>
  )
})
