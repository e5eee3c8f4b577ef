import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Contract, PUBLIC } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { languageOf } from '#kernel/language.ts'
import { type ListInput, runList } from '../list/list.ts'
import type { RequestContext, Runtime } from '../module.ts'
import { liveRoute } from '../realtime/stream.ts'
import { runReport } from '../report/run.ts'
import { printReport, readerOf, sendReport } from '../report/send.ts'
import type { OwnerColumns } from '../scope.ts'
import type { SessionResolver } from '../session/session.ts'
import { addressKey } from './address.ts'
import { BODY_LIMITS, type Bodies, type BodyLimits, createBodies, HASH_OF_NOTHING, OPEN_BODY, QUESTION_BODY } from './body.ts'
import { authorize, type Call, callOf, headContext, publicContext, requestContext, successEnvelope } from './call.ts'
import { type Commanded, runCommand, type ToReply } from './command.ts'
import { cutOffUnread, departureOf } from './departure.ts'
import { attachment } from './disposition.ts'
import { type ExportTitle, type LargeExport, sendExport } from './export.ts'
import { inTime } from './in-time.ts'
import { JSON_TYPE, NDJSON_TYPE, readInput } from './input.ts'
import { originRefused } from './origin.ts'
import { createRateLimiter, PUBLIC_RATE, type RateLimiter } from './rate-limit.ts'
import { reading } from './reading.ts'
import { type DownloadEntry, type Entry, endpointName, ownersOf, type Registry, type UploadEntry, wholeSystemOf } from './registry.ts'
import { createSlots, withSlot } from './slots.ts'
import { withUpload } from './upload.ts'

export interface ApiOptions {
  runtime: Runtime
  registry: Registry
  sessions: SessionResolver
  /** Refuses a request before any work is done, while the database is away. */
  refuse: () => AppError | undefined
  exportTitle: ExportTitle
  /** Takes over exports of more rows than are streamed; without it all are streamed. */
  largeExport?: LargeExport | undefined
  /** Bounds other than BODY_LIMITS. */
  bodies?: Partial<BodyLimits> | undefined
}

/** Longest answer time of a call, after which the caller gets 503 and the work is abandoned; files stream for as long as they need. */
const CALL_TIMEOUT_MS = 60_000
const FILE_TIMEOUT_MS = 3_600_000

/** Calls without a session that are worked on at the same time, those of one address, how many of that may wait, and how many in all. */
const strangers = createSlots(24, 6, 300, 1_000)

/** Large bodies of one person that are received and worked on at the same time: reading one keeps everybody waiting. */
const largeBodies = createSlots(Number.POSITIVE_INFINITY, 2)

const STREAMED = new Set<Entry['kind']>(['export', 'report-export', 'download', 'upload'])

/** Everything under /api that comes from contracts. */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  // Bodies stay bytes until the caller is known: a signature covers bytes, and nobody unknown has anything parsed.
  const bodies = createBodies({ ...BODY_LIMITS, ...options.bodies })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([JSON_TYPE, NDJSON_TYPE], (request: FastifyRequest, payload: Readable) => receiveBody(bodies, request, payload))
  const limiter = createRateLimiter(options.runtime.clock)
  const wholeSystem = wholeSystemOf(options.registry)
  app.addHook('onRequest', (request, reply) => admit(request, reply, { ...options, wholeSystem }, limiter))
  const owners = ownersOf(options.registry)
  const route = (to: FastifyInstance, entry: Entry) =>
    to.route({
      method: entry.contract.method,
      url: entry.contract.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { entry },
      ...bodyLimitOf(entry),
      ...(STREAMED.has(entry.kind)
        ? { handlerTimeout: FILE_TIMEOUT_MS, handler: (request, reply) => answer(entry, request, reply, options, owners) }
        : { handler: (request, reply) => inTime(CALL_TIMEOUT_MS, answer(entry, request, reply, options, owners)) }),
    })
  const entries = [...options.registry.entries.values()]
  for (const entry of entries) if (entry.kind !== 'upload') route(app, entry)
  liveRoute(app, options.runtime, options.sessions)
  // Only these take multipart bodies; everything else refuses the content type.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    for (const entry of entries) if (entry.kind === 'upload') route(uploads, entry)
  })
}

/** Bytes of a body at most; commands take what the server takes. */
function bodyLimitOf(entry: Entry): { bodyLimit?: number } {
  if (entry.kind === 'open') return { bodyLimit: entry.options.bodyLimit ?? OPEN_BODY }
  return entry.kind === 'command' || entry.kind === 'upload' ? {} : { bodyLimit: QUESTION_BODY }
}

/** Throws SYS-429 to an address that makes too many calls without a session. Channels are known by their key, not their address. */
function limit(entry: Entry, request: FastifyRequest, limiter: RateLimiter): void {
  if (entry.kind !== 'open' || entry.contract.permission !== PUBLIC) return
  const { rate } = entry.options
  const seconds = limiter.take(rate ? (rate.bucket ?? endpointName(entry.contract)) : PUBLIC, request.ip, rate ?? PUBLIC_RATE)
  if (seconds !== undefined) throw new AppError(errors.tooMany, {}, { retryAfter: seconds })
}

