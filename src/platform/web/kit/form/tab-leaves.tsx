import type { SelectProps } from 'antd'
import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'

/** Around a select of several values: Tab closes and leaves it. Left to antd it would choose, or take away, whatever the open list stands on. */
export function TabLeaves({ children }: { children: ReactElement<Pick<SelectProps, 'open' | 'onOpenChange'>> }) {
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    children.props.onOpenChange?.(next)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.stopPropagation()
    if (open) show(false)
  }
  return (
    <div className="bt-wide" onKeyDownCapture={leave}>
      {cloneElement(children, { open, onOpenChange: show })}
    </div>
  )
}
