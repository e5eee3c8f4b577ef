import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { roleResources, saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import { findRole } from '#core/iam/contract/access/roles.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { PermissionTree } from '../permissions/permission-tree.tsx'
import { words } from '../words.ts'
import { RoleMembers } from './role-members.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'

type Found = OutputOf<typeof findRole>

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
            { key: 'permissions', label: labels.text('tabRolePermissions', { count: data.permissions }), children: <Permissions role={data} /> },
            { key: 'members', label: labels.text('tabMembers', { count: data.members }), children: <RoleMembers roleId={data.id} /> },
          ]}
        />
      )}
    </RecordDrawer>
  )
}

/** What is checked differs from what is kept until it is saved; somebody else's change meanwhile is told, not overwritten. */
function Permissions({ role }: { role: Found }) {
  const labels = useLabels(words)
  const t = useShellText()
  const may = usePermission(saveRoleResources.permission)
  const query = useContractQuery(roleResources, {}, { quiet: true })
  const { data: catalogue } = query
  const [draft, setDraft] = useState<{ version: number; ids: ReadonlySet<string> } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useContractCommand(saveRoleResources, {
    quiet: true,
    onSuccess: () => {
      setDraft(null)
      setRefusal(null)
      notify({ kind: 'success', title: role.name, text: labels.text('saved') })
    },
  })
  if (!catalogue) return <Waiting query={query} />
  const had = new Set(role.permissionIds)
  const ids = draft?.ids ?? had
  const added = [...ids].filter((id) => !had.has(id)).length
  const removed = [...had].filter((id) => !ids.has(id)).length
  const send = () =>
    draft &&
    save
      .mutateAsync({ id: role.id, version: draft.version, permissionIds: [...draft.ids] })
      .catch((error: unknown) => setRefusal(error instanceof ApiError ? error.message : t('common.networkGone')))
  return (
    <div className="bt-stack">
      {refusal && <Alert type="error" showIcon role="alert" title={refusal} />}
      <PermissionTree
        catalogue={catalogue}
        height={520}
        checked={{ ids, onChange: (next) => setDraft({ version: draft?.version ?? role.version, ids: next }), readOnly: !may }}
      />
      {may && (
        <div className="access-save">
          <span aria-live="polite">{labels.text('pendingChanges', { added, removed })}</span>
          <Button
            disabled={draft === null}
            onClick={() => {
              setDraft(null)
              setRefusal(null)
            }}
          >
            {labels.action('undoAll')}
          </Button>
          <Button type="primary" disabled={added + removed === 0} loading={save.isPending} onClick={() => void send()}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
