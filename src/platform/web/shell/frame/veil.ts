import { useLayoutEffect } from 'react'
import './veil.css'

/** Class of the dialogs that stand before the veil. */
export const SESSION_DIALOG = 'bt-session-dialog'

/**
 * While nobody is signed in, what the person before has left on the screen is nobody's to read, and nothing of it takes the keyboard: pages,
 * drawers, dialogs and messages alike.
 */
export function useVeil(drawn: boolean): void {
  useLayoutEffect(() => {
    if (!drawn) return
    const { documentElement: root, body } = document
    const veil = () => {
      for (const part of body.children) if (part instanceof HTMLElement) part.inert = !part.querySelector(`.${SESSION_DIALOG}`)
    }
    // What opens later (a message, an answer that was under way) is veiled, too.
    const watch = new MutationObserver(veil)
    watch.observe(body, { childList: true, subtree: true })
    root.dataset.veiled = ''
    veil()
    return () => {
      watch.disconnect()
      delete root.dataset.veiled
      for (const part of body.children) if (part instanceof HTMLElement) part.inert = false
    }
  }, [drawn])
}
