import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { type Query, Waiting } from './detail-layout.tsx'

interface Props<T> {
  /** A quiet query: the drawer says itself why it brings nothing. */
  query: Query<T>
  title: ReactNode | ((data: T) => ReactNode)
  size?: number
  onClose: () => void
  children: (data: T) => ReactNode
}

/** A record beside the list it came from: it loads, is there, or shows why it cannot be read, with another try. */
export function RecordDrawer<T>({ query, title, size = 920, onClose, children }: Props<T>) {
  const { data } = query
  const heading = typeof title !== 'function' ? title : data === undefined ? undefined : title(data)
  return (
    <Drawer open size={size} onClose={onClose} title={heading}>
      {data === undefined ? <Waiting query={query} /> : children(data)}
    </Drawer>
  )
}
