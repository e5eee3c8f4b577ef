import { notification as antdNotification } from 'antd'
import { useEffect } from 'react'
import { AntdRoot } from '../look/antd-root.tsx'
import { EDGE, freePlace, type NoticePlace, workedWith } from './free-place.ts'
import { type Notice, provideNotifier } from './notify.ts'

const MOST = 4
/** Longer than drawers and dialogs move when they open. */
const STILL_MS = 400

const placeNow = (now?: NoticePlace) => freePlace({ width: window.innerWidth, height: window.innerHeight }, workedWith(), now)

/** Says, a moment later, that something of the page has changed; not more often than things come to rest. */
function watchPage(changed: () => void): () => void {
  let timer: number | undefined
  const observer = new MutationObserver(() => {
    timer ??= window.setTimeout(() => {
      timer = undefined
      changed()
    }, STILL_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function Holder() {
  const [notification, holder] = antdNotification.useNotification({ maxCount: MOST, bottom: EDGE, top: EDGE })
  useEffect(() => {
    const standing = new Map<string, { notice: Notice; place: NoticePlace }>()
    let count = 0
    let stop: (() => void) | undefined
    const gone = (key: string) => {
      standing.delete(key)
      if (standing.size > 0) return
      stop?.()
      stop = undefined
    }
    const open = (key: string, notice: Notice, place: NoticePlace) => {
      const { kind, title, text, seconds = 5, onClose } = notice
      standing.set(key, { notice, place })
      // As antd does: the first makes room.
      for (const first of standing.keys()) if (standing.size > MOST) standing.delete(first)
      // Nothing is watched while no notice stands.
      stop ??= watchPage(stepAside)
      notification.open({
        key,
        type: kind,
        title,
        description: text,
        duration: seconds,
        placement: place,
        onClose: () => gone(key),
        ...(onClose ? { closable: { onClose } } : {}),
      })
    }
    const stepAside = () => {
      for (const [key, { notice, place }] of [...standing]) {
        const free = placeNow(place)
        if (free !== place) open(key, notice, free)
      }
    }
    provideNotifier({
      show: (notice) => open(notice.key ?? `notice-${++count}`, notice, placeNow()),
      close: (key) => {
        gone(key)
        notification.destroy(key)
      },
    })
    return () => stop?.()
  }, [notification])
  return holder
}

/** antd's notifications, handed to code inside and outside React. They step aside for a drawer or dialog that opens after them. */
export default function Notifier() {
  return (
    <AntdRoot>
      <Holder />
    </AntdRoot>
  )
}
