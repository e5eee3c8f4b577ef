import { useRef } from 'react'

/** What is asked for while the same is under way does nothing: a second press comes before the button has been drawn anew. */
export function onlyOnce(): (work: () => Promise<unknown>) => Promise<void> {
  let busy = false
  return async (work) => {
    if (busy) return
    busy = true
    try {
      await work()
    } finally {
      busy = false
    }
  }
}

/** onlyOnce for as long as the component lives. */
export function useOnce(): ReturnType<typeof onlyOnce> {
  const kept = useRef<ReturnType<typeof onlyOnce>>(undefined)
  kept.current ??= onlyOnce()
  return kept.current
}
