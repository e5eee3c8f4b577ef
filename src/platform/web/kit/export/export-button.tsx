import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Button, Dropdown } from 'antd'
import type { ListContract } from '#kernel/contract.ts'
import type { ColumnLayout } from '#kernel/views.ts'
import { useShellText } from '../../i18n.ts'
import { usePermission } from '../../session/session-store.ts'
import { type Column, shownColumns } from '../list/columns.ts'
import type { ListState } from '../list/list-state.ts'
import { runDownload } from './downloads.tsx'

interface Props<Row> {
  contract: ListContract
  state: ListState
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  disabled: boolean
}

/** Exports the whole result with the columns as they are shown; only for who may. */
export function ExportButton<Row>({ contract, state, columns, layout, disabled }: Props<Row>) {
  const t = useShellText()
  const allowed = usePermission(contract.export.permission)
  if (!allowed) return null
  const run = (format: 'xlsx' | 'csv') => {
    const shown = shownColumns(columns, layout).map((column) => column.field)
    void runDownload(contract.export, { searchSdi: state.filter, sort: state.sort, format, columns: shown })
  }
  const items = [
    { key: 'xlsx', label: t('list.exportXlsx') },
    { key: 'csv', label: t('list.exportCsv') },
  ]
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => run(key === 'csv' ? 'csv' : 'xlsx') }} trigger={['click']} disabled={disabled} placement="bottomRight">
      <Button icon={<DownloadOutlined />}>{t('list.export')}</Button>
    </Dropdown>
  )
}
