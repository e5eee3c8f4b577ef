import { Drawer } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { useOpenAction } from '#platform/web/kit/actions/action-host.tsx'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { words } from '../words.ts'
import { AreaPanel } from './area-panel.tsx'

/** An area beside its list; others are opened in its place. */
export const viewArea = show(AreaDrawer)

export function useOpenArea(): (id: string) => void {
  const open = useOpenAction()
  return (id) => open(viewArea, { id })
}

function AreaDrawer({ row: { id }, onClose }: DialogProps<{ id: string }>) {
  const labels = useLabels(words)
  const open = useOpenArea()
  return (
    <Drawer open size={760} onClose={onClose} title={labels.action('view')}>
      <AreaPanel id={id} onOpen={open} />
    </Drawer>
  )
}
