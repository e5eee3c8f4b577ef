import type { KeyboardEvent } from 'react'

/** Ctrl Enter, Cmd Enter on a Mac. */
export const sends = (event: KeyboardEvent): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey)

/**
 * Keys of a question, for what stands around it (`wrapProps` of a Modal): Ctrl Enter confirms wherever the focus is, and Enter that is
 * held down since the button before presses nothing.
 */
export function confirmKeys(confirm: () => void) {
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!sends(event) || event.repeat) return
      event.preventDefault()
      // What the question was asked from hears keys too.
      event.stopPropagation()
      confirm()
    },
  }
}
