import { type FocusEvent, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { gridKeys } from './grid-keys.ts'

/** Where one is when nothing of the page has been touched yet, or what was is gone. */
const isNowhere = (element: Element | null) => element === document.body || element?.id === 'content'

/** The keys of a table; `first` is the column that is entered first, `onHelp` shows what the keys are. */
export function useGrid(first: number, onHelp: () => void) {
  const held = useRef<HTMLTableElement>(null)
  const [keys] = useState(() =>
    gridKeys({
      first,
      filters: () => held.current?.closest('[role=tabpanel]')?.querySelector<HTMLElement>('[role=search] input')?.focus(),
      help: onHelp,
    }),
  )
  useEffect(() => {
    const fromNowhere = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || event.ctrlKey || event.altKey || !isNowhere(document.activeElement)) return
      event.preventDefault()
      keys.enter()
    }
    document.addEventListener('keydown', fromNowhere)
    return () => document.removeEventListener('keydown', fromNowhere)
  }, [keys])
  return {
    // A list behind another page is taken away with null, and is the same one when it comes back.
    ref: useCallback(
      (table: HTMLTableElement | null) => {
        if (!table) return
        held.current = table
        keys.hold(table)
      },
      [keys],
    ),
    onKeyDown: (event: KeyboardEvent) => keys.keyDown(event.nativeEvent),
    onFocus: (event: FocusEvent) => keys.visit(event.target),
    onMouseDown: (event: MouseEvent) => keys.visit(event.target),
  }
}
