import BellOutlined from '@ant-design/icons/BellOutlined'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CountBadge } from '#platform/web/kit/value/count-badge.tsx'
import { useLive } from '#platform/web/live/live.ts'
import { countUnread, listNotifications, notificationsTopic } from '../contract/notifications.ts'
import { words } from './words.ts'

const Panel = lazy(() => import('./panel.tsx'))
const SHOWN = 99

/** How many notifications wait to be read, and the way to them. */
export default function Bell() {
  const labels = useLabels(words)
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { data } = useContractQuery(countUnread, {}, { quiet: true })
  const count = data?.count ?? 0
  useLive(notificationsTopic, () => {
    for (const contract of [countUnread, listNotifications]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(contract) })
  })
  return (
    <>
      <Button
        type="text"
        title={labels.text('bell')}
        aria-label={count > 0 ? labels.text('bellUnread', { count: count > SHOWN ? `${SHOWN}+` : count }) : labels.text('bell')}
        icon={
          <CountBadge count={count}>
            <BellOutlined />
          </CountBadge>
        }
        onClick={() => setPanel('open')}
      />
      {panel !== 'never' && (
        <Suspense>
          <Panel open={panel === 'open'} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </>
  )
}
