import { Drawer } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { words } from '../words.ts'
import type { AreaDialog, OpenAreaDialog } from './area-dialog.ts'
import { AreaClose, AreaCreate, AreaEdit, AreaLink, AreaRevise, AreaUnlink } from './area-forms.tsx'
import { AreaPanel } from './area-panel.tsx'

export const { Host: AreaDialogs, useOpen: useAreaDialog } = dialogHost<AreaDialog>((dialog, close, open) => {
  switch (dialog.kind) {
    case 'create':
      return <AreaCreate onClose={close} />
    case 'view':
      return <AreaDrawer id={dialog.id} onClose={close} onOpen={open} />
    case 'edit':
      return <AreaEdit id={dialog.id} onClose={close} />
    case 'revise':
      return <AreaRevise id={dialog.id} onClose={close} />
    case 'close':
      return <AreaClose id={dialog.id} onClose={close} />
    case 'link':
      return <AreaLink id={dialog.id} onClose={close} />
    default:
      return <AreaUnlink {...dialog} onClose={close} />
  }
})

function AreaDrawer({ id, onClose, onOpen }: { id: string; onClose: () => void; onOpen: OpenAreaDialog }) {
  const labels = useLabels(words)
  return (
    <Drawer open size={760} onClose={onClose} title={labels.action('view')}>
      <AreaPanel id={id} onOpen={onOpen} />
    </Drawer>
  )
}
