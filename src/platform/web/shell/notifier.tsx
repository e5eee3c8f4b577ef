import { notification as antdNotification } from 'antd'
import { useEffect } from 'react'
import { AntdRoot } from './antd-root.tsx'
import { provideNotifier } from './notify.ts'

/** Below the header and the tabs: a notice stays while the mouse is on it, so it must not lie on the account menu. */
const TOP = 92

function Holder() {
  const [notification, holder] = antdNotification.useNotification({ maxCount: 4, top: TOP })
  useEffect(() => {
    provideNotifier({
      show: ({ kind, title, text, seconds = 5, key, onClose }) =>
        notification.open({
          type: kind,
          title,
          description: text,
          duration: seconds,
          placement: 'topRight',
          ...(key ? { key } : {}),
          ...(onClose ? { closable: { onClose } } : {}),
        }),
      close: (key) => notification.destroy(key),
    })
  }, [notification])
  return holder
}

/** antd's notifications, handed to code inside and outside React. */
export default function Notifier() {
  return (
    <AntdRoot>
      <Holder />
    </AntdRoot>
  )
}
