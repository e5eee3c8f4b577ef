import { Alert, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { codeIn } from './find-codes.ts'
import { pixelsOf } from './picture.ts'
import { words } from './words.ts'

interface Props {
  onFound: (text: string) => void
  onClose: () => void
}

const SIDE = 640
/** Looks a second: one takes some tens of milliseconds. */
const EVERY_MS = 150

type Trouble = 'cameraRefused' | 'cameraNone' | 'cameraInsecure'

/** What the camera sees, until a code is in it. Nothing is kept and nothing leaves the browser. */
export default function Camera({ onFound, onClose }: Props) {
  const labels = useLabels(words)
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble>()
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    let over = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const screen = video.current
      if (over || !screen) return
      if (screen.videoWidth > 0) {
        const text = codeIn(pixelsOf(screen, screen.videoWidth, screen.videoHeight, SIDE))
        if (text !== undefined) return found.current(text)
      }
      timer = setTimeout(look, EVERY_MS)
    }
    const start = async () => {
      if (!navigator.mediaDevices) return setTrouble('cameraInsecure')
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (over || !video.current) return stopped(stream)
        video.current.srcObject = stream
        await video.current.play()
        look()
      } catch (error) {
        if (!over) setTrouble(error instanceof DOMException && error.name === 'NotAllowedError' ? 'cameraRefused' : 'cameraNone')
      }
    }
    void start()
    return () => {
      over = true
      clearTimeout(timer)
      stopped(stream)
    }
  }, [])
  return (
    <Modal open title={labels.text('cameraTitle')} footer={null} width={640} onCancel={onClose}>
      {trouble ? (
        <Alert type="warning" showIcon role="alert" title={labels.text(trouble)} />
      ) : (
        <video ref={video} className="bt-studio-video" muted playsInline />
      )}
    </Modal>
  )
}

function stopped(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
