import { Tabs } from 'antd'
import { findRole } from '#core/iam/contract/access/roles.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { RoleMembers } from '../role-members/role-members.tsx'
import { RolePermissions } from '../role-permissions/role-permissions.tsx'
import { words } from '../words.ts'
import '#platform/web/kit/detail/browse.css'
import '../access.css'

/** A role: what it permits, and who has it. */
export function RoleDrawer({ row: { id }, onClose }: DialogProps<{ id: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findRole, { id }, { quiet: true })
  return (
    <RecordDrawer
      query={query}
      onClose={onClose}
      title={({ name, code, status }) => (
        <span className="access-user-head">
          <span>
            {name} ({code})
          </span>
          <StatusTag machine="iam.roleStatus" value={status} />
        </span>
      )}
    >
      {(data) => (
        <Tabs
          items={[
            { key: 'permissions', label: labels.text('tabRolePermissions', { count: data.permissions }), children: <RolePermissions role={data} /> },
            { key: 'members', label: labels.text('tabMembers', { count: data.members }), children: <RoleMembers roleId={data.id} /> },
          ]}
        />
      )}
    </RecordDrawer>
  )
}
