import { notification as antdNotification } from 'antd'
import { useEffect } from 'react'
import { AntdRoot } from '../look/antd-root.tsx'
import { EDGE, freePlace, workedWith } from './free-place.ts'
import { provideNotifier } from './notify.ts'

function Holder() {
  const [notification, holder] = antdNotification.useNotification({ maxCount: 4, bottom: EDGE, top: EDGE })
  useEffect(() => {
    provideNotifier({
      show: ({ kind, title, text, seconds = 5, key, onClose }) =>
        notification.open({
          type: kind,
          title,
          description: text,
          duration: seconds,
          placement: freePlace({ width: window.innerWidth, height: window.innerHeight }, workedWith()),
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
