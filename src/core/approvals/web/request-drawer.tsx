import { lazy, Suspense, useState } from 'react'
import type { RequestDrawerProps } from './request-drawer-content.tsx'

/** Fetched at the first opening: lists show badges long before anybody opens one. */
const Content = lazy(() => import('./request-drawer-content.tsx'))

/** One request: what changes, what it costs, who asked; and the decision, for who may. */
export function RequestDrawer({ id, onClose }: RequestDrawerProps) {
  // It stays once it was opened, so that it closes the way it opened.
  const [wanted, setWanted] = useState(false)
  if (id !== null && !wanted) setWanted(true)
  return wanted || id !== null ? (
    <Suspense>
      <Content id={id} onClose={onClose} />
    </Suspense>
  ) : null
}
