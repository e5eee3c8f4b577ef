import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { shellText, withWords } from '../../i18n.ts'
import { notify } from '../notices/notify.ts'
import { persistently } from './chunks.ts'

/** A part that somebody is waiting for is not fetched for minutes. */
const PART_TIMEOUT_MS = 10_000

interface Part {
  open?: boolean
  onClose?: () => void
}

/** In the place of a part that did not come: closes itself, so that the next press tries again. */
function Missing({ onClose }: Part) {
  useEffect(() => onClose?.(), [onClose])
  return null
}

/** Draws nothing before it is first open, nor while it is closed and its script has not come. */
function Kept({ open = true, came, children }: { open: boolean | undefined; came: () => boolean; children: ReactNode }) {
  const [used, setUsed] = useState(false)
  if (open && !used) setUsed(true)
  return used && (open || came()) && <Suspense>{children}</Suspense>
}

/**
 * A drawer or dialog whose script is fetched when it is first drawn, or first `open`: once it is there it stays, so that it may close with
 * its own movement. When it cannot be fetched a message says so, and it is fetched again by the next press alone; nothing else of the page
 * is touched: what is typed elsewhere stays.
 */
export function lazyPart<P extends Part>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let came = false
  const make = () =>
    lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        const part = await persistently(() => withWords(load), PART_TIMEOUT_MS)
        came = true
        return part
      } catch {
        Current = make()
        notify({ kind: 'error', title: shellText('exception.titleChunk'), text: shellText('common.networkGone') })
        return { default: Missing }
      }
    })
  let Current: ComponentType<P> = make() as unknown as ComponentType<P>
  return (props) => (
    <Kept open={props.open} came={() => came}>
      <Current {...props} />
    </Kept>
  )
}
