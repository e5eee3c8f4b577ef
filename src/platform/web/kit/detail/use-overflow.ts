import { useCallback, useState } from 'react'

/** Whether what an element holds is wider than the element: then it scrolls, and the keyboard has to reach it. The ref goes to the element. */
export function useOverflow(): [ref: (element: HTMLElement | null) => (() => void) | undefined, overflows: boolean] {
  const [overflows, setOverflows] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const look = () => setOverflows(element.scrollWidth > element.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return [ref, overflows]
}
