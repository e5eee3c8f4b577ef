import { Drawer, Form, Input } from 'antd'
import { useLabels } from '#platform/web/i18n.ts'
import type { SessionUser } from '#platform/web/session/session-api.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { MySessions } from './session-list.tsx'
import './account.css'
import { words } from './words.ts'

function Facts({ user }: { user: SessionUser }) {
  const labels = useLabels(words)
  const rows = [
    ['userName', user.account],
    ['fullName', user.fullName],
    ['mobile', user.mobile],
    ['email', user.email],
  ] as const
  return (
    <Form layout="vertical">
      {rows.map(([field, value]) => (
        <Form.Item key={field} label={labels.field('profile', field)} htmlFor={`profile-${field}`}>
          <Input id={`profile-${field}`} value={value} readOnly variant="filled" />
        </Form.Item>
      ))}
      <Form.Item label={labels.text('roles')} htmlFor="profile-roles">
        <Input id="profile-roles" value={user.roles.join(', ')} readOnly variant="filled" />
      </Form.Item>
      {user.unitName && (
        <Form.Item label={labels.text('unit')} htmlFor="profile-unit">
          <Input id="profile-unit" value={user.unitName} readOnly variant="filled" />
        </Form.Item>
      )}
    </Form>
  )
}

/** Own data, to read, and the change of the password. Closing forgets what was typed. */
export default function ProfileDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const labels = useLabels(words)
  const user = useSession((state) => state.user)
  return (
    <Drawer title={labels.text('profile')} open={open} onClose={onClose} size={440} destroyOnHidden className="bt-profile">
      {user && <Facts user={user} />}
      <h3>{labels.text('changePassword')}</h3>
      <ChangePasswordForm onDone={onClose} />
      <h3>{labels.text('sessions')}</h3>
      <MySessions />
    </Drawer>
  )
}
