import { type ReactNode, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { RequestDrawer } from './request-drawer.tsx'
import './approvals.css'
import { words } from './words.ts'

/** Says that a request about this record waits for a decision, and opens it; around something else that says so where it is given. */
export function PendingBadge({ requestId, children }: { requestId: string; children?: ReactNode }) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bt-pending" title={labels.text('pendingTitle')} onClick={() => setOpen(true)}>
        {children ?? <span className="bt-tag bt-tone-attention">{labels.text('pending')}</span>}
      </button>
      <RequestDrawer id={open ? requestId : null} onClose={() => setOpen(false)} />
    </>
  )
}
