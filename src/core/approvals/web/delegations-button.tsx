import SwapOutlined from '@ant-design/icons/SwapOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { words } from './words.ts'

const DelegationsDrawer = lazyPart(() => import('./delegations-drawer.tsx'))

/** Opens who decides in whose place. */
export function DelegationsButton() {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<SwapOutlined />} onClick={() => setOpen(true)}>
        {labels.text('delegations')}
      </Button>
      {open && <DelegationsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
