import { Alert, Button, Drawer, Empty } from 'antd'
import { useState } from 'react'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { permissionMatrix, savePermissionMatrix } from '#core/iam/contract/access/permissions.ts'
import { ApiError, messageOf } from '#platform/web/api/api-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractCommand } from '#platform/web/api/use-query.ts'
import { titleOf, useLabels, useShellText } from '#platform/web/i18n.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { accessReads } from '../reads.ts'
import { useActionLabel, words } from '../words.ts'
import type { MatrixPermission, RoleDiff } from './matrix-model.ts'

interface Props {
  diff: readonly RoleDiff[]
  onUndo: (roleId: string, permissionId: string) => void
  onSaved: () => void
  onClose: () => void
}

/** What would be saved, role by role, with whom it concerns; saved in one go, or not at all. */
export function MatrixDiff({ diff, onUndo, onSaved, onClose }: Props) {
  const labels = useLabels(words)
  const t = useShellText()
  const screen = useScreen()
  const [refusal, setRefusal] = useState<{ text: string; stale: boolean } | null>(null)
  const save = useContractCommand(savePermissionMatrix, {
    invalidates: accessReads,
    quiet: true,
    onSuccess: () => {
      notify({ kind: 'success', title: titleOf(screen), text: labels.text('saved') })
      onSaved()
    },
  })
  const send = async () => {
    setRefusal(null)
    const ids = (list: readonly MatrixPermission[]) => list.map(({ id }) => id)
    const changes = diff.map(({ role, add, remove }) => ({ roleId: role.id, version: role.version, add: ids(add), remove: ids(remove) }))
    try {
      await save.mutateAsync({ changes })
    } catch (error) {
      const text = messageOf(error)
      if (text) setRefusal({ text, stale: error instanceof ApiError && error.code === accessErrors.rolesChanged.code })
    }
  }
  // What is pending stays: it is laid over what the others have done meanwhile.
  const reload = async () => {
    await queryClient.refetchQueries({ queryKey: queryKeyOf(permissionMatrix) })
    setRefusal(null)
  }
  const added = diff.reduce((sum, { add }) => sum + add.length, 0)
  const removed = diff.reduce((sum, { remove }) => sum + remove.length, 0)
  return (
    <Drawer
      open
      size={640}
      onClose={onClose}
      title={labels.text('diffTitle')}
      footer={
        <div className="bt-form-buttons">
          <Button onClick={onClose}>{labels.action('backToMatrix')}</Button>
          <Button type="primary" disabled={diff.length === 0} loading={save.isPending} onClick={() => void send()}>
            {t('common.save')}
          </Button>
        </div>
      }
    >
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="bt-form-alert"
          title={refusal.text}
          {...(refusal.stale ? { action: <Button onClick={() => void reload()}>{labels.action('reloadKeep')}</Button> } : {})}
        />
      )}
      <p>{labels.text('diffSummary', { roles: diff.length, added, removed })}</p>
      {diff.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('diffNone')} />}
      {diff.map((one) => (
        <RoleChange key={one.role.id} diff={one} onUndo={(permissionId) => onUndo(one.role.id, permissionId)} />
      ))}
    </Drawer>
  )
}

function RoleChange({ diff: { role, add, remove }, onUndo }: { diff: RoleDiff; onUndo: (permissionId: string) => void }) {
  const labels = useLabels(words)
  const action = useActionLabel()
  const lines = [...add.map((permission) => ({ permission, given: true })), ...remove.map((permission) => ({ permission, given: false }))]
  return (
    <section className="access-diff">
      <h3>
        {role.name} <small className="bt-num">{role.code}</small> <small>{labels.text('memberCount', { count: role.members })}</small>
      </h3>
      <ul>
        {lines.map(({ permission, given }) => (
          <li key={permission.id} className={given ? 'access-given' : 'access-taken'}>
            <span className="access-sign" role="img" aria-label={labels.text(given ? 'legendAdded' : 'legendRemoved')}>
              {given ? '+' : '−'}
            </span>
            <span>{[permission.title, action(permission.action)].filter(Boolean).join(' · ')}</span>
            <small className="bt-num">{permission.uri}</small>
            <Button type="link" size="small" aria-label={`${labels.action('undo')}: ${permission.uri}`} onClick={() => onUndo(permission.id)}>
              {labels.action('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
