import SwapOutlined from '@ant-design/icons/SwapOutlined'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { words } from './words.ts'

const DelegationsDrawer = lazy(() => import('./delegations-drawer.tsx'))

/** Opens who decides in whose place. */
export function DelegationsButton() {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<SwapOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {labels.text('delegations')}
      </Button>
      {open && (
        <Suspense>
          <DelegationsDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
