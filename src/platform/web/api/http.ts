import { type Contract, PUBLIC } from '#kernel/contract.ts'
import { type Envelope, REVISION_HEADER } from '#kernel/envelope.ts'
import { errors, SUCCESS } from '#kernel/errors.ts'
import { type Language, LOCALES } from '#kernel/language.ts'
import { currentLanguage } from '../i18n.ts'
import { freshAccessToken } from '../session/refresh.ts'
import { noteRevision } from '../session/revision.ts'
import { sessionEnded } from '../session/session-store.ts'
import { isSpent, readTokens } from '../session/tokens.ts'
import { ApiError, NetworkError, SessionEndedError } from './api-error.ts'
import { reportReachable, reportUnreachable } from './connection.ts'
import { buildRequest } from './request.ts'
import { noteServerTime } from './server-time.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** In which the server answers. Default: that of the page. */
  language?: Language
  /** For contracts that move money; made once per intent and sent again with each repetition of it. */
  idempotencyKey?: string | undefined
  /** Sent in place of JSON: the fields and the file of an upload. */
  form?: FormData
  /** Hears how much of a form has gone out, 0 to 1. */
  onSent?: (share: number) => void
}

const ENDED = new Set<string>([errors.sessionEnded.code, errors.tokenRefused.code, errors.refreshRefused.code])

/**
 * Sends one call and gives back a response of HTTP success. A 401 is answered by one refresh and one
 * repetition; a session the server has ended shows the shell's dialog and rejects with SessionEndedError.
 */
export async function send(contract: Contract, input: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<Response> {
  const { url, body } = buildRequest(contract, input)
  const attempt = (token: string | undefined) => request(contract, url, body, token, options)
  if (contract.permission === PUBLIC) return accept(await attempt(undefined))

  const held = readTokens()?.accessToken
  if (!held) return ended(errors.sessionEnded.code)
  // A refusal that can be foreseen is not asked for: the browser would note it in red.
  const used = isSpent(held, Date.now()) ? await renewed(held) : held
  const first = await attempt(used)
  if (first.status !== 401) return accept(first)
  const { code } = await refusal(first)
  if (ENDED.has(code)) return ended(code)
  const second = await attempt(await renewed(used))
  if (second.status !== 401) return accept(second)
  return ended((await refusal(second)).code)
}

async function renewed(used: string): Promise<string> {
  try {
    return await freshAccessToken(used)
  } catch (error) {
    if (error instanceof SessionEndedError) return ended(error.code)
    throw error
  }
}

function ended(code: string): never {
  sessionEnded('expired')
  throw new SessionEndedError(code)
}

async function request(contract: Contract, url: string, body: string | undefined, token: string | undefined, options: CallOptions): Promise<Response> {
  const headers = new Headers({ 'Accept-Language': LOCALES[options.language ?? currentLanguage()] })
  if (body !== undefined && !options.form) headers.set('Content-Type', 'application/json')
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  try {
    const response = await (options.form
      ? sendForm(url, options.form, headers, options)
      : fetch(url, {
          method: contract.method,
          headers,
          body: body ?? null,
          signal: options.signal ?? null,
          credentials: 'same-origin',
          cache: 'no-store',
        }))
    // Never of our server: a proxy in front of it got no answer.
    if (response.status === 502 || response.status === 504) throw new Error(`HTTP ${response.status}`)
    reportReachable()
    noteRevision(response.headers.get(REVISION_HEADER))
    noteServerTime(response.headers.get('Date'))
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    reportUnreachable()
    throw new NetworkError(error)
  }
}

/** As fetch, which does not report how much of a body has gone out. */
function sendForm(url: string, form: FormData, headers: Headers, { signal, onSent }: CallOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0)
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' } }))
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

async function accept(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await refusal(response)
}

/** The envelope of a refusal as an ApiError; an answer that is no envelope (a proxy's page) gets the text of its status. */
async function refusal(response: Response): Promise<ApiError> {
  const envelope = (await response.json().catch(() => null)) as Partial<Envelope> | null
  if (typeof envelope?.code === 'string' && typeof envelope.message === 'string') return failure(envelope as Envelope, response.status)
  const definition = [errors.unavailable, errors.notFound, errors.unauthorized, errors.forbidden, errors.tooLarge, errors.tooMany].find(
    (one) => one.status === response.status,
  )
  const known = definition ?? errors.internal
  return new ApiError({ code: known.code, status: response.status, message: known[currentLanguage()] })
}

function failure(envelope: Envelope, status: number): ApiError {
  return new ApiError({ code: envelope.code, status, message: envelope.message, fields: envelope.errors ?? [], data: envelope.data, traceId: envelope.traceId })
}

/** The data of an envelope; anything but API000 is an error, whatever the HTTP status says. */
export async function readEnvelope(response: Response): Promise<unknown> {
  const envelope = (await response.json().catch(() => {
    throw new ApiError({ code: errors.internal.code, status: response.status, message: errors.internal[currentLanguage()] })
  })) as Envelope
  if (envelope.code !== SUCCESS) throw failure(envelope, response.status)
  return envelope.data
}
