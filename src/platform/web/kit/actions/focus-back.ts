import { useCallback, useEffect, useRef } from 'react'

/** Where the keys go on when what was pressed is gone: in the table of the page that is in front. */
export function focusTable(): void {
  const cells = document.querySelectorAll<HTMLElement>('[role=tabpanel] [role=grid] [tabindex="0"]')
  ;[...cells].find((cell) => cell.checkVisibility())?.focus()
}

/**
 * Gives focus back to where it was when the function was called, once everything is closed: what is unmounted does not do it itself. Where
 * that is gone as well, with its row or its bar, it goes to the table.
 */
export function useFocusBack(closed: boolean): () => void {
  const from = useRef<Element | null>(null)
  useEffect(() => {
    if (!closed || from.current === null) return
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus()
    if (document.activeElement === document.body) focusTable()
    from.current = null
  }, [closed])
  return useCallback(() => {
    // One that is opened from another belongs to what opened the first.
    from.current ??= document.activeElement
  }, [])
}
