import { type DragEvent, useMemo, useRef, useState } from 'react'
import { place, useTabs } from './tab-store.ts'

/** Where a dragged tab would stand: before or after the one under the pointer. */
export interface DropMark {
  id: string
  side: 'before' | 'after'
}

interface DragHandlers {
  onDragStart: (event: DragEvent<HTMLElement>) => void
  onDragOver: (event: DragEvent<HTMLElement>) => void
  onDrop: (event: DragEvent<HTMLElement>) => void
  onDragEnd: () => void
}

const sideOf = (event: DragEvent<HTMLElement>): DropMark['side'] => {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left + width / 2 ? 'before' : 'after'
}

const idOf = (event: DragEvent<HTMLElement>): string => event.currentTarget.dataset.tab ?? ''

/**
 * Dragging tabs to another place by the mouse; the keyboard does the same with Ctrl Shift and the arrows. The handlers stay the same
 * and find the tab's id in its data-tab.
 */
export function useTabDrag(): { mark: DropMark | null; handlers: DragHandlers } {
  const dragged = useRef<string | null>(null)
  const [mark, setMark] = useState<DropMark | null>(null)
  const handlers = useMemo((): DragHandlers => {
    const end = () => {
      dragged.current = null
      setMark(null)
    }
    return {
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Without data some browsers begin no drag.
        event.dataTransfer.setData('text/plain', '')
        dragged.current = idOf(event)
      },
      onDragOver: (event) => {
        if (!dragged.current) return
        event.preventDefault()
        const id = idOf(event)
        const side = sideOf(event)
        setMark((now) => (now?.id === id && now.side === side ? now : { id, side }))
      },
      onDrop: (event) => {
        event.preventDefault()
        if (dragged.current) drop(dragged.current, { id: idOf(event), side: sideOf(event) })
        end()
      },
      onDragEnd: end,
    }
  }, [])
  return { mark, handlers }
}

function drop(dragged: string, { id, side }: DropMark): void {
  if (dragged === id) return
  const others = useTabs.getState().tabs.filter((tab) => tab.id !== dragged)
  place(dragged, others.findIndex((tab) => tab.id === id) + (side === 'after' ? 1 : 0))
}
