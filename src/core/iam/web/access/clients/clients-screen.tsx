import { createClient, deleteClient, listClients, lockClient, NEEDED_CLIENTS, unlockClient, updateClient } from '#core/iam/contract/access/clients.ts'
import { act, create, edit, remove, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { MenuDrawer } from '../menu-rules/menu-drawer.tsx'

const fields = ['code', 'nameVi', 'nameEn', 'description'] as const

export default listScreen(listClients, {
  filters: ['text', 'status'],
  columns: [
    { field: 'code', fixed: 'start' },
    'nameVi',
    'nameEn',
    'status',
    { field: 'description', hidden: true },
    'users',
    'permissions',
    'gatedMenus',
    'rules',
    'installed',
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  actions: [
    create(createClient, fields),
    show(MenuDrawer, { key: 'menuRules' }),
    edit(updateClient, fields),
    act(lockClient, { danger: true, ask: ['reason'], when: ({ code }) => !NEEDED_CLIENTS.includes(code) }),
    act(unlockClient, { ask: ['reason'], when: ({ installed }) => installed }),
    remove(deleteClient, { when: ({ installed, users, rules }) => !installed && users === 0 && rules === 0 }),
  ],
})
