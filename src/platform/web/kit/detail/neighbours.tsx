import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ListContract, Page } from '#kernel/contract.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKeyOf } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import { showTab } from '../../shell/routing/navigation.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { turnTab } from '../../shell/tabs/tab-store.ts'

interface Props {
  /** The list a record may have been opened from. */
  list: ListContract
  id: string
  /** Address of a record's detail. */
  path: (id: string) => string
}

/** Previous and next record of the page of the list that was last looked at, in this same tab; nothing when no such page is known. */
export function Neighbours({ list, id, path }: Props) {
  const t = useShellText()
  const { tabId } = useScreen()
  // Kept for as long as the tab lives: the list itself may be closed or show other rows by now.
  const [ids] = useState(() => lastPageWith(list, id))
  const place = ids.indexOf(id)
  if (place < 0 || ids.length < 2) return null
  const button = (to: string | undefined, label: string, icon: typeof LeftOutlined) => {
    const Icon = icon
    return (
      <Button
        icon={<Icon />}
        aria-label={label}
        title={label}
        disabled={to === undefined}
        onClick={() => to !== undefined && showTab(turnTab(tabId, path(to)), { replace: true })}
      />
    )
  }
  return (
    <Space.Compact>
      {button(ids[place - 1], t('detail.previous'), LeftOutlined)}
      {button(ids[place + 1], t('detail.next'), RightOutlined)}
    </Space.Compact>
  )
}

/** Ids of the newest page of the list in memory that holds the record. */
function lastPageWith(list: ListContract, id: string): string[] {
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKeyOf(list) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => ((query.state.data as Page<{ id?: string }> | undefined)?.result ?? []).flatMap((row) => row.id ?? []))
  return pages.find((ids) => ids.includes(id)) ?? []
}
