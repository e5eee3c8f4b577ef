import { type DragEvent, useState } from 'react'
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

/** Dragging tabs to another place by the mouse; the keyboard does the same with Ctrl Shift and the arrows. */
export function useTabDrag(): { mark: DropMark | null; handlersOf: (id: string) => DragHandlers } {
  const [dragged, setDragged] = useState<string | null>(null)
  const [mark, setMark] = useState<DropMark | null>(null)
  const end = () => {
    setDragged(null)
    setMark(null)
  }
  const handlersOf = (id: string): DragHandlers => ({
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move'
      // Without data some browsers begin no drag.
      event.dataTransfer.setData('text/plain', '')
      setDragged(id)
    },
    onDragOver: (event) => {
      if (!dragged) return
      event.preventDefault()
      const side = sideOf(event)
      if (mark?.id !== id || mark.side !== side) setMark({ id, side })
    },
    onDrop: (event) => {
      event.preventDefault()
      if (dragged) drop(dragged, { id, side: sideOf(event) })
      end()
    },
    onDragEnd: end,
  })
  return { mark, handlersOf }
}

function drop(dragged: string, { id, side }: DropMark): void {
  if (dragged === id) return
  const others = useTabs.getState().tabs.filter((tab) => tab.id !== dragged)
  place(dragged, others.findIndex((tab) => tab.id === id) + (side === 'after' ? 1 : 0))
}
