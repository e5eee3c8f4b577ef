import { useEffect } from 'react'
import { sessionApi } from '../shell/preferences/setup.ts'
import { sessionEnded, useSession } from './session-store.ts'

/** Without a click for this long the session ends, in the browser and on the server alike. */
export const IDLE_MS = 3_600_000
/** The person is warned so long before. */
export const WARNING_MS = 120_000
const CLICK_KEY = 'last_click'
const CHECK_MS = 1_000
const WRITE_EVERY_MS = 5_000
const REPORT_EVERY_MS = 30_000

/** True when the last click is an hour ago; no known click counts as just clicked. */
export function isIdle(lastClick: number | null, now: number): boolean {
  return lastClick !== null && now - lastClick >= IDLE_MS
}

/** When the session ends, in its last two minutes; null before them. */
export function endsSoon(lastClick: number | null, now: number): number | null {
  return lastClick !== null && now - lastClick >= IDLE_MS - WARNING_MS ? lastClick + IDLE_MS : null
}

function lastClick(): number | null {
  const stored = Number(localStorage.getItem(CLICK_KEY))
  return stored > 0 ? stored : null
}

/** A click, or a sign-in: the hour starts again, in all windows of the browser. */
export function markActive(now = Date.now()): void {
  localStorage.setItem(CLICK_KEY, String(now))
}

let reportedAt = 0
let pending: ReturnType<typeof setTimeout> | undefined

/** The server keeps the same clock: it hears of clicks twice a minute at most, and always of the last one. */
function reportActivity(now: number): void {
  if (pending) return
  const wait = Math.max(0, reportedAt + REPORT_EVERY_MS - now)
  pending = setTimeout(() => {
    pending = undefined
    reportedAt = Date.now()
    sessionApi()
      .click()
      .catch(() => undefined)
  }, wait)
}

export function forgetActivity(): void {
  clearTimeout(pending)
  pending = undefined
  localStorage.removeItem(CLICK_KEY)
}

/**
 * Watches for an hour without a click in any window. The clock is read, not counted: a machine
 * that slept, or a page opened again later, is found idle at once. Mounted by the signed-in shell only.
 */
export function useIdleTimer(): void {
  const phase = useSession((state) => state.phase)
  useEffect(() => {
    if (phase !== 'ready') return
    if (lastClick() === null) markActive()
    let written = 0
    const check = () => {
      const now = Date.now()
      if (isIdle(lastClick(), now)) return sessionEnded('idle')
      // A click in another window takes the warning back, too.
      const idleEndsAt = endsSoon(lastClick(), now)
      if (useSession.getState().idleEndsAt !== idleEndsAt) useSession.setState({ idleEndsAt })
    }
    // The click that wakes a machine up comes before the timer: it must not revive an hour that is over.
    const clicked = () => {
      const now = Date.now()
      if (isIdle(lastClick(), now)) return sessionEnded('idle')
      reportActivity(now)
      if (now - written < WRITE_EVERY_MS && useSession.getState().idleEndsAt === null) return
      written = now
      markActive(now)
      check()
    }
    check()
    const timer = setInterval(check, CHECK_MS)
    window.addEventListener('click', clicked, { capture: true })
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('click', clicked, { capture: true })
      document.removeEventListener('visibilitychange', check)
    }
  }, [phase])
}
