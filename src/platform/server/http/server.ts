import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, errors } from '#kernel/errors.ts'
import { languageOf } from '#kernel/language.ts'
import type { Runtime } from '../module.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import { referenceRoutes } from '../openapi/reference.ts'
import type { SessionResolver } from '../session/session.ts'
import { apiRoutes } from './api.ts'
import type { BodyLimits } from './body.ts'
import { errorEnvelope } from './call.ts'
import type { DatabaseGuard } from './database-guard.ts'
import { toAppError } from './errors.ts'
import type { ExportTitle, LargeExport } from './export.ts'
import { gracefulStop } from './graceful-stop.ts'
import { healthRoute } from './health.ts'
import { knownMethods } from './methods.ts'
import { metricsRoute } from './metrics.ts'
import { portalFiles, wantsPortal } from './portal.ts'
import { endpointName, type Registry } from './registry.ts'
import { sendSecurityHeaders } from './security.ts'

export interface ServerOptions {
  runtime: Runtime
  registry: Registry
  sessions: SessionResolver
  /** Names of exported files; default: the entity of the list. */
  exportTitle?: ExportTitle
  /** Takes over exports of more rows than are streamed. */
  largeExport?: LargeExport
  /** Refuses calls at once while the database is away. */
  guard?: DatabaseGuard
  /** The built portal; left out, or when nothing is built there, only the API answers. */
  webDir?: string
  version?: string
  /** Bounds on bodies other than BODY_LIMITS. */
  bodies?: Partial<BodyLimits>
}

/** Bytes of a body at most; a route may allow more. */
const BODY_LIMIT = 1_048_576
/** A whole request must have arrived within this time: 20 MiB over a slow line of a post office. */
const REQUEST_TIMEOUT_MS = 120_000
/**
 * The HTTP server as a plain function of what it is given: listens nowhere, starts nothing; `inject` works on it at once.
 * End it with `close()` (tests) or `shutDown()` (a server with callers).
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { runtime, registry, guard, version = '0' } = options
  const app = fastify({
    genReqId: () => randomUUID(),
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: runtime.config.trustedProxy.length > 0 ? runtime.config.trustedProxy : false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply as never, runtime),
  })
  const stopping = gracefulStop(app)
  const methodsOf = knownMethods(app)
  // What no call takes in is not read: an address that there is not costs nothing, whatever is sent to it.
  app.removeAllContentTypeParsers()
  app.decorateRequest('call', null)
  app.setErrorHandler((error: FastifyError, request, reply) => handleError(error, request, reply, runtime))
  logRequests(app, runtime)
  // A stream never ends by itself, and a server waits for its answers.
  app.addHook('preClose', async () => runtime.live.endStreams())
  app.addHook('onClose', () => runtime.live.sendHints())
  await sendSecurityHeaders(app)
  await app.register(cookie)
  metricsRoute(app, runtime, guard, nameOf)
  healthRoute(app, runtime, guard, version, stopping)
  referenceRoutes(app, (language) => openApiDocument(registry, { title: runtime.config.productTitle, version }, language))
  const sendPortal = await portalFiles(app, options.webDir, runtime.config)
  app.setNotFoundHandler((request, reply) => {
    if (sendPortal && wantsPortal(request)) return sendPortal(reply)
    const methods = methodsOf(request.url)
    if (methods !== undefined) reply.header('allow', methods)
    return handleError(new AppError(methods === undefined ? errors.notFound : errors.methodNotAllowed), request, reply, runtime)
  })
  const refuse = () => (guard?.away ? new AppError(errors.unavailable) : undefined)
  await app.register((api) => apiRoutes(api, { exportTitle: (entry) => entry.list.contract.entity, ...options, refuse }), { prefix: '/api' })
  return app
}

/** Addresses under /api that no contract declares; all public. */
export const SYSTEM_PATHS = ['/health', '/openapi.json', '/docs'] as const

/** The one place where a thrown thing becomes an answer. */
function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply, runtime: Runtime): FastifyReply {
  const language = request.call?.language ?? languageOf(request.headers['accept-language'])
  const refusal = toAppError(error, language)
  const { status } = refusal.definition
  if (!(error instanceof AppError) || status === 500) {
    const facts = { error, traceId: request.id, endpoint: nameOf(request), code: refusal.definition.code }
    if (status >= 500) runtime.log.error(facts, 'request failed')
    else if (status === 409 || status === 422) runtime.log.info(facts, 'request refused')
  }
  const wait = refusal.retryAfter ?? (status === 503 ? 1 : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(refusal, language, request.id))
}

/** 'POST /qr-admin/...' of a call; pattern or kind of anything else, never an address with ids and searches in it. */
function nameOf(request: FastifyRequest): string {
  const { entry } = request.routeOptions?.config ?? {}
  return entry ? endpointName(entry.contract) : (request.routeOptions?.url ?? 'unknown')
}

/** One line a call: endpoint by its pattern, status, milliseconds, who. */
function logRequests(app: FastifyInstance, { log }: Runtime): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call, id, ip } = request
    if (!call || !log.isLevelEnabled('info')) return
    log.info(
      { traceId: id, endpoint: nameOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime), account: call.session?.account, ip },
      'request',
    )
  })
}
