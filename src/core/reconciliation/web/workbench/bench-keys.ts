import type { KeyboardEvent } from 'react'
import { other } from './bench.ts'
import type { Command } from './bench-bar.tsx'
import type { Cursor } from './use-cursor.ts'
import { PAGE } from './use-lines.ts'

/** Lines that a page key passes. */
const SCREEN = 10

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: SCREEN, PageUp: -SCREEN, End: PAGE, Home: -PAGE }
const COMMANDS: Readonly<Record<string, Command>> = {
  m: 'match',
  u: 'unmatch',
  z: 'undo',
  n: 'next',
  e: 'explain',
  Enter: 'explain',
  r: 'resolve',
  a: 'assign',
  x: 'clear',
  '?': 'help',
}

interface Wishes {
  cursor: Cursor
  command: (command: Command) => void
  focus: (side: Cursor['side']) => void
  search: () => void
  leave: () => void
}

/** The keys of a pane; what is pressed together with Ctrl or Alt is the browser's. */
export function benchKeys({ cursor, command, focus, search, leave }: Wishes) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const step = STEPS[key]
    const known = COMMANDS[key]
    if (step !== undefined) move(cursor, step, event.shiftKey)
    else if (key === ' ') choose(cursor)
    else if (key === 'Tab') focus(other(cursor.side))
    else if (key === '/') search()
    else if (key === 'Escape') leave()
    else if (known) command(known)
    else return
    event.preventDefault()
  }
}

/** With Shift the lines that are passed are chosen. */
function move(cursor: Cursor, step: number, choosing: boolean): void {
  const from = cursor.lineAt(cursor.side)
  const to = cursor.step(step)
  if (!choosing || !to) return
  if (from) cursor.toggle(cursor.side, from, true)
  cursor.toggle(cursor.side, to, true)
}

function choose(cursor: Cursor): void {
  const line = cursor.lineAt(cursor.side)
  if (line) cursor.toggle(cursor.side, line)
}
