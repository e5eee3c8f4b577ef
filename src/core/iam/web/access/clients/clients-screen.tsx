import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import { createClient, listClients, lockClient, unlockClient, updateClient } from '#core/iam/contract/access/clients.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { type Client, ClientCreate, ClientEdit, ClientStatus } from './client-forms.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'
import { words } from '../words.ts'

type ClientDialog = { kind: 'create' } | { kind: 'edit' | 'status' | 'menu'; client: Client }

const { Host, useOpen } = dialogHost<ClientDialog>((dialog, close) => {
  switch (dialog.kind) {
    case 'create':
      return <ClientCreate onClose={close} />
    case 'edit':
      return <ClientEdit client={dialog.client} onClose={close} />
    case 'status':
      return <ClientStatus client={dialog.client} onClose={close} />
    default:
      return <MenuDrawer client={dialog.client} onClose={close} />
  }
})

function Toolbar() {
  const labels = useLabels(words)
  const open = useOpen()
  if (!usePermission(createClient.permission)) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
      {labels.action('create')}
    </Button>
  )
}

function useRowActions() {
  const labels = useLabels(words)
  const open = useOpen()
  return [
    { key: 'menu', label: labels.action('menuRules'), run: (client: Client) => open({ kind: 'menu', client }) },
    { key: 'edit', label: labels.action('edit'), permission: updateClient.permission, run: (client: Client) => open({ kind: 'edit', client }) },
    {
      key: 'lock',
      label: labels.action('lock'),
      permission: lockClient.permission,
      danger: true,
      when: (client: Client) => client.status === 'ACTIVE',
      run: (client: Client) => open({ kind: 'status', client }),
    },
    {
      key: 'unlock',
      label: labels.action('unlock'),
      permission: unlockClient.permission,
      when: (client: Client) => client.status === 'LOCKED' && client.installed,
      run: (client: Client) => open({ kind: 'status', client }),
    },
  ]
}

const List = listScreen(listClients, {
  filters: ['text', 'status'],
  columns: [
    { field: 'code', fixed: 'start', width: 175 },
    { field: 'nameVi', width: 240 },
    { field: 'nameEn', width: 220 },
    { field: 'status', width: 160 },
    { field: 'description', width: 220, hidden: true },
    { field: 'users', width: 120 },
    { field: 'permissions', width: 110 },
    { field: 'gatedMenus', width: 170 },
    { field: 'rules', width: 140 },
    { field: 'installed', width: 120 },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true, width: 140 },
  ],
  toolbar: Toolbar,
  useRowActions,
})

export default function ClientsScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
