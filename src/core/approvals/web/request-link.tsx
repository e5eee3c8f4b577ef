import { Button } from 'antd'
import { useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { RequestDrawer } from './request-drawer.tsx'
import './approvals.css'
import { words } from './words.ts'

/** Names an approval request by its number, and opens it. */
export function RequestLink({ id }: { id: string }) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" className="bt-request-link" onClick={() => setOpen(true)}>
        {labels.text('requestNumber', { id })}
      </Button>
      <RequestDrawer id={open ? id : null} onClose={() => setOpen(false)} />
    </>
  )
}
