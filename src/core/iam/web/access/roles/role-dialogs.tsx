import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { RoleDrawer } from './role-drawer.tsx'
import { type Role, RoleClone, RoleCreate, RoleEdit, RoleRemove, RoleStatus } from './role-forms.tsx'

type RoleDialog = { kind: 'create' } | { kind: 'view'; id: string } | { kind: 'edit' | 'clone' | 'status' | 'remove'; role: Role }

export const { Host: RoleDialogs, useOpen: useRoleDialog } = dialogHost<RoleDialog>((dialog, close, open) => {
  switch (dialog.kind) {
    case 'create':
      return <RoleCreate onClose={close} onMade={(id) => open({ kind: 'view', id })} />
    case 'view':
      return <RoleDrawer id={dialog.id} onClose={close} />
    case 'edit':
      return <RoleEdit role={dialog.role} onClose={close} />
    case 'clone':
      return <RoleClone role={dialog.role} onClose={close} />
    case 'status':
      return <RoleStatus role={dialog.role} onClose={close} />
    default:
      return <RoleRemove role={dialog.role} onClose={close} />
  }
})
