import type { FieldError } from './errors.ts'

/** Every answer of the API. `code` is API000 on success; `message` is in the caller's language. */
export interface Envelope<T = unknown> {
  code: string
  message: string
  data: T | null
  errors?: FieldError[]
  traceId: string
}

/** Sent with every answer to somebody signed in; changes with anything that decides what they may do and see. */
export const REVISION_HEADER = 'x-session-revision'
