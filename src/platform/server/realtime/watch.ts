import type { Runtime } from '../module.ts'
import type { Session, SessionResolver } from '../session/session.ts'
import type { Subscriber } from './live.ts'

/** Whether the sessions still stand is asked this often, for all streams of the process at once. */
const LOOK_MS = 1_000
/** What they may do is asked when somebody says that it has changed, and at every so manieth look in case nobody did. */
const LOOKS_A_READING = 15

export interface StreamWatch {
  /** Watches a stream until the returned function is called. */
  add(subscriber: Subscriber, session: Session): () => void
  close(): void
}

/**
 * One watch for all streams of a process: one query a second while there are any. A stream whose session is over is ended, and what is sent
 * by permission follows the rights as they are now: rights taken away end it as soon as the notice of the change is here.
 */
export function watchStreams({ live, log }: Pick<Runtime, 'live' | 'log'>, standing: NonNullable<SessionResolver['standing']>): StreamWatch {
  const streams = new Map<Subscriber, Session>()
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let looks = 0
  /** The rights of all have to be read again at the next look. */
  let changed = false
  /** Whose rights may be a second old, with the notice of a change just gone by: they are read at the next look. */
  const newcomers = new Set<Subscriber>()
  let closed = false

  async function look(): Promise<void> {
    if (looking || closed || streams.size === 0) return
    looking = true
    clearTimeout(timer)
    timer = undefined
    const reading = changed || ++looks % LOOKS_A_READING === 0
    changed = false
    const watched = [...streams]
    const fresh = watched.filter(([subscriber]) => reading || newcomers.has(subscriber))
    const known = watched.filter(([subscriber]) => !reading && !newcomers.has(subscriber))
    newcomers.clear()
    try {
      await renew(fresh, true)
      await renew(known, false)
    } catch (error) {
      // A database that is away ends nobody's session.
      if (!closed) log.warn({ error }, 'the sessions of open streams could not be looked at')
      changed ||= reading
      for (const [subscriber] of fresh) if (streams.has(subscriber)) newcomers.add(subscriber)
      looking = false
      return again()
    }
    looking = false
    // What was announced during the query is looked at immediately.
    if (changed) await look()
    else again()
  }

  /** Ends those whose session is over; the others get their rights as they are now, where these are read. */
  async function renew(some: readonly (readonly [Subscriber, Session])[], reading: boolean): Promise<void> {
    if (some.length === 0) return
    const found = await standing(
      some.map(([, session]) => session),
      reading,
    )
    some.forEach(([subscriber, session], at) => {
      const permissions = found[at]
      if (!permissions) subscriber.end()
      else if (reading && streams.has(subscriber)) {
        subscriber.permissions = permissions
        streams.set(subscriber, { ...session, permissions })
      }
    })
  }

  function again(): void {
    if (closed || streams.size === 0 || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void look()
    }, LOOK_MS).unref()
  }

  const silence = live.onRights(() => {
    changed = true
    void look()
  })

  return {
    add(subscriber, session) {
      streams.set(subscriber, session)
      newcomers.add(subscriber)
      again()
      return () => {
        streams.delete(subscriber)
        newcomers.delete(subscriber)
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
      silence()
    },
  }
}
