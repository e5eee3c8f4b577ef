import { Input } from 'antd'
import { useRef } from 'react'
import {
  changeRoleStatus,
  cloneRole,
  createRole,
  deleteRole,
  findRole,
  listRoleMembers,
  listRoles,
  roleOptions,
  roleResources,
  updateRole,
} from '#core/iam/contract/access/roles.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { words } from '../words.ts'

export type Role = RowOf<typeof listRoles>

/** What shows roles, and is out of date after a change. */
export const ROLE_READS = [listRoles, findRole, roleOptions, roleResources, listRoleMembers]

function RoleFields({ withCode }: { withCode: boolean }) {
  const labels = useLabels(words)
  const label = labels.fields('role')
  return (
    <>
      {withCode && (
        <FormField name="code" label={label('code')}>
          <Input autoComplete="off" spellCheck={false} className="bt-num" autoFocus placeholder="BRANCH_AUDITOR" />
        </FormField>
      )}
      <FormField name="name" label={label('name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="description" label={label('description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}

/** A new role is opened at once: without permissions it is of no use. */
export function RoleCreate({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const labels = useLabels(words)
  const made = useRef<string | null>(null)
  return (
    <FormDrawer
      contract={createRole}
      title={labels.text('roleCreate')}
      done={labels.text('saved')}
      invalidates={ROLE_READS}
      onDone={({ id }) => {
        made.current = id
      }}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
    >
      <RoleFields withCode />
    </FormDrawer>
  )
}

interface Props {
  role: Role
  onClose: () => void
}

export function RoleEdit({ role: { id, version, name, description }, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={updateRole}
      title={labels.text('roleEdit', { name })}
      done={labels.text('saved')}
      invalidates={ROLE_READS}
      initial={{ name, description }}
      toInput={(values) => ({ id, version, ...values })}
      onClose={onClose}
    >
      <RoleFields withCode={false} />
    </FormDrawer>
  )
}

export function RoleClone({ role: { id, code, name, description }, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={cloneRole}
      title={labels.text('roleClone', { name })}
      done={labels.text('saved')}
      invalidates={ROLE_READS}
      initial={{ code: `${code}_2`.slice(0, 64), name: `${name} (2)`, description }}
      toInput={(values) => ({ fromId: id, ...values })}
      onClose={onClose}
    >
      <p>{labels.text('roleCloneText')}</p>
      <RoleFields withCode />
    </FormDrawer>
  )
}

export function RoleStatus({ role: { id, version, name, status, members }, onClose }: Props) {
  const labels = useLabels(words)
  const lock = status === 'ACTIVE'
  return (
    <CommandDialog
      contract={changeRoleStatus}
      input={{ id, version, status: lock ? 'LOCKED' : 'ACTIVE' }}
      title={labels.text(lock ? 'roleLock' : 'roleUnlock', { name })}
      text={labels.text(lock ? 'roleLockText' : 'roleUnlockText', { count: members })}
      submit={labels.action(lock ? 'lock' : 'unlock')}
      done={labels.text('statusChanged')}
      danger={lock}
      invalidates={ROLE_READS}
      onClose={onClose}
    />
  )
}

export function RoleRemove({ role: { id, version, name }, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <CommandDialog
      contract={deleteRole}
      input={{ id, version }}
      title={labels.text('roleRemove', { name })}
      text={labels.text('roleRemoveText')}
      submit={labels.action('remove')}
      done={labels.text('removed')}
      danger
      invalidates={ROLE_READS}
      onClose={onClose}
    />
  )
}