/** Before the body is read: rate, origin, a database that answers, session and permission. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, sessions, refuse, wholeSystem }: ApiOptions & { wholeSystem: ReadonlySet<string> },
  limiter: RateLimiter,
): Promise<void> {
  reply.header('cache-control', 'no-store')
  const { entry } = request.routeOptions.config
  if (!entry) return
  limit(entry, request, limiter)
  if (originRefused(request, runtime.config.publicUrl)) throw new AppError(errors.originRefused)
  if (request.headers['content-encoding'] !== undefined) throw new AppError(errors.unsupportedMedia)
  const refused = refuse()
  if (refused) throw refused
  const language = languageOf(request.headers['accept-language'])
  const call: Call = { entry, language, session: undefined, now: runtime.clock.now(), expected: undefined, bodyHash: HASH_OF_NOTHING }
  request.call = call
  const ended = (release: () => void) => (reply.raw.closed ? release() : void reply.raw.once('close', release))
  if (entry.kind === 'open') {
    const announced = await entry.options.announce?.(headContext(runtime, request, reply))
    call.expected = announced ? { crowd: 'channels', ...announced, ended } : { crowd: 'strangers', who: addressKey(request.ip), keep: true, ended }
  } else {
    call.session = await authorize(entry, request, reply, { sessions, wholeSystem })
    call.expected = { crowd: 'people', who: call.session.userId, keep: true, ended }
  }
}

/** The body of a call that was admitted, as bytes; its share of the memory is given back when the connection is done with it. */
async function receiveBody(bodies: Bodies, request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const call = callOf(request)
  const { expected } = call
  if (!expected) throw new Error('a body before its caller is known')
  const large = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > OPEN_BODY
  // The body has not been read, so `request.signal` still ends with the connection alone.
  if (large && expected.crowd === 'people') expected.ended(await largeBodies.take(expected.who, request.signal))
  const { bytes, hash } = await bodies.read(request, payload, request.routeOptions.bodyLimit, expected)
  call.bodyHash = hash
  return bytes
}

async function answer(
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, registry, exportTitle, largeExport }: ApiOptions,
  owners: OwnerColumns,
): Promise<unknown> {
  const { language } = callOf(request)
  const { contract } = entry
  const success = (data: unknown) => successEnvelope(data, language, request.id)
  const toReply = (data: unknown) => checkedOutput(contract, data, runtime)
  if (entry.kind === 'open') {
    const ctx = publicContext(runtime, request, reply)
    const principal = await entry.options.authenticate?.(ctx)
    const input = readInput(request, contract, language, entry.options.body)
    const work = async () => success(toReply(await entry.handler(input as never, ctx, principal as never)))
    return contract.permission === PUBLIC ? withSlot(strangers, addressKey(request.ip), departureOf(reply), work) : work()
  }
  const ctx = requestContext(runtime, owners, request, reply)
  if (entry.kind === 'upload') return success(await receive(entry, ctx, owners, toReply))
  const input = readInput(request, contract, language)
  if (STREAMED.has(entry.kind)) cutOffUnread(reply)
  switch (entry.kind) {
    case 'query':
      return success(toReply(await entry.handler(input as never, ctx)))
    case 'list':
      return success(toReply(await reading(ctx, () => runList(entry.contract, entry.handler, input as ListInput, ctx))))
    case 'report':
      return success(toReply(await reading(ctx, () => runReport(runtime.db, entry.report, input as Parameters<typeof runReport>[2], readerOf(ctx)))))
    case 'report-print':
      return success(toReply(await reading(ctx, () => printReport(entry.report, input as { searchSdi: Record<string, unknown> }, ctx, registry.modules))))
    case 'report-export':
      return sendReport(entry.report, input as Parameters<typeof sendReport>[1], ctx, registry.modules)
    case 'command': {
      const { data, replayed } = await runCommand(entry, input, ctx, owners, toReply)
      if (replayed) reply.header('idempotency-replayed', 'true')
      return success(data)
    }
    case 'download':
      return sendFile(entry, input, ctx)
    case 'export':
      return sendExport(entry, input as Parameters<typeof sendExport>[1], ctx, { registry, title: exportTitle, large: largeExport })
  }
}

/** An upload is a command whose input came as fields beside a file. */
async function receive(entry: UploadEntry, ctx: RequestContext, owners: OwnerColumns, toReply: ToReply): Promise<unknown> {
  return await withUpload(ctx, entry.contract, { language: ctx.language, userId: ctx.session.userId }, async (input, file) => {
    const handler: Commanded['handler'] = (given, command) => entry.handler(given, command, file)
    const { data } = await runCommand({ module: entry.module, contract: entry.contract, handler }, input, ctx, owners, toReply)
    return data
  })
}

/** Always to be saved, never to be opened in the portal's own origin. */
async function sendFile(entry: DownloadEntry, input: unknown, ctx: RequestContext): Promise<Readable> {
  const { name, contentType, stream, size } = await entry.handler(input as never, ctx)
  ctx.reply.type(contentType).header('content-disposition', attachment(name))
  if (size !== undefined) ctx.reply.header('content-length', size)
  return stream
}

/** What leaves is what the contract says: unknown fields are dropped, and an answer of another form is our mistake, not the caller's. */
function checkedOutput(contract: Contract, data: unknown, runtime: Runtime): unknown {
  const result = contract.output.safeParse(data)
  if (result.success) return result.data
  runtime.log.error({ path: contract.path, issues: result.error.issues.slice(0, 5) }, 'an answer does not fit its contract')
  throw new AppError(errors.internal)
}
