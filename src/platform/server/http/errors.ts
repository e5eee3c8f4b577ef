import type { FastifyError } from 'fastify'
import { z } from 'zod'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'

/** Codes of PostgreSQL and of sockets that mean: the database is not there, or has no room for us now. */
const AWAY = new Set('57P01 57P02 57P03 57P05 53300 53400 25P03 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EHOSTUNREACH EAI_AGAIN'.split(' '))
/** It is there and gave up on this statement: lock_timeout, statement_timeout, idle_in_transaction_session_timeout. */
const TIMED_OUT = new Set(['55P03', '57014'])
/** Two transactions in each other's way: worth trying again as a whole. */
const CONFLICT = new Set(['40001', '40P01'])
/** What pg says about a lost connection without a code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout|Client was closed|Connection ended)/i

interface DatabaseError extends Error {
  code?: string
  constraint?: string
}

function codeOf(error: unknown): string {
  const { code } = error as DatabaseError
  return typeof code === 'string' ? code : ''
}

/** True when a transaction may be run again: serialization failure or deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICT.has(codeOf(error))
}

/** True when the database cannot be reached or has stopped answering. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // No socket file where the database should listen; a missing file of ours is another matter.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect'
  return AWAY.has(code) || /^08/.test(code) || AWAY_MESSAGE.test(error.message) || (error instanceof AggregateError && error.errors.some(isDatabaseAway))
}

/** A value that slipped past the contract and that a constraint or a type of the database refused. */
function refusedByDatabase(code: string): AppError | undefined {
  switch (code) {
    case '23505': // unique_violation
    case '23P01': // exclusion_violation
      return new AppError(errors.duplicate)
    case '23503': // foreign_key_violation
      return new AppError(errors.reference)
    case '22003': // numeric_value_out_of_range
    case '22007': // invalid_datetime_format
    case '22008': // datetime_field_overflow
    case '22021': // character_not_in_repertoire
    case '22P02': // invalid_text_representation
    case '22P05': // untranslatable_character
    case '23514': // check_violation
    case '23502': // not_null_violation
      return new AppError(errors.validation)
    default:
      return undefined
  }
}

function fromFastify({ code, statusCode }: FastifyError): AppError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(errors.unsupportedMedia)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(errors.tooLarge)
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new AppError(errors.unavailable)
    case 'FST_ERR_NOT_FOUND':
      return new AppError(errors.notFound)
    default:
      // What serves files answers a folder with 403.
      if (statusCode === 403 || statusCode === 404) return new AppError(errors.notFound)
      return code?.startsWith('FST_ERR_CTP_') || code === 'FST_ERR_BAD_URL' || statusCode === 400 ? new AppError(errors.malformed) : undefined
  }
}

/** Any thrown thing as the error that the caller gets. What is not the caller's doing and not a known condition is 500. */
export function toAppError(error: unknown, language: Language): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.core.$ZodError) return new AppError(errors.validation, {}, { fields: fieldErrors(error, language) })
  if (!(error instanceof Error)) return new AppError(errors.internal)
  const code = codeOf(error)
  if (isDatabaseAway(error) || TIMED_OUT.has(code) || CONFLICT.has(code)) return new AppError(errors.unavailable)
  return (code.startsWith('FST_') || 'statusCode' in error ? fromFastify(error as FastifyError) : refusedByDatabase(code)) ?? new AppError(errors.internal)
}
