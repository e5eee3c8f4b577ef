import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Contract } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { isPast } from '#kernel/primitives.ts'
import { refusedBySchema, ruleText } from '#kernel/validation-texts.ts'
import { callOf, rawBodyOf } from './call.ts'
import { checkInput } from './check-input.ts'
import { parseJson } from './json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Text of a body. Throws VAL-002 when it is not UTF-8. */
function textOf(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new AppError(errors.malformed)
  }
}

function mediaType(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

export const JSON_TYPE = 'application/json'
export const NDJSON_TYPE = 'application/x-ndjson'

function bodyOf(request: FastifyRequest, body: 'json' | 'ndjson'): unknown {
  const raw = rawBodyOf(request)
  if (raw.length === 0) return {}
  if (mediaType(request) !== (body === 'json' ? JSON_TYPE : NDJSON_TYPE)) throw new AppError(errors.unsupportedMedia)
  if (body === 'json') return parseJson(textOf(raw))
  return {
    lines: textOf(raw)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
}

/**
 * The validated input of a call: query string or body, with the places of the path merged in.
 * Throws VAL-001 with the fields that are wrong, VAL-002 and VAL-005 for what cannot be read, VAL-003 for another content type.
 */
export function readInput(request: FastifyRequest, contract: Contract, language: Language, body: 'json' | 'ndjson' = 'json'): unknown {
  const own = contract.method === 'GET' ? (request.query as object) : bodyOf(request, body)
  const places = request.params as Record<string, string>
  const input = Object.keys(places).length === 0 ? own : merge(own, places, language)
  const parsed = parseInput(contract.input, input, language)
  refusePast(contract, parsed as Record<string, unknown>, localDate(callOf(request).now), language)
  return parsed
}

/** Throws VAL-001 for days before today in fields that take today or later (DateFromToday). */
function refusePast(contract: Contract, input: Record<string, unknown>, today: string, language: Language): void {
  if (!(contract.input instanceof z.ZodObject)) return
  const past = Object.entries(contract.input.shape).filter(([field, schema]) => isPast(schema as z.ZodType, input[field], today))
  if (past.length === 0) return
  const fields = past.map(([field]) => ({ field, code: 'datePast', message: ruleText('datePast', language) }))
  throw new AppError(errors.validation, {}, { fields })
}

/** A field that the path gives already may not come a second time. */
function merge(own: unknown, places: Record<string, string>, language: Language): unknown {
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return own
  const twice = Object.keys(places).filter((name) => Object.hasOwn(own, name))
  if (twice.length === 0) return { ...own, ...places }
  const fields = twice.map((field) => ({ field, code: 'unknownField', message: ruleText('unknownField', language, { keys: field }) }))
  throw new AppError(errors.validation, {}, { fields })
}

/** Validates against a contract's schema; the result has trimmed texts and defaults. */
export function parseInput(schema: z.ZodType, input: unknown, language: Language): unknown {
  const result = checkInput(schema, input)
  if (result.success) return result.data
  throw refusedBySchema(result.error, language)
}
