import { Drawer } from 'antd'
import { useShellText } from '../../i18n.ts'
import { Brand } from '../frame/header.tsx'
import { SideMenu } from './side-menu.tsx'

/** The menu on a narrow screen, over the page. */
export default function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useShellText()
  return (
    <Drawer placement="left" size={264} open={open} onClose={onClose} title={<Brand />} rootClassName="bt-menu-drawer">
      <nav aria-label={t('shell.menu')}>
        <SideMenu mode="inline" onChosen={onClose} />
      </nav>
    </Drawer>
  )
}
