import { z } from 'zod'
import { type Contract, GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import { errors } from '#kernel/errors.ts'
import { liveEvents } from '#kernel/live.ts'
import { NDJSON_TYPE } from '../http/input.ts'
import { type Entry, endpointName, type Registry } from '../http/registry.ts'
import { LIVE_ENTRY } from '../realtime/stream.ts'
import { PDF_TYPE } from '../report/pdf.ts'
import { CSV_TYPE } from '../spreadsheet/csv.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
type Schema = Record<string, unknown>

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  description?: string
  security: Record<string, string[]>[]
  parameters?: Schema[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

const DESCRIPTION = `All calls answer \`{code, message, data, errors?, traceId}\`; \`code\` is API000 on success, and the HTTP status agrees with it.
Lists are POST with \`{searchSdi, pageInfo, sort?}\`. Money is a decimal string, a day is YYYY-MM-DD in Asia/Ho_Chi_Minh, a timestamp is ISO 8601 with offset.
Unknown fields are refused. Messages follow \`Accept-Language\` (vi, en). The error codes are listed in docs/errors.md.`

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  return rest
}

/** The OpenAPI 3.1 description of every endpoint of the registry. */
export function openApiDocument(registry: Registry, { title, version }: { title: string; version: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const entry of [...registry.entries.values(), LIVE_ENTRY]) {
    const { path, method } = entry.contract
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(entry) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: registry.modules.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema() },
      responses: { Error: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a sign-in; bound to the cookie __Host-fp.' },
  fingerprint: { type: 'apiKey', in: 'cookie', name: '__Host-fp' },
  gateway: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: 'HMAC-SHA256 over method, path, timestamp, nonce and body; with X-Client-Id, X-Timestamp and X-Nonce.',
  },
}

function operationOf(entry: Entry): Operation {
  const { contract, module } = entry
  const input = jsonSchema(contract.input, 'input')
  const places = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const fields = (input.properties ?? {}) as Record<string, Schema>
  const needed = (input.required ?? []) as string[]
  const inQuery = contract.method === 'GET' ? Object.keys(fields).filter((name) => !places.includes(name)) : []
  const parameters = [
    ...places.map((name) => ({ name, in: 'path', required: true, schema: fields[name] ?? { type: 'string' } })),
    ...inQuery.map((name) => ({ name, in: 'query', required: needed.includes(name), schema: fields[name] })),
    ...(contract.idempotent ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: endpointName(contract)
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
    summary: contract.summary.en,
    tags: [module.name],
    description: needs(contract),
    security: securityOf(contract),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(contract.method === 'GET' ? {} : { requestBody: bodyOf(entry, input, places) }),
    responses: responsesOf(entry),
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key and body gets the stored reply; in flight 409; another body 422.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,200}$' },
}

function needs({ permission }: Contract): string {
  if (permission === PUBLIC) return 'Public.'
  if (permission === SIGNED_IN) return 'Any session.'
  if (permission === GATEWAY) return 'Signed by a partner.'
  return `Permission \`${permission}\`.`
}

function securityOf({ permission }: Contract): Record<string, string[]>[] {
  if (permission === PUBLIC) return []
  return permission === GATEWAY ? [{ gateway: [] }] : [{ bearer: [], fingerprint: [] }]
}

function bodyOf(entry: Entry, input: Schema, places: string[]): NonNullable<Operation['requestBody']> {
  if (entry.kind === 'open' && entry.options.body === 'ndjson')
    return { required: true, content: { [NDJSON_TYPE]: { schema: { type: 'string', description: 'One JSON object a line.' } } } }
  // A union of bodies, which has no places of the path.
  if (input.properties === undefined && (input.oneOf ?? input.anyOf)) return { required: true, content: { 'application/json': { schema: input } } }
  const properties = Object.fromEntries(Object.entries((input.properties ?? {}) as Record<string, Schema>).filter(([name]) => !places.includes(name)))
  const required = ((input.required ?? []) as string[]).filter((name) => !places.includes(name))
  if (entry.kind === 'upload') {
    const file = { type: 'string', format: 'binary', description: `At most ${entry.contract.maxBytes} bytes; comes after the other fields.` }
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...input, properties: { ...properties, file }, required: [...required, 'file'] } } },
    }
  }
  return { required: required.length > 0, content: { 'application/json': { schema: { ...input, properties, required } } } }
}

function responsesOf(entry: Entry): Record<string, unknown> {
  const refused = { $ref: '#/components/responses/Error' }
  if (entry.kind === 'export' || entry.kind === 'report-export') {
    const file = { schema: { type: 'string', format: 'binary' } }
    return { 200: { description: 'The file', content: { [XLSX_TYPE]: file, [entry.kind === 'export' ? CSV_TYPE : PDF_TYPE]: file } }, default: refused }
  }
  if (entry.kind === 'download') {
    return { 200: { description: 'The file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }, default: refused }
  }
  if (entry.contract === liveEvents) {
    return { 200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } }, default: refused }
  }
  const schema = {
    type: 'object',
    properties: { code: { const: 'API000' }, message: { type: 'string' }, data: jsonSchema(entry.contract.output, 'output'), traceId: { type: 'string' } },
    required: ['code', 'message', 'data', 'traceId'],
  }
  return { 200: { description: 'Success', content: { 'application/json': { schema } } }, default: refused }
}

function errorSchema(): Schema {
  return {
    type: 'object',
    properties: {
      code: { type: 'string', examples: [errors.validation.code, errors.notFound.code] },
      message: { type: 'string' },
      data: {},
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
          required: ['field', 'code', 'message'],
        },
      },
      traceId: { type: 'string' },
    },
    required: ['code', 'message', 'data', 'traceId'],
  }
}
