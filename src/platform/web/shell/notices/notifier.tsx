import { notification as antdNotification } from 'antd'
import { useEffect } from 'react'
import { AntdRoot } from '../look/antd-root.tsx'
import { provideNotifier } from './notify.ts'

/** In the middle of the lower edge: buttons of pages stand above, those of drawers and dialogs, and the pages of a list, at the right. */
const BOTTOM = 12

function Holder() {
  const [notification, holder] = antdNotification.useNotification({ maxCount: 4, bottom: BOTTOM })
  useEffect(() => {
    provideNotifier({
      show: ({ kind, title, text, seconds = 5, key, onClose }) =>
        notification.open({
          type: kind,
          title,
          description: text,
          duration: seconds,
          placement: 'bottom',
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
