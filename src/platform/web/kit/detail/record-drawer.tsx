import { Drawer } from 'antd'
import { type ReactNode, useMemo, useRef } from 'react'
import { UnsavedContext, useLeaveQuestion } from '../form/leave-question.tsx'
import { type Query, Waiting } from './detail-layout.tsx'

interface Props<T> {
  /** A quiet query: the drawer says itself why it brings nothing. */
  query: Query<T>
  title: ReactNode | ((data: T) => ReactNode)
  size?: number
  onClose: () => void
  children: (data: T) => ReactNode
}

/**
 * A record beside the list it came from: it loads, is there, or shows why it cannot be read, with another try. Asks before it closes over
 * what is not saved (`useUnsaved`).
 */
export function RecordDrawer<T>({ query, title, size = 920, onClose, children }: Props<T>) {
  const { data } = query
  const unsaved = useRef(false)
  const touched = useMemo(() => ({ isFieldsTouched: () => unsaved.current }), [])
  const tell = useMemo(
    () => (now: boolean) => {
      unsaved.current = now
    },
    [],
  )
  const { leave, question } = useLeaveQuestion(touched, onClose)
  const heading = typeof title !== 'function' ? title : data === undefined ? undefined : title(data)
  return (
    <Drawer open size={size} onClose={leave} title={heading}>
      {question}
      <UnsavedContext value={tell}>{data === undefined ? <Waiting query={query} /> : children(data)}</UnsavedContext>
    </Drawer>
  )
}
