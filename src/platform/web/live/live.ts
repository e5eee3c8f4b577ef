import { useEffect, useRef } from 'react'
import { LiveMessage, type LiveTopic, liveEvents } from '#kernel/live.ts'
import { SessionEndedError } from '../api/api-error.ts'
import { send } from '../api/http.ts'
import { useSession } from '../session/session-store.ts'
import { eventReader } from './messages.ts'

const NAME = 'live-events'
/** The server says something every 15 s; silence for this long is a broken line. */
const SILENCE_MS = 40_000
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000

type Handler = () => void
const handlers = new Map<string, Set<Handler>>()

/** Windows of one browser share one stream: the one that holds the lock reads it and passes events on. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)

/** null: anything may have changed. */
function deliver(topic: string | null): void {
  const concerned = topic === null ? [...handlers.values()] : [handlers.get(topic) ?? []]
  for (const one of concerned) for (const handler of one) handler()
}

function changed(topic: string | null): void {
  deliver(topic)
  channel?.postMessage(topic)
}

/**
 * Calls `handler` when the topic has changed, and when it may have (after the stream was away). An event carries nothing: the handler asks
 * the server. Nothing is called while the component is hidden; what it shows is then asked for again by whoever shows it.
 */
export function useLive(topic: LiveTopic, handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  const { name } = topic
  useEffect(() => {
    const call = () => latest.current()
    const known = handlers.get(name) ?? new Set()
    handlers.set(name, known.add(call))
    return () => {
      known.delete(call)
    }
  }, [name])
}

/** Holds the stream while somebody is signed in; called once at start. */
export function followEvents(): void {
  if (channel) channel.onmessage = ({ data }) => deliver(typeof data === 'string' ? data : null)
  let stop: AbortController | undefined
  const follow = () => {
    const { phase, user } = useSession.getState()
    // A person who has to change the password first may not listen.
    const ready = phase === 'ready' && !user?.mustChangePassword
    if (ready && !stop) {
      stop = new AbortController()
      void hold(stop.signal)
    } else if (!ready) {
      stop?.abort()
      stop = undefined
    }
  }
  useSession.subscribe(follow)
  follow()
  // A page that is left is not one whose server is gone. Kept for going back, it begins anew.
  window.addEventListener('pagehide', () => {
    stop?.abort()
    stop = undefined
  })
  window.addEventListener('pageshow', follow)
}

async function hold(signal: AbortSignal): Promise<void> {
  try {
    // Web Locks exist in secure contexts only; elsewhere each window has its own stream.
    if (navigator.locks) await navigator.locks.request(NAME, { signal }, () => readForEver(signal))
    else await readForEver(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function readForEver(signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS
  while (!signal.aborted) {
    try {
      if (await readStream(signal)) delay = FIRST_DELAY_MS
    } catch (error) {
      if (error instanceof SessionEndedError) return
    }
    await pause(delay * (0.75 + Math.random() / 2), signal)
    delay = Math.min(delay * 2, MAX_DELAY_MS)
  }
}

/** Reads until the stream ends; true when it was one. Whatever came before it is unknown, so everybody asks again. */
async function readStream(signal: AbortSignal): Promise<boolean> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  try {
    heard()
    const { body } = await send(liveEvents, {}, { signal: AbortSignal.any([signal, silence.signal]) })
    if (!body) return false
    changed(null)
    const reader = body.getReader()
    const events = eventReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done || !value) return true
      heard()
      for (const data of events(decoder.decode(value, { stream: true }))) {
        const message = LiveMessage.safeParse(JSON.parse(data))
        if (message.success) changed(message.data.topic)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
