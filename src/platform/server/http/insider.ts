import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Somebody on this machine who is not speaking for somebody else (a proxy says so), or who has METRICS_TOKEN. */
export function isInsider({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>, token: string | undefined): boolean {
  if (token !== undefined && sameText(headers.authorization ?? '', `Bearer ${token}`)) return true
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'] ?? headers.via
  return forwarded === undefined && LOOPBACK.test(socket.remoteAddress ?? '')
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
