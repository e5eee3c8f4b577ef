import { changeRoleStatus, cloneRole, createRole, deleteRole, listRoles, updateRole } from '#core/iam/contract/access/roles.ts'
import { act, create, edit, remove, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { RoleDrawer } from './role-drawer.tsx'

const view = show(RoleDrawer, { key: 'permissions' })
const fields = ['code', 'name', 'description'] as const

export default listScreen(listRoles, {
  filters: ['text', 'status'],
  columns: [{ field: 'code', fixed: 'start' }, { field: 'name', opens: view }, 'description', 'permissions', 'members', 'status', 'updatedAt', 'updatedBy'],
  nameOf: ({ name }) => name,
  actions: [
    // A new role is opened at once: without permissions it is of no use.
    create(createRole, fields, { onDone: ({ id }, { open }) => open(view, { id }) }),
    view,
    edit(updateRole, ['name', 'description']),
    act(cloneRole, {
      ask: fields,
      values: ({ code, name, description }) => ({ code: `${code}_2`.slice(0, 64), name: `${name} (2)`, description }),
      toInput: (_, { id }) => ({ fromId: id }),
    }),
    act(changeRoleStatus, { event: 'lock', danger: true }),
    act(changeRoleStatus, { event: 'unlock' }),
    // One that people have is taken from them first.
    remove(deleteRole, { when: ({ members }) => members === 0 }),
  ],
})
