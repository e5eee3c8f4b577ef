import type { FastifyReply } from 'fastify'
import { AppError, errors } from '#kernel/errors.ts'

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
