import { onlineManager } from '@tanstack/react-query'
import { create } from 'zustand'

const PROBE_FIRST_MS = 1_000
const PROBE_MAX_MS = 15_000

interface Connection {
  online: boolean
  /** Epoch ms of the next probe while offline. */
  nextProbeAt: number
}

export const useConnection = create<Connection>(() => ({ online: true, nextProbeAt: 0 }))

let delay = PROBE_FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * A call got no answer. Queries pause (they keep what they show) until a probe of the health
 * endpoint is answered; the banner of the shell shows the state and offers to try at once.
 */
export function reportUnreachable(): void {
  if (!useConnection.getState().online) return
  onlineManager.setOnline(false)
  delay = PROBE_FIRST_MS
  schedule()
}

export function reportReachable(): void {
  if (useConnection.getState().online) return
  clearTimeout(timer)
  useConnection.setState({ online: true, nextProbeAt: 0 })
  onlineManager.setOnline(true)
}

/** Asks the server now; any HTTP answer below 500 counts as being back. */
export async function probe(): Promise<void> {
  clearTimeout(timer)
  try {
    const answer = await fetch('/api/health', { cache: 'no-store' })
    if (answer.status < 500) return reportReachable()
  } catch {
    // still gone
  }
  delay = Math.min(delay * 2, PROBE_MAX_MS)
  schedule()
}

function schedule(): void {
  useConnection.setState({ online: false, nextProbeAt: Date.now() + delay })
  timer = setTimeout(() => void probe(), delay)
}

/** Follows the browser's own events; called once at start. */
export function watchConnection(): void {
  window.addEventListener('offline', reportUnreachable)
  window.addEventListener('online', () => void probe())
}
