import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { roleResources, saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import type { findRole } from '#core/iam/contract/access/roles.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { useUnsaved } from '#platform/web/kit/form/leave-question.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { PermissionTree } from '../permissions/permission-tree.tsx'
import { accessReads } from '../reads.ts'
import { words } from '../words.ts'

/** What is ticked differs from what is stored until it is saved; a change by somebody else in between is reported, not overwritten. */
export function RolePermissions({ role }: { role: OutputOf<typeof findRole> }) {
  const labels = useLabels(words)
  const t = useShellText()
  const may = usePermission(saveRoleResources.permission)
  const query = useContractQuery(roleResources, {}, { quiet: true })
  const { data: catalogue } = query
  const [draft, setDraft] = useState<{ version: number; ids: ReadonlySet<string> } | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const save = useContractCommand(saveRoleResources, {
    invalidates: accessReads,
    quiet: true,
    onSuccess: () => {
      setDraft(null)
      // The button that was pressed has nothing left to save.
      panel.current?.querySelector<HTMLElement>('.ant-tree input, input')?.focus()
      notify({ kind: 'success', title: role.name, text: labels.text('saved') })
    },
  })
  const had = new Set(role.permissionIds)
  const ids = draft?.ids ?? had
  const added = [...ids].filter((id) => !had.has(id)).length
  const removed = [...had].filter((id) => !ids.has(id)).length
  useUnsaved(added + removed > 0)
  if (!catalogue) return <Waiting query={query} />
  const refusal = messageOf(save.error)
  const undo = () => {
    setDraft(null)
    save.reset()
  }
  return (
    <div className="bt-stack" ref={panel}>
      {refusal && <Alert type="error" showIcon role="alert" title={refusal} />}
      <PermissionTree
        catalogue={catalogue}
        height={520}
        checked={{ ids, onChange: (next) => setDraft({ version: draft?.version ?? role.version, ids: next }), readOnly: !may }}
      />
      {may && (
        <div className="access-save">
          <span aria-live="polite">{labels.text('pendingChanges', { added, removed })}</span>
          <Button disabled={draft === null} onClick={undo}>
            {labels.action('undoAll')}
          </Button>
          <Button
            type="primary"
            disabled={added + removed === 0}
            loading={save.isPending}
            onClick={() => draft && save.mutate({ id: role.id, version: draft.version, permissionIds: [...draft.ids] })}
          >
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
