import type { FastifyRequest } from 'fastify'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True for a state-changing call that a browser sends from another site. Browsers say where a page comes from in Origin
 * and Sec-Fetch-Site; callers that are no browsers send neither and are let through.
 */
export function originRefused({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, publicUrl: string | undefined): boolean {
  if (READS.has(method)) return false
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
