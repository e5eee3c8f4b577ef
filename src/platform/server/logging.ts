import { type Bindings, type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger } from 'pino'

/** Names whose values never reach a log or the audit trail, wherever they stand and however they are written. */
const SECRET_NAME = /^pass$|password|passwd|passphrase|pwd$|secret|token|otp|authorization|cookie|signature|private_?key|secret_?key|api_?key/i
/** Names that only look like one. */
const HARMLESS = /^(tokenType|otpRequired|hasSecret)$/

export const REDACTED = '***'

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS.test(name)
}

const MAX_DEPTH = 8

/** A copy without secrets: values under secret names become '***', at any depth; errors keep type, message, code and stack. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Buffer.isBuffer(value)) return `<${value.length} bytes>`
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  if (value instanceof Error) return redactError(value, depth)
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const hide = isSecretName(name) && inner !== null && inner !== undefined && typeof inner !== 'boolean'
    copy[name] = hide ? REDACTED : redact(inner, depth + 1)
  }
  return copy
}

/** PostgreSQL puts row values into `detail` and `where`; they stay out of the log. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, table, schema } = error as Error & { code?: string; constraint?: string; table?: string; schema?: string }
  return {
    type: error.name,
    message: error.message,
    code,
    constraint,
    table: table && schema ? `${schema}.${table}` : table,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : redact(error.cause, depth + 1),
  }
}

/** The process's logger: JSON lines on stdout (or `destination`), every object passed through `redact`. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const log = pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      base: undefined,
      messageKey: 'message',
      errorKey: 'error',
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => redact(object) as Record<string, unknown>,
      },
      serializers: { error: (error: unknown) => error, err: (error: unknown) => error },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
  // pino formats what is logged, but not what children are bound to. Children inherit this method.
  const { child } = log
  log.child = function (this: Logger, bindings: Bindings, ...rest: []) {
    return child.call(this, redact(bindings) as Bindings, ...rest)
  } as typeof log.child
  return log
}
