import PlusOutlined from '@ant-design/icons/PlusOutlined'
import UploadOutlined from '@ant-design/icons/UploadOutlined'
import { Button } from 'antd'
import { importUsers } from '#core/iam/contract/access/user-import.ts'
import {
  changeUserStatus,
  copyUserAccess,
  createQrAuthentication,
  createUser,
  deleteUser,
  editUser,
  listUsers,
  resetUserPassword,
} from '#core/iam/contract/access/users.ts'
import { issueEnrolmentCode } from '#core/iam/contract/sign-in/sessions.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission, useSession } from '#platform/web/session/session-store.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { ApplicationFilter, RoleFilter } from '../inputs.tsx'
import { UserDialogs, useUserDialog } from './user-dialogs.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'
import { words } from '../words.ts'

type User = RowOf<typeof listUsers>

function Toolbar({ importPath }: { importPath: string }) {
  const labels = useLabels(words)
  const open = useUserDialog()
  const mayImport = usePermission(importUsers.permission)
  const mayCreate = usePermission(createUser.permission)
  return (
    <>
      {mayImport && (
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => openAddress(importPath)}>
          {labels.action('importFile')}
        </Button>
      )}
      {mayCreate && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
          {labels.action('create')}
        </Button>
      )}
    </>
  )
}

function useRowActions() {
  const labels = useLabels(words)
  const open = useUserDialog()
  const own = useSession((state) => state.user?.account)
  const other = ({ account, status }: User) => account !== own && status !== 'DISABLED'
  return [
    { key: 'view', label: labels.action('view'), run: ({ id }: User) => open({ kind: 'view', id }) },
    {
      key: 'edit',
      label: labels.action('edit'),
      permission: editUser.permission,
      when: ({ status }: User) => status !== 'DISABLED',
      run: ({ id }: User) => open({ kind: 'edit', id }),
    },
    { key: 'copy', label: labels.action('copyAccess'), permission: copyUserAccess.permission, when: other, run: ({ id }: User) => open({ kind: 'copy', id }) },
    {
      key: 'password',
      label: labels.action('resetPassword'),
      permission: resetUserPassword.permission,
      when: other,
      run: ({ id }: User) => open({ kind: 'password', id }),
    },
    {
      key: 'authenticator',
      label: labels.action('resetAuthenticator'),
      permission: createQrAuthentication.permission,
      when: (user: User) => other(user) && user.authenticator,
      run: ({ id }: User) => open({ kind: 'authenticator', id }),
    },
    {
      key: 'enrolment',
      label: labels.action('enrolmentCode'),
      permission: issueEnrolmentCode.permission,
      when: (user: User) => user.status === 'ACTIVE' && !user.authenticator,
      run: ({ id }: User) => open({ kind: 'enrolment', id }),
    },
    {
      key: 'lock',
      label: labels.action('lock'),
      permission: changeUserStatus.permission,
      danger: true,
      when: (user: User) => other(user) && user.status === 'ACTIVE',
      run: ({ id }: User) => open({ kind: 'status', id }),
    },
    {
      key: 'unlock',
      label: labels.action('unlock'),
      permission: changeUserStatus.permission,
      when: (user: User) => other(user) && user.status === 'LOCKED',
      run: ({ id }: User) => open({ kind: 'status', id }),
    },
    {
      key: 'remove',
      label: labels.action('remove'),
      permission: deleteUser.permission,
      danger: true,
      when: other,
      run: ({ id }: User) => open({ kind: 'remove', id }),
    },
  ]
}

function AccountLink({ id, account }: User) {
  const open = useUserDialog()
  return (
    <Button type="link" size="small" className="bt-name" title={account} onClick={() => open({ kind: 'view', id })}>
      <span>{account}</span>
    </Button>
  )
}

const listOf = (importPath: string) =>
  listScreen(listUsers, {
    filters: [
      'text',
      'status',
      { field: 'roleId', input: RoleFilter },
      { field: 'unitId', input: UnitSelect },
      { field: 'application', input: ApplicationFilter },
      'scopeKind',
    ],
    columns: [
      { field: 'account', fixed: 'start', width: 145, render: (row) => <AccountLink {...row} /> },
      { field: 'fullName', width: 150 },
      { field: 'place', width: 145 },
      { field: 'roles', width: 145 },
      { field: 'scopeKind', width: 135 },
      { field: 'status', width: 120 },
      { field: 'lastSignInAt', width: 178 },
      { field: 'authenticator', width: 110 },
      { field: 'applications', width: 110, hidden: true },
      { field: 'mobile', hidden: true },
      { field: 'email', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    toolbar: () => <Toolbar importPath={importPath} />,
    useRowActions,
  })

/** The list of users; `import` is the address of their import. */
export default function usersScreen(paths: { import: string }) {
  const List = listOf(paths.import)
  return () => (
    <UserDialogs>
      <List />
    </UserDialogs>
  )
}
