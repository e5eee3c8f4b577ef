import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import { changeRoleStatus, cloneRole, createRole, deleteRole, listRoles, updateRole } from '#core/iam/contract/access/roles.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { RoleDialogs, useRoleDialog } from './role-dialogs.tsx'
import type { Role } from './role-forms.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'
import { words } from '../words.ts'

function Toolbar() {
  const labels = useLabels(words)
  const open = useRoleDialog()
  if (!usePermission(createRole.permission)) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
      {labels.action('create')}
    </Button>
  )
}

function useRowActions() {
  const labels = useLabels(words)
  const open = useRoleDialog()
  return [
    { key: 'view', label: labels.action('permissions'), run: ({ id }: Role) => open({ kind: 'view', id }) },
    { key: 'edit', label: labels.action('edit'), permission: updateRole.permission, run: (role: Role) => open({ kind: 'edit', role }) },
    { key: 'clone', label: labels.action('clone'), permission: cloneRole.permission, run: (role: Role) => open({ kind: 'clone', role }) },
    {
      key: 'lock',
      label: labels.action('lock'),
      permission: changeRoleStatus.permission,
      danger: true,
      when: (role: Role) => role.status === 'ACTIVE',
      run: (role: Role) => open({ kind: 'status', role }),
    },
    {
      key: 'unlock',
      label: labels.action('unlock'),
      permission: changeRoleStatus.permission,
      when: (role: Role) => role.status === 'LOCKED',
      run: (role: Role) => open({ kind: 'status', role }),
    },
    { key: 'remove', label: labels.action('remove'), permission: deleteRole.permission, danger: true, run: (role: Role) => open({ kind: 'remove', role }) },
  ]
}

function NameLink({ id, name }: Role) {
  const open = useRoleDialog()
  return (
    <Button type="link" size="small" className="bt-name" title={name} onClick={() => open({ kind: 'view', id })}>
      <span>{name}</span>
    </Button>
  )
}

const List = listScreen(listRoles, {
  filters: ['text', 'status'],
  columns: [
    { field: 'code', fixed: 'start', width: 190 },
    { field: 'name', width: 240, render: (role) => <NameLink {...role} /> },
    { field: 'description', width: 230 },
    { field: 'permissions', width: 110 },
    { field: 'members', width: 130 },
    { field: 'status', width: 160 },
    'updatedAt',
    { field: 'updatedBy', width: 140 },
  ],
  toolbar: Toolbar,
  useRowActions,
})

export default function RolesScreen() {
  return (
    <RoleDialogs>
      <List />
    </RoleDialogs>
  )
}
