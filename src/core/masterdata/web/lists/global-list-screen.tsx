import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import {
  changeGlobalListStatus,
  findGlobalList,
  insertGlobalList,
  listGlobalLists,
  removeGlobalList,
  updateGlobalList,
} from '#core/masterdata/contract/lists/global-list.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { bulkAction } from '#platform/web/kit/actions/bulk.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from '../words.ts'
import { type GlobalList, GlobalListCreate, GlobalListEdit, GlobalListRemove } from './global-list-forms.tsx'

type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove'; list: GlobalList }

const { Host, useOpen } = dialogHost<Dialog>((dialog, close) => {
  switch (dialog.kind) {
    case 'create':
      return <GlobalListCreate onClose={close} />
    case 'edit':
      return <GlobalListEdit code={dialog.list.code} onClose={close} />
    default:
      return <GlobalListRemove list={dialog.list} onClose={close} />
  }
})

function Toolbar() {
  const labels = useLabels(words)
  const open = useOpen()
  if (!usePermission(insertGlobalList.permission)) return null
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
    { key: 'edit', label: labels.action('edit'), permission: updateGlobalList.permission, run: (list: GlobalList) => open({ kind: 'edit', list }) },
    {
      key: 'remove',
      label: labels.action('remove'),
      permission: removeGlobalList.permission,
      danger: true,
      run: (list: GlobalList) => open({ kind: 'remove', list }),
    },
  ]
}

/** Lists that are out of use for a while are locked: forms no longer offer their entries. */
function useBulkActions() {
  const labels = useLabels(words)
  const action = (status: 'ACTIVE' | 'LOCKED') =>
    bulkAction<GlobalList, typeof changeGlobalListStatus>({
      key: status,
      label: labels.action(status === 'LOCKED' ? 'lock' : 'unlock'),
      title: labels.text(status === 'LOCKED' ? 'listsLock' : 'listsUnlock'),
      danger: status === 'LOCKED',
      permission: changeGlobalListStatus.permission,
      when: (row) => row.status !== status,
      contract: changeGlobalListStatus,
      input: () => ({ status }),
      name: (row) => row.code,
      facts: [(row) => row.name],
      invalidates: [listGlobalLists, findGlobalList],
    })
  return [action('LOCKED'), action('ACTIVE')]
}

const List = listScreen(listGlobalLists, {
  filters: ['text', 'status'],
  columns: [
    { field: 'code', fixed: 'start', width: 220 },
    { field: 'name', width: 240 },
    { field: 'description', width: 240 },
    { field: 'entries', width: 110 },
    { field: 'status', width: 160 },
    'updatedAt',
    { field: 'updatedBy', width: 140 },
  ],
  toolbar: Toolbar,
  useRowActions,
  useBulkActions,
})

export default function GlobalListScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
