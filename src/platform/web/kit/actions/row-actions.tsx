import MoreOutlined from '@ant-design/icons/MoreOutlined'
import { Button, Dropdown } from 'antd'
import { useShellText } from '../../i18n.ts'
import { may, useSession } from '../../session/session-store.ts'

/** One thing that may be done with a row; it is there only when state and permission allow. */
export interface RowAction<Row> {
  key: string
  label: string
  permission?: string
  when?: (row: Row) => boolean
  danger?: boolean
  run: (row: Row) => void
}

const INLINE = 1

/** The actions of a row: one stands as a button, several in a menu, none is nothing. */
export function RowActions<Row>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) {
  const t = useShellText()
  const user = useSession((state) => state.user)
  const allowed = actions.filter((action) => (!action.permission || may(user, action.permission)) && (action.when?.(row) ?? true))
  const [only] = allowed
  if (!only) return null
  if (allowed.length === INLINE) {
    return (
      <Button type="link" size="small" danger={only.danger ?? false} onClick={() => only.run(row)}>
        {only.label}
      </Button>
    )
  }
  const items = allowed.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false }))
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => allowed.find((action) => action.key === key)?.run(row) }} trigger={['click']} placement="bottomRight">
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('common.more')} />
    </Dropdown>
  )
}
