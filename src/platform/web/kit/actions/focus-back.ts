import { useCallback, useEffect, useRef } from 'react'

const FOCUSABLE = 'a[href], button:not(:disabled, [tabindex="-1"]), input:not(:disabled), [tabindex="0"]'

/** Where focus was: what had it, and its row. */
interface Place {
  element: HTMLElement
  around: HTMLElement | null
  row: number
}

/** To the cell of the list where the keys go on. */
export const focusTable = (around: Element | null) => around?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus()

/** Gives focus back to where it was when the function was called, once everything is closed: what is unmounted does not do it itself. */
export function useFocusBack(closed: boolean): () => void {
  const from = useRef<Place | null>(null)
  useEffect(() => {
    const place = from.current
    if (!closed || !place) return
    from.current = null
    place.element.focus()
    // Gone by then, as the bar of ticks that were used up.
    if (document.activeElement === document.body) focusTable(place.around)
    return goOnAfter(place)
  }, [closed])
  return useCallback(() => {
    // One that is opened from another belongs to what opened the first.
    from.current ??= placeOf(document.activeElement)
  }, [])
}

function placeOf(element: Element | null): Place | null {
  if (!(element instanceof HTMLElement)) return null
  const around = element.closest<HTMLElement>('main, [role="tabpanel"], .ant-drawer-body')
  return { element, around, row: around ? rowsIn(around).findIndex((row) => row.contains(element)) : -1 }
}

const rowsIn = (around: HTMLElement) => [...around.querySelectorAll<HTMLElement>('tbody tr')]

/** A removed row takes its button along: focus goes to the row in its place, else to the first thing there is, unless the person has gone elsewhere. */
function goOnAfter({ element, around, row }: Place): () => void {
  if (!around) return () => undefined
  const gone = new MutationObserver(() => {
    if (element.isConnected) return
    end()
    if (document.activeElement !== document.body) return
    const rows = rowsIn(around)
    const next = row < 0 ? undefined : rows[Math.min(row, rows.length - 1)]
    ;(next?.querySelector<HTMLElement>(FOCUSABLE) ?? around.querySelector<HTMLElement>(FOCUSABLE))?.focus()
  })
  const moved = ({ target }: FocusEvent) => target !== element && end()
  const end = () => {
    gone.disconnect()
    document.removeEventListener('focusin', moved)
  }
  gone.observe(around, { childList: true, subtree: true })
  document.addEventListener('focusin', moved)
  return end
}
