import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errors } from '#kernel/errors.ts'
import { liveEvents } from '#kernel/live.ts'
import { callOf } from '../http/call.ts'
import type { QueryEntry } from '../http/registry.ts'
import type { Runtime } from '../module.ts'
import type { SessionResolver } from '../session/session.ts'
import type { Subscriber } from './live.ts'
import { type StreamWatch, watchStreams } from './watch.ts'

/** A comment line this often, so that neither a proxy nor the browser takes the stream for dead. */
const HEARTBEAT_MS = 15_000
/** Of one topic, a browser gets an event this often at most: the first change at once, the rest together. */
const TOPIC_MS = 1_000
const STREAMS_A_USER = 10
const STREAMS_A_PROCESS = 5_000
/** A browser that does not read. */
const BACKLOG_BYTES = 65_536

/** The one endpoint whose answer does not end; it is declared beside the modules' own. */
export const LIVE_ENTRY: QueryEntry = {
  kind: 'query',
  contract: liveEvents,
  module: { name: 'live', register: () => undefined },
  handler: async () => {
    throw new Error('the stream is answered by its own route')
  },
}

/**
 * Server-sent events for whoever is signed in. The stream ends with the session (signed out, revoked, idle, expired) within a second or two, and
 * with the access token, whereupon the browser comes back with a new one; what depends on a permission follows the rights as they are now.
 * It does not count as activity. Whatever happens while a browser
 * is away is not kept: when it comes back it asks again for what it shows.
 */
export function liveRoute(app: FastifyInstance, runtime: Runtime, sessions: SessionResolver): void {
  const watch = sessions.standing && watchStreams(runtime, sessions.standing)
  app.addHook('onClose', () => watch?.close())
  app.route({
    method: liveEvents.method,
    url: liveEvents.path,
    config: { entry: LIVE_ENTRY },
    handler: async (request, reply) => openStream(runtime, watch, request, reply),
  })
}

async function openStream({ live }: Runtime, watch: StreamWatch | undefined, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { session } = callOf(request)
  if (!session) throw new AppError(errors.unauthorized)
  if (!watch || live.size() >= STREAMS_A_PROCESS) throw new AppError(errors.unavailable)
  const stream = new Readable({ read: () => undefined })
  const write = (text: string) => {
    if (stream.destroyed) return
    if (stream.readableLength > BACKLOG_BYTES) stream.destroy()
    else stream.push(text)
  }
  const paced = pace((topic) => write(`data: ${JSON.stringify({ topic })}\n\n`))
  const subscriber: Subscriber = {
    userId: session.userId,
    permissions: session.permissions,
    publish: paced.publish,
    end: () => stream.push(null),
  }
  // The oldest makes room: it is the one whose browser is most likely gone.
  for (const old of live.of(session.userId).slice(0, -(STREAMS_A_USER - 1))) old.end()
  if (!live.subscribe(subscriber)) throw new AppError(errors.unavailable)
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
  const unwatch = watch.add(subscriber, session)
  stream.once('close', () => {
    clearInterval(heartbeat)
    unwatch()
    paced.stop()
    live.unsubscribe(subscriber)
  })
  reply.raw.once('close', () => stream.destroy())
  write('retry: 1000\n\n')
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(stream)
}

/** Lets the first event of a topic through and gathers what follows closely. */
function pace(send: (topic: string | null) => void): { publish(topic: string | null): void; stop(): void } {
  const recent = new Map<string | null, { again: boolean; timer: NodeJS.Timeout }>()
  function publish(topic: string | null): void {
    const known = recent.get(topic)
    if (known) {
      known.again = true
      return
    }
    send(topic)
    const timer = setTimeout(() => {
      const { again } = recent.get(topic) ?? { again: false }
      recent.delete(topic)
      if (again) publish(topic)
    }, TOPIC_MS)
    recent.set(topic, { again: false, timer })
  }
  return {
    publish,
    stop() {
      for (const { timer } of recent.values()) clearTimeout(timer)
    },
  }
}
