import { Alert, Tabs } from 'antd'
import { findUser, type UserDetail } from '#core/iam/contract/access/users.ts'
import { userSessions } from '#core/iam/contract/sign-in/sessions.ts'
import { UserSessions } from '#core/iam/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { UserAccess } from './user-access.tsx'
import { UserFacts, UserHistory, UserPermissions } from './user-tabs.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'
import { words } from '../words.ts'

/** Everything about one user: who they are, what they may do and why, what was done to them. */
export function UserDrawer({ row: { id }, onClose }: DialogProps<{ id: string }>) {
  const query = useContractQuery(findUser, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={(user) => <Head user={user} />} onClose={onClose}>
      {(user) => <Content user={user} />}
    </RecordDrawer>
  )
}

function Head({ user }: { user: UserDetail }) {
  return (
    <span className="access-user-head">
      <span>
        {user.fullName} ({user.account})
      </span>
      <StatusTag machine="iam.userStatus" value={user.status} />
    </span>
  )
}

function Content({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  const maySessions = usePermission(userSessions.permission)
  return (
    <>
      {user.untouchable && <Alert type="info" showIcon className="bt-form-alert" title={labels.text(`untouchable${user.untouchable}`)} />}
      <Tabs
        items={[
          { key: 'facts', label: labels.text('tabFacts'), children: <UserFacts user={user} /> },
          { key: 'access', label: labels.text('tabAccess'), children: <UserAccess user={user} /> },
          { key: 'permissions', label: labels.text('tabPermissions'), children: <UserPermissions id={user.id} /> },
          ...(maySessions ? [{ key: 'sessions', label: labels.text('tabSessions'), children: <UserSessions userId={user.id} /> }] : []),
          { key: 'history', label: labels.text('tabHistory'), children: <UserHistory id={user.id} /> },
        ]}
      />
    </>
  )
}
