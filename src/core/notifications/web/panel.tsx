import { Button, Drawer, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { listNotifications, type Notification, readNotifications } from '../contract/notifications.ts'
import './notifications.css'
import { words } from './words.ts'

type Which = 'all' | 'unread'

/** The bell follows the server, like every other window of the person. */
const markRead = (ids?: string[]) => call(readNotifications, ids ? { ids } : {}).catch(() => undefined)

/** The notifications of the person signed in; a press leads to what one is about. */
export default function Panel({ open, onClose, onOpen }: { open: boolean; onClose: () => void; onOpen: (about: Notification['about']) => void }) {
  const labels = useLabels(words)
  const [which, setWhich] = useState<Which>('all')
  return (
    <Drawer
      title={labels.text('title')}
      open={open}
      onClose={onClose}
      size={420}
      destroyOnHidden
      extra={
        <Button type="link" size="small" onClick={() => void markRead()}>
          {labels.text('readAll')}
        </Button>
      }
    >
      <Segmented
        block
        value={which}
        onChange={setWhich}
        options={[
          { value: 'all', label: labels.text('all') },
          { value: 'unread', label: labels.text('unread') },
        ]}
      />
      <Pages
        key={which}
        which={which}
        onPress={({ about, link }) => {
          if (!about && !link) return
          onClose()
          if (about) onOpen(about)
          else if (link) openAddress(link)
        }}
      />
    </Drawer>
  )
}

/** Page after page, each asked for when the one before was not the last and the reader wants more. */
function Pages({ which, onPress, before }: { which: Which; onPress: (one: Notification) => void; before?: string }) {
  const labels = useLabels(words)
  const t = useShellText()
  const [more, setMore] = useState(false)
  const query = useContractQuery(
    listNotifications,
    { ...(before ? { before } : {}), ...(which === 'unread' ? { unread: 'true' as const } : {}) },
    { quiet: true },
  )
  if (query.isPending) return <Skeleton active className="bt-notifications-wait" />
  if (query.isError)
    return (
      <div className="bt-notifications-none" role="alert">
        {labels.text('failed')}{' '}
        <Button size="small" onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  const items = query.data.items
  const last = query.data.items.at(-1)
  if (items.length === 0 && !before) return <div className="bt-notifications-none">{labels.text(which === 'unread' ? 'noneUnread' : 'none')}</div>
  return (
    <>
      <ul className="bt-notifications">
        {items.map((one) => (
          <Item key={one.id} one={one} onPress={onPress} />
        ))}
      </ul>
      {query.data.more &&
        last &&
        (more ? (
          <Pages which={which} onPress={onPress} before={last.id} />
        ) : (
          <Button block onClick={() => setMore(true)}>
            {labels.text('more')}
          </Button>
        ))}
    </>
  )
}

function Item({ one, onPress }: { one: Notification; onPress: (one: Notification) => void }) {
  const labels = useLabels(words)
  const press = () => {
    if (!one.read) void markRead([one.id])
    onPress(one)
  }
  return (
    <li className={one.read ? 'bt-notification' : 'bt-notification bt-notification-unread'}>
      <button type="button" onClick={press}>
        {!one.read && <span className="bt-visually-hidden">{labels.text('unread')}: </span>}
        <span className="bt-notification-text">{one.text}</span>
        <TimestampText value={one.createdAt} />
      </button>
    </li>
  )
}
