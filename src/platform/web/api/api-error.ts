import { errors, type FieldError } from '#kernel/errors.ts'
import { currentLanguage, shellText } from '../i18n.ts'

/** The server answered, but not with API000. `message` is already in the person's language. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly data: unknown
  readonly traceId: string | undefined

  constructor(facts: { code: string; status: number; message: string; fields?: readonly FieldError[]; data?: unknown; traceId?: string | undefined }) {
    super(facts.message)
    this.name = 'ApiError'
    this.code = facts.code
    this.status = facts.status
    this.fields = facts.fields ?? []
    this.data = facts.data
    this.traceId = facts.traceId
  }
}

/** No answer came: the server is gone or the network is. The call may or may not have been carried out. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('network', { cause })
    this.name = 'NetworkError'
  }
}

/** The session ended while the call was under way; the shell shows that itself, nobody else needs to. */
export class SessionEndedError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'SessionEndedError'
    this.code = code
  }
}

/** The words of a refusal, or that no answer came; null without an error, and for an ended session, which the shell shows. */
export function messageOf(error: unknown): string | null {
  if (!error || error instanceof SessionEndedError) return null
  if (error instanceof ApiError) return error.message
  return error instanceof NetworkError ? shellText('common.networkGone') : errors.internal[currentLanguage()]
}

/** The reasons at the fields of what was refused, otherwise its words: for a question whose field is not one of a form. */
export function reasonsOf(error: unknown): string[] {
  if (error instanceof ApiError && error.fields.length > 0) return error.fields.map(({ message }) => message)
  const message = messageOf(error)
  return message === null ? [] : [message]
}

/** Code 403, or the HTTP status of the same meaning. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.code === '403' || error.status === 403)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
