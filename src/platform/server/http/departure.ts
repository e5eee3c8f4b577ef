import type { FastifyReply } from 'fastify'
import { AppError, errors } from '#kernel/errors.ts'

/** A reader who takes nothing for this long is cut off; looked at this often meanwhile. */
const UNREAD_MS = 30_000
const LOOKS = 6

/**
 * Cuts a caller off who leaves a streamed answer unread, so that its place and its query are free for others. Only what waits to be taken
 * counts: a query that has no row yet is nobody's delay.
 */
export function cutOffUnread({ raw }: FastifyReply): void {
  let taken = -1
  let looks = 0
  const timer = setInterval(() => {
    const written = raw.socket?.bytesWritten ?? 0
    looks = raw.writableLength > 0 && written === taken ? looks + 1 : 0
    taken = written
    // The first look only notes what was taken until then.
    if (looks === LOOKS - 1) raw.destroy()
  }, UNREAD_MS / LOOKS).unref()
  raw.once('close', () => clearInterval(timer))
}

/**
 * Aborts when the caller goes away before the whole answer has been sent. Fastify's `request.signal` does so as soon as the body has been
 * read, though the caller still waits.
 */
export function departureOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError(errors.unavailable))
  })
  return gone.signal
}
