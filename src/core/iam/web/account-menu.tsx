import DownOutlined from '@ant-design/icons/DownOutlined'
import { Button, Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { switchApplication } from '#platform/web/session/session.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import './account.css'

const LogoutDialog = lazy(() => import('./logout-dialog.tsx'))
const ProfileDrawer = lazy(() => import('./profile-drawer.tsx'))

/** The letter a Vietnamese name is known by: that of its last word. */
function initial(fullName: string): string {
  return fullName.trim().split(/\s+/).at(-1)?.[0]?.toLocaleUpperCase('vi') ?? '?'
}

/** Who is signed in: profile, switch of the application, sign-out. */
export default function AccountMenu() {
  const labels = useLabels('iam')
  const t = useShellText()
  const user = useSession((state) => state.user)
  const clientId = useSession((state) => state.clientId)
  const [profile, setProfile] = useState<'never' | 'open' | 'closed'>('never')
  const [logout, setLogout] = useState<'never' | 'open' | 'closed'>('never')
  if (!user) return null

  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who name={user.fullName} unit={user.unitName} /> },
    { key: 'profile', label: labels.text('profile') },
    {
      key: 'switch',
      label: labels.text('switchApplication'),
      disabled: user.applications.length < 2,
      children: user.applications.map((one) => ({ key: `to:${one.code}`, label: one.name, disabled: one.code === clientId })),
    },
    { type: 'divider' },
    { key: 'logout', label: labels.text('logout'), danger: true },
  ]
  const choose = (key: string) => {
    if (key === 'profile') setProfile('open')
    else if (key === 'logout') setLogout('open')
    const target = user.applications.find((one) => key === `to:${one.code}`)
    if (target) void switchApplication(target)
  }
  return (
    <>
      <Dropdown menu={{ items, onClick: ({ key }) => choose(key) }} trigger={['click']} placement="bottomRight">
        <Button type="text" className="bt-account">
          <span className="bt-visually-hidden">{t('shell.account')}</span>
          <span className="bt-avatar" aria-hidden="true">
            {initial(user.fullName)}
          </span>
          <span className="bt-account-name">{user.fullName}</span>
          <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {profile !== 'never' && (
        <Suspense>
          <ProfileDrawer open={profile === 'open'} onClose={() => setProfile('closed')} />
        </Suspense>
      )}
      {logout !== 'never' && (
        <Suspense>
          <LogoutDialog open={logout === 'open'} onClose={() => setLogout('closed')} />
        </Suspense>
      )}
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
