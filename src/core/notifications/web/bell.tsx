import BellOutlined from '@ant-design/icons/BellOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CountBadge } from '#platform/web/kit/value/count-badge.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { countUnread, listNotifications, type Notification, notificationsTopic } from '../contract/notifications.ts'
import type { Openers } from './openers.ts'
import { words } from './words.ts'

const Panel = lazyPart(() => import('./panel.tsx'))
const SHOWN = 99

/** How many notifications wait to be read, and the way to them. */
export default function Bell({ openers }: { openers: Openers }) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  const [about, setAbout] = useState<Notification['about']>(null)
  const { data } = useContractQuery(countUnread, {}, { quiet: true })
  const count = data?.count ?? 0
  useLiveReads(notificationsTopic, countUnread, listNotifications)
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
        onClick={() => setOpen(true)}
      />
      <Panel open={open} onClose={() => setOpen(false)} onOpen={setAbout} />
      {Object.entries(openers).map(([type, Opener]) => (
        <Opener key={type} id={about?.type === type ? about.id : null} open={about?.type === type} onClose={() => setAbout(null)} />
      ))}
    </>
  )
}
