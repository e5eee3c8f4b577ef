/**
 * The keys of a table that is one Tab stop (WAI-ARIA grid, roving tabindex). It works on the page itself: a move from cell to cell draws
 * nothing anew, and what cells hold need not know that it stands in a grid.
 */

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]:not([role=separator], td, th)'
const TYPING = 'textarea, select, input:not([type=checkbox], [type=radio])'
/** Frames that are waited for a row that is drawn once it is in sight. */
const FRAMES = 20

/** Row 0 is the heading, those of the page follow, sums come last; `stop` counts what can be focused inside the cell. */
interface Place {
  row: number
  column: number
  stop: number
}

export interface GridKeys {
  /** Takes charge of a table; called again it changes nothing. */
  hold(table: HTMLTableElement): void
  keyDown(event: KeyboardEvent): void
  /** Where one is, by key or pointer. */
  visit(target: EventTarget): void
  /** To where one was last, the first row to begin with. */
  enter(): void
}

interface Wishes {
  /** The column that is entered first. */
  first: number
  filters: () => void
  help: () => void
}

/** What can be focused in a cell: its controls, or itself where it has none. */
function stopsOf(cell: HTMLElement | undefined): HTMLElement[] {
  if (!cell) return []
  const own = [...cell.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => !one.matches(':disabled'))
  return own.length > 0 ? own : [cell]
}

/** Rows that the table has, be they drawn or not. */
const countOf = (table: HTMLTableElement) => Number(table.getAttribute('aria-rowcount')) - 1

function lineAt(table: HTMLTableElement, row: number): HTMLTableRowElement | null | undefined {
  if (row === 0) return table.tHead?.rows[0]
  return row > countOf(table) ? table.tFoot?.rows[0] : table.querySelector<HTMLTableRowElement>(`tbody > tr[aria-rowindex="${row + 1}"]`)
}

function stopAt(table: HTMLTableElement, { row, column, stop }: Place): HTMLElement | undefined {
  const cells = lineAt(table, row)?.cells
  const stops = stopsOf(cells?.[Math.min(column, cells.length - 1)])
  return stops[Math.min(stop, stops.length - 1)]
}

function placeOf(table: HTMLTableElement, target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('th, td') : null
  const line = cell?.parentElement
  if (!cell || !line || !table.contains(cell)) return undefined
  const part = line.parentElement
  const row = part === table.tHead ? 0 : part === table.tFoot ? countOf(table) + 1 : Number(line.getAttribute('aria-rowindex')) - 1
  return {
    row,
    column: cell.cellIndex,
    stop: Math.max(
      0,
      stopsOf(cell).findIndex((one) => one.contains(target as Node)),
    ),
  }
}

/** Beside it in the row: over the controls of a cell one by one. */
function beside(table: HTMLTableElement, { row, column, stop }: Place, step: 1 | -1): Place {
  const cells = lineAt(table, row)?.cells ?? []
  const within = stop + step
  if (within >= 0 && within < stopsOf(cells[column]).length) return { row, column, stop: within }
  const next = column + step
  return next < 0 || next >= cells.length ? { row, column, stop } : { row, column: next, stop: step > 0 ? 0 : stopsOf(cells[next]).length - 1 }
}

/** Rows that are in sight between heading and sums. */
function pageOf(table: HTMLTableElement): number {
  const height = table.tBodies[0]?.rows[0]?.offsetHeight ?? 1
  const seen = (table.parentElement?.clientHeight ?? 0) - (table.tHead?.offsetHeight ?? 0) - (table.tFoot?.offsetHeight ?? 0)
  return Math.max(1, Math.floor(seen / height) - 1)
}

/** Where a key leads; undefined for keys that lead nowhere. */
function led(table: HTMLTableElement, at: Place, { key, ctrlKey }: KeyboardEvent): Place | undefined {
  const last = countOf(table)
  const end = last + (table.tFoot ? 1 : 0)
  const inRows = (row: number) => ({ ...at, row: Math.max(Math.min(1, last), Math.min(last, row)), stop: 0 })
  switch (key) {
    case 'ArrowRight':
      return beside(table, at, 1)
    case 'ArrowLeft':
      return beside(table, at, -1)
    case 'ArrowDown':
      return { ...at, row: Math.min(end, at.row + 1), stop: 0 }
    case 'ArrowUp':
      return { ...at, row: Math.max(0, at.row - 1), stop: 0 }
    case 'PageDown':
      return inRows(at.row + pageOf(table))
    case 'PageUp':
      return inRows(at.row - pageOf(table))
    case 'Home':
      return { row: ctrlKey ? Math.min(1, last) : at.row, column: 0, stop: 0 }
    case 'End':
      return { row: ctrlKey ? last : at.row, column: Number.POSITIVE_INFINITY, stop: Number.POSITIVE_INFINITY }
    default:
      return undefined
  }
}

