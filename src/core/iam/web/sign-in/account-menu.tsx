import DownOutlined from '@ant-design/icons/DownOutlined'
import { Button, Dropdown, type MenuProps } from 'antd'
import { rightsTopic } from '#core/iam/contract/access/live.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { useLive } from '#platform/web/live/live.ts'
import { askRights, switchApplication } from '#platform/web/session/session.ts'
import { offeredApplications, useSession } from '#platform/web/session/session-store.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { askSignOut, closeAccountDialog, openProfile, useAccountDialog } from './account-dialogs.ts'
import './account.css'
import { words } from './words.ts'

const LogoutDialog = lazyPart(() => import('./logout-dialog.tsx'))
const ProfileDrawer = lazyPart(() => import('./profile-drawer.tsx'))

/** The letter a Vietnamese name is known by: that of its last word. */
function initial(fullName: string): string {
  return fullName.trim().split(/\s+/).at(-1)?.[0]?.toLocaleUpperCase('vi') ?? '?'
}

function Dialogs() {
  const open = useAccountDialog((state) => state.open)
  return (
    <>
      <ProfileDrawer open={open === 'profile'} onClose={closeAccountDialog} />
      <LogoutDialog open={open === 'logout'} onClose={closeAccountDialog} />
    </>
  )
}

/** Who is signed in: profile, switch of the application, sign-out. */
export default function AccountMenu() {
  const labels = useLabels(words)
  const t = useShellText()
  const user = useSession((state) => state.user)
  // A change of rights shows in the menu at once, whatever screen is open.
  useLive(rightsTopic, askRights)
  const clientId = useSession((state) => state.clientId)
  if (!user) return null

  const applications = offeredApplications(user)
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who name={user.fullName} unit={user.unitName} /> },
    { key: 'profile', label: labels.text('profile'), disabled: user.mustChangePassword },
    {
      key: 'switch',
      label: labels.text('switchApplication'),
      disabled: user.mustChangePassword || applications.every(({ code }) => code === clientId),
      popupClassName: 'bt-applications',
      children: applications.map((one) => ({ key: `to:${one.code}`, label: one.name, disabled: one.code === clientId })),
    },
    { type: 'divider' },
    { key: 'logout', label: labels.text('logout'), danger: true },
  ]
  const choose = (key: string) => {
    if (key === 'profile') openProfile()
    else if (key === 'logout') askSignOut()
    const target = applications.find((one) => key === `to:${one.code}`)
    if (target) void switchApplication(target)
  }
  return (
    <>
      <Dropdown
        // The applications open by a press and stay: under a mouse that only passes, a menu that is still unfolding opened and shut the wrong one.
        menu={{ items, onClick: ({ key }) => choose(key), triggerSubMenuAction: 'click' }}
        trigger={['click']}
        placement="bottomRight"
        autoFocus
      >
        <Button type="text" className="bt-account">
          <span className="bt-visually-hidden">{t('shell.account')}</span>
          <span className="bt-avatar" aria-hidden="true">
            {initial(user.fullName)}
          </span>
          <span className="bt-account-name">{user.fullName}</span>
          <DownOutlined />
        </Button>
      </Dropdown>
      <Dialogs />
    </>
  )
}

function Who({ name, unit }: { name: string; unit: string }) {
  return (
    <span className="bt-who">
      <strong>{name}</strong>
      {unit && <span>{unit}</span>}
    </span>
  )
}
