import { useEffect, useRef } from 'react'
import type { LiveTopic } from '#kernel/live.ts'
import { useLive } from './live.ts'

/** As `useLive`, for what changes all the time: at once when it was quiet, else when `everyMs` have passed since the last call. The last change is never lost. */
export function useLiveSeldom(topic: LiveTopic, everyMs: number, handler: () => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  const held = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  const call = () => {
    held.current.timer = undefined
    held.current.at = performance.now() + everyMs
    latest.current()
  }
  useLive(topic, () => {
    held.current.timer ??= setTimeout(call, Math.max(0, held.current.at - performance.now()))
  })
  useEffect(() => {
    const { current } = held
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
}
