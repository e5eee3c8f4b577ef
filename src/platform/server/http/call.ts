import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN } from '#kernel/contract.ts'
import { type Envelope, REVISION_HEADER } from '#kernel/envelope.ts'
import { AppError, errors, reportedFields, SUCCESS, supportCode } from '#kernel/errors.ts'
import { fill, type Language, languageOf, type Text } from '#kernel/language.ts'
import type { HeadContext, PublicContext, RequestContext, Runtime } from '../module.ts'
import { assertSeesAll, type OwnerColumns, scopeOf } from '../scope.ts'
import type { Session, SessionResolver } from '../session/session.ts'
import type { ExpectedBody } from './body.ts'
import type { Entry } from './registry.ts'

/** What one call carries through the hooks of its request. */
export interface Call {
  entry: Entry
  language: Language
  /** Undefined for public and gateway calls. */
  session: Session | undefined
  now: Date
  /** How its body is to be received; known once the caller is admitted. */
  expected: ExpectedBody | undefined
  /** Hex SHA-256 of the body, of a call that is signed. */
  bodyHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook of every API call; null on anything else. */
    call: Call | null
  }
  interface FastifyContextConfig {
    entry?: Entry
  }
}

export function callOf(request: FastifyRequest): Call {
  if (!request.call) throw new Error('not an API call')
  return request.call
}

const SUCCESS_TEXT: Text = { vi: 'Thành công', en: 'Success' }
const FAULT_TEXT: Text = { vi: '{text} (mã hỗ trợ {code})', en: '{text} (support code {code})' }

export function successEnvelope<T>(data: T, language: Language, traceId: string): Envelope<T> {
  return { code: SUCCESS, message: SUCCESS_TEXT[language], data, traceId }
}

export function errorEnvelope(error: AppError, language: Language, traceId: string): Envelope {
  const { definition, data, fields } = error
  const text = error.text(language)
  // A fault of ours is found in the log by its id: people are given the beginning of it.
  const message = definition.status === 500 ? fill(FAULT_TEXT[language], { text, code: supportCode(traceId) }) : text
  return { code: definition.code, message, data: data ?? null, ...(fields ? { errors: reportedFields(fields) } : {}), traceId }
}

/**
 * Resolves who calls and refuses who may not: 401, JWT-001 or AWT-001 from the resolver, 403 without the permission, SYS-413 where
 * the permission is for the whole system and the caller's scope is not.
 */
export async function authorize(
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, wholeSystem }: { sessions: SessionResolver; wholeSystem: ReadonlySet<string> },
): Promise<Session> {
  const { headers, cookies, ip } = request
  const facts = { authorization: headers.authorization, cookies, ip, userAgent: headers['user-agent'] ?? '', language: languageOf(headers['accept-language']) }
  const session = await sessions.resolve(facts)
  // A refusal carries it too: that a right is gone is what an open browser must notice.
  if (session.revision !== undefined) reply.header(REVISION_HEADER, session.revision)
  const { permission, path } = entry.contract
  if (session.confined && !session.confined.to.has(path)) throw new AppError(session.confined.because)
  if (permission !== SIGNED_IN && !session.permissions.has(permission)) throw new AppError(errors.forbidden)
  if (wholeSystem.has(permission)) assertSeesAll({ session })
  return session
}

/** What is known of an open call before its body is read. */
export function headContext(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): HeadContext {
  const { language, now } = callOf(request)
  const traceId = request.id
  let log: HeadContext['log'] | undefined
  return {
    runtime,
    language,
    traceId,
    ip: request.ip,
    // Most calls log nothing.
    get log() {
      log ??= runtime.log.child({ traceId })
      return log
    },
    now,
    request,
    reply,
  }
}

export function publicContext(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): PublicContext {
  return Object.assign(headContext(runtime, request, reply), { rawBody: rawBodyOf(request), bodyHash: callOf(request).bodyHash })
}

export function requestContext(runtime: Runtime, owners: OwnerColumns, request: FastifyRequest, reply: FastifyReply): RequestContext {
  const { language, now, session } = callOf(request)
  if (!session) throw new AppError(errors.unauthorized)
  const log = runtime.log.child({ traceId: request.id, account: session.account })
  const scope = scopeOf(runtime.db, session, owners)
  return {
    runtime,
    db: scope.db,
    scope,
    session,
    language,
    traceId: request.id,
    ip: request.ip,
    log,
    now,
    request,
    reply,
  }
}

/** The body as it came; the content type parsers hand it on unparsed. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}
