import pg from 'pg'
import type { Logger } from '../logging.ts'

const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 10_000

interface Subscription {
  channel: string
  onMessage: (payload: string) => void
  /** Called after every (re)connection: what was sent before it is lost. */
  onConnected: () => void
}

/** The one connection of a process that listens to NOTIFY, whatever for. */
export interface Listener {
  /** Subscribes; connects when it is the first. The returned function ends the subscription. */
  on(channel: string, onMessage: (payload: string) => void, onConnected: () => void): () => void
  close(): Promise<void>
}

/** Opens lazily, beside the pool it takes its address from, and connects again by itself when the connection is lost. */
export function createListener(pool: pg.Pool, log: Logger): Listener {
  const subscriptions = new Set<Subscription>()
  let client: pg.Client | undefined
  /** Channels that the present connection listens to. */
  const heard = new Set<string>()
  let closed = false
  let delay = FIRST_DELAY_MS
  let timer: NodeJS.Timeout | undefined
  let connecting = false

  async function connect(): Promise<void> {
    if (connecting || client || closed || subscriptions.size === 0) return
    connecting = true
    const opened = new pg.Client({ ...pool.options, application_name: 'buu-tram listener', keepAlive: true })
    try {
      opened.on('error', () => undefined)
      opened.on('end', () => lost(opened))
      opened.on('notification', ({ channel, payload = '' }) => {
        for (const one of subscriptions) if (one.channel === channel) one.onMessage(payload)
      })
      await opened.connect()
      if (closed) return await opened.end()
      heard.clear()
      // Whoever subscribes while this waits is looked after as well.
      for (let next = unheard(); next !== undefined; next = unheard()) await listen(opened, next)
      client = opened
      delay = FIRST_DELAY_MS
      for (const one of subscriptions) one.onConnected()
    } catch (error) {
      await opened.end().catch(() => undefined)
      if (!closed) log.warn({ error }, 'the listening connection could not be opened')
      again()
    } finally {
      connecting = false
    }
  }

  function unheard(): string | undefined {
    return [...subscriptions].find(({ channel }) => !heard.has(channel))?.channel
  }

  async function listen(to: pg.Client, channel: string): Promise<void> {
    await to.query(`listen ${pg.escapeIdentifier(channel)}`)
    heard.add(channel)
  }

  function lost(which: pg.Client): void {
    if (which !== client) return
    client = undefined
    again()
  }

  function again(): void {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), delay)
    timer.unref()
    delay = Math.min(delay * 2, MAX_DELAY_MS)
  }

  return {
    on(channel, onMessage, onConnected) {
      const one = { channel, onMessage, onConnected }
      subscriptions.add(one)
      const current = client
      if (!current) void connect()
      else if (heard.has(channel)) onConnected()
      // Nobody misses anything: later subscribers are notified once the channel is open.
      else
        listen(current, channel).then(onConnected, (error: unknown) => {
          if (!closed) log.warn({ error, channel }, 'a channel could not be listened to')
          // Its end makes the next connection, which listens to all.
          void current.end().catch(() => undefined)
        })
      return () => subscriptions.delete(one)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