/** Opens the row: by its link, or by what opens it beside the list; where nothing does, on to what may be done with it. */
function open(line: HTMLTableRowElement): void {
  const opener = line.querySelector<HTMLElement>('td:not(.bt-fixed-end) a[href], .bt-action-link')
  if (opener) opener.click()
  else line.querySelector<HTMLElement>('.bt-fixed-end button')?.focus()
}

/** Ticks the row; false where there is nothing to tick, or another control is what the key is for. */
function tick(line: HTMLTableRowElement, target: Element): boolean {
  const box = line.cells[0]?.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (!box || target === box || target.matches('.bt-fixed-end button')) return false
  box.click()
  return true
}

/** Enter, Space and the keys of a heading; true when one was for this. */
function act(table: HTMLTableElement, at: Place, event: KeyboardEvent, wishes: Wishes): boolean {
  const { key, target } = event
  const line = lineAt(table, at.row)
  if (!(target instanceof HTMLElement) || !line) return false
  const inRow = at.row > 0 && at.row <= countOf(table)
  const control = target.matches('a, button')
  if (key === '/') wishes.filters()
  else if (key === '?') wishes.help()
  else if (key === 'Enter' && inRow && !control) open(line)
  else if (key === 't' && inRow && !event.ctrlKey)
    void import('./trace-key.ts').then(
      ({ traceRow }) => traceRow(line, target),
      () => undefined,
    )
  else if (key === ' ' && inRow && tick(line, target)) return true
  // The space bar would scroll the table.
  else return key === ' ' && target.matches('th, td')
  return true
}

/** Keys of one table, from when it is drawn. */
export function gridKeys(wishes: Wishes): GridKeys {
  let table: HTMLTableElement | undefined
  let place: Place = { row: 1, column: wishes.first, stop: 0 }
  let holder: HTMLElement | undefined

  function handOver(to: HTMLElement | undefined): void {
    if (holder && holder !== to) holder.tabIndex = -1
    holder = to
    if (to) to.tabIndex = 0
  }

  /** One stop for Tab, whatever has been drawn since. */
  function settle(): void {
    if (!table) return
    for (const control of table.querySelectorAll<HTMLElement>(CONTROLS)) if (control !== holder && control.tabIndex === 0) control.tabIndex = -1
    if (holder && holder === document.activeElement) return
    const row = Math.min(place.row, Math.max(countOf(table), 0))
    handOver(stopAt(table, { ...place, row }) ?? stopAt(table, { ...place, row: 0 }))
  }
  const watch = new MutationObserver(settle)

  function moveTo(next: Place, frames = FRAMES): void {
    if (!table) return
    const stop = stopAt(table, next)
    if (stop) {
      stop.tabIndex = 0
      stop.focus()
      const scroller = table.parentElement
      if (next.column === 0 && scroller) scroller.scrollLeft = 0
      return
    }
    // Of very many rows only those in sight are drawn.
    const height = table.tBodies[0]?.rows[0]?.offsetHeight ?? 0
    if (frames === FRAMES) table.parentElement?.scrollTo({ top: (next.row - pageOf(table) / 2) * height })
    if (frames > 0) requestAnimationFrame(() => moveTo(next, frames - 1))
  }

  return {
    hold(held) {
      if (table === held) return
      table = held
      watch.observe(held, { childList: true, subtree: true })
      settle()
    },
    keyDown(event) {
      const at = table && placeOf(table, event.target)
      // Menus that hang from a cell are no part of the table.
      if (!table || !at || event.defaultPrevented || event.altKey || event.metaKey || (event.target as Element).matches(TYPING)) return
      if (event.shiftKey && at.row === 0 && /^Arrow(Left|Right)$/.test(event.key)) {
        const handle = (event.target as Element).closest('th')?.querySelector('[role=separator]')
        handle?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
        return event.preventDefault()
      }
      const next = led(table, at, event)
      if (next) moveTo(next)
      else if (!act(table, at, event, wishes)) return
      event.preventDefault()
    },
    visit(target) {
      const at = table && placeOf(table, target)
      if (!at || !(target instanceof Element)) return
      place = at
      // A press beside the words of a cell focuses the cell, so that the keys go on from there.
      handOver(target.closest<HTMLElement>(`:is(th, td) :is(${CONTROLS})`) ?? target.closest<HTMLElement>('th, td') ?? undefined)
    },
    enter() {
      settle()
      holder?.focus()
    },
  }
}
