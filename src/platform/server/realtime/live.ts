import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { LiveTopic } from '#kernel/live.ts'
import type { Database, Queryable } from '../database/db.ts'
import type { Listener } from '../database/listener.ts'
import type { Logger } from '../logging.ts'

const CHANNEL = 'buutram_live'
/** A notification of PostgreSQL holds less than 8,000 bytes. */
const USERS_A_MESSAGE = 300
/** Hints about what changes all the time are sent this often at most. */
const HINT_MS = 1_000

export interface LiveEvent {
  topic: LiveTopic
  /** Only these users; everybody the topic concerns when left out. */
  userIds?: readonly string[]
}

/** An event as it crosses the database: names and ids, never contents. */
interface Message {
  t: string
  p?: string
  u?: string[]
  /** Rights have changed. */
  r?: true
}

/**
 * Tells every process, at the commit, that a topic has changed (nothing when the transaction is rolled back).
 * Commits that notify wait for each other in PostgreSQL, so where many commit a second `live.hint` is the way.
 */
export async function publish(tx: Queryable, { topic, userIds }: LiveEvent): Promise<void> {
  if (userIds?.length === 0) return
  for (let at = 0; at < (userIds?.length ?? 1); at += USERS_A_MESSAGE) {
    const message: Message = {
      t: topic.name,
      ...(topic.permission ? { p: topic.permission } : {}),
      ...(topic.rights ? { r: topic.rights } : {}),
      ...(userIds ? { u: userIds.slice(at, at + USERS_A_MESSAGE) } : {}),
    }
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(tx)
  }
}

/** One browser that listens. */
export interface Subscriber {
  userId: string
  /** As they are now: kept up by whoever watches the sessions. */
  permissions: ReadonlySet<string>
  /** null: something may have been missed. */
  publish(topic: string | null): void
  end(): void
}

/** The events of all processes, for the browsers connected to this one. */
export interface Live {
  /** After a commit, outside any transaction: the topic has changed. Costs nothing; however often, one notification a second goes out. */
  hint(topic: LiveTopic): void
  /** False when the server is ending. */
  subscribe(subscriber: Subscriber): boolean
  unsubscribe(subscriber: Subscriber): void
  /** Hears of it when rights have changed somewhere, or may have while nobody listened. The returned function ends it. */
  onRights(look: () => void): () => void
  /** Those connected here, of one user, oldest first. */
  of(userId: string): Subscriber[]
  size(): number
  /** Sends what `hint` was told, for whoever is about to close the connections; waits no longer than a hint does. */
  sendHints(): Promise<void>
  /** Ends the streams that are open. */
  endStreams(): void
  /** Ends all streams; no new one is taken. What was hinted at goes out first. */
  close(): Promise<void>
}

/** Opens its part of the listening connection when the first browser comes. */
export function createLive(db: Database, listener: Listener, log: Logger): Live {
  const subscribers = new Set<Subscriber>()
  const watchers = new Set<() => void>()
  const hints = new Map<string, LiveTopic>()
  let hinting: NodeJS.Timeout | undefined
  // Answers with nothing: it stands in the next one, and would keep all answers before.
  let sent: Promise<void> = Promise.resolve()
  let silence: (() => void) | undefined
  let closed = false

  function onMessage(payload: string): void {
    const { t, p, u, r } = JSON.parse(payload) as Message
    if (r) for (const look of watchers) look()
    for (const one of subscribers) {
      if (u && !u.includes(one.userId)) continue
      if (p && !one.permissions.has(p)) continue
      one.publish(t)
    }
  }

  /** What was announced before the channel was open, or while it was lost, is not known. */
  function onConnected(): void {
    for (const look of watchers) look()
    for (const one of subscribers) one.publish(null)
  }

  async function sendHints(): Promise<void> {
    clearTimeout(hinting)
    hinting = undefined
    const topics = [...hints.values()]
    hints.clear()
    sent = Promise.all([sent, ...topics.map((topic) => publish(db, { topic }))]).then(
      () => undefined,
      (error: unknown) => {
        if (!closed) log.warn({ error }, 'a change could not be announced')
      },
    )
    await Promise.race([sent, delay(HINT_MS, undefined, { ref: false })])
  }

  function endStreams(): void {
    for (const one of subscribers) one.end()
    subscribers.clear()
  }

  return {
    hint(topic) {
      if (closed) return
      hints.set(topic.name, topic)
      hinting ??= setTimeout(() => void sendHints(), HINT_MS).unref()
    },
    subscribe(subscriber) {
      if (closed) return false
      subscribers.add(subscriber)
      silence ??= listener.on(CHANNEL, onMessage, onConnected)
      return true
    },
    unsubscribe: (subscriber) => void subscribers.delete(subscriber),
    onRights(look) {
      watchers.add(look)
      return () => watchers.delete(look)
    },
    of: (userId) => [...subscribers].filter((one) => one.userId === userId),
    size: () => subscribers.size,
    sendHints,
    endStreams,
    async close() {
      closed = true
      await sendHints()
      silence?.()
      endStreams()
    },
  }
}
