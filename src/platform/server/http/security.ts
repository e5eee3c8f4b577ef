import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

/**
 * What pages of the portal may load. antd writes its styles into <style> elements at run time, hence 'unsafe-inline' for styles;
 * scripts come from our own files only. Pictures may be made in the page (QR codes, previews).
 */
const CONTENT_SECURITY_POLICY: Record<string, string[]> = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

const OPTIONS = {
  contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  xFrameOptions: { action: 'deny' },
} as const

/** The headers that helmet gives an answer. They are the same for every one, and putting them together anew costs more than sending them. */
async function securityHeaders(): Promise<[string, string][]> {
  const probe = fastify()
  await probe.register(helmet, OPTIONS)
  const names = new Set<string>()
  probe.addHook('onRequest', async (_request, reply) => {
    for (const name of reply.raw.getHeaderNames()) names.add(name)
  })
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return [...names].map((name) => [name, String(headers[name])])
}

/** Every answer, of whatever kind, carries the headers by which browsers keep strangers out of our pages. */
export async function sendSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = await securityHeaders()
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value)
    done()
  })
}
