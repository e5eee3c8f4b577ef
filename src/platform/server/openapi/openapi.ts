import { z } from 'zod'
import { type Contract, GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import { errors } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { liveEvents } from '#kernel/live.ts'
import { NDJSON_TYPE } from '../http/input.ts'
import { type Entry, endpointName, type Registry } from '../http/registry.ts'
import { fieldNames } from '../labels.ts'
import { LIVE_ENTRY } from '../realtime/stream.ts'
import { PDF_TYPE } from '../report/pdf.ts'
import { CSV_TYPE } from '../spreadsheet/csv.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import { type OpenApiWords, openApiWords } from './words.ts'

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

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  return rest
}

/** The OpenAPI 3.1 description of every endpoint of the registry, in one language. */
export function openApiDocument(registry: Registry, { title, version }: { title: string; version: string }, language: Language): OpenApiDocument {
  const words = openApiWords[language]
  const paths: OpenApiDocument['paths'] = {}
  for (const entry of [...registry.entries.values(), LIVE_ENTRY]) {
    const { path, method } = entry.contract
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(entry, registry, language) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version, description: words.description },
    servers: [{ url: '/api' }],
    tags: registry.modules.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema() },
      responses: { Error: { description: words.refused, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
      securitySchemes: securitySchemes(words),
    },
  }
}

const securitySchemes = (words: OpenApiWords) => ({
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: words.bearer },
  fingerprint: { type: 'apiKey', in: 'cookie', name: '__Host-fp' },
  gateway: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: words.gateway,
  },
})

function operationOf(entry: Entry, { modules }: Registry, language: Language): Operation {
  const words = openApiWords[language]
  const { contract, module } = entry
  const input = jsonSchema(contract.input, 'input')
  const output = jsonSchema(contract.output, 'output')
  if ('entity' in contract) {
    const name = fieldNames(modules, contract.entity, language)
    nameFields((input.properties as { searchSdi: Schema }).searchSdi, name)
    nameFields((output.properties as { result: { items: Schema } }).result.items, name)
  }
  const places = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const fields = (input.properties ?? {}) as Record<string, Schema>
  const needed = (input.required ?? []) as string[]
  const inQuery = contract.method === 'GET' ? Object.keys(fields).filter((name) => !places.includes(name)) : []
  const parameters = [
    ...places.map((name) => ({ name, in: 'path', required: true, schema: fields[name] ?? { type: 'string' } })),
    ...inQuery.map((name) => ({ name, in: 'query', required: needed.includes(name), schema: fields[name] })),
    ...(contract.idempotent ? [idempotencyKey(words)] : []),
  ]
  return {
    operationId: endpointName(contract)
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
    summary: contract.summary[language],
    tags: [module.name],
    description: needs(contract, words),
    security: securityOf(contract),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(contract.method === 'GET' ? {} : { requestBody: bodyOf(entry, input, places, words) }),
    responses: responsesOf(entry, output, words),
  }
}

/** Filters and columns of a list or report by the names that its screen gives them. */
function nameFields({ properties }: Schema, name: (field: string) => string): void {
  for (const [field, schema] of Object.entries(properties as Record<string, Schema>)) schema.title = name(field)
}

const idempotencyKey = (words: OpenApiWords) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: words.idempotencyKey,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,200}$' },
})

function needs({ permission }: Contract, words: OpenApiWords): string {
  if (permission === PUBLIC) return words.public
  if (permission === SIGNED_IN) return words.signedIn
  if (permission === GATEWAY) return words.signed
  return `${words.permission} \`${permission}\`.`
}

function securityOf({ permission }: Contract): Record<string, string[]>[] {
  if (permission === PUBLIC) return []
  return permission === GATEWAY ? [{ gateway: [] }] : [{ bearer: [], fingerprint: [] }]
}

function bodyOf(entry: Entry, input: Schema, places: string[], words: OpenApiWords): NonNullable<Operation['requestBody']> {
  if (entry.kind === 'open' && entry.options.body === 'ndjson')
    return { required: true, content: { [NDJSON_TYPE]: { schema: { type: 'string', description: words.line } } } }
  // A union of bodies, which has no places of the path.
  if (input.properties === undefined && (input.oneOf ?? input.anyOf)) return { required: true, content: { 'application/json': { schema: input } } }
  const properties = Object.fromEntries(Object.entries((input.properties ?? {}) as Record<string, Schema>).filter(([name]) => !places.includes(name)))
  const required = ((input.required ?? []) as string[]).filter((name) => !places.includes(name))
  if (entry.kind === 'upload') {
    const file = { type: 'string', format: 'binary', description: fill(words.upload, { bytes: entry.contract.maxBytes }) }
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...input, properties: { ...properties, file }, required: [...required, 'file'] } } },
    }
  }
  return { required: required.length > 0, content: { 'application/json': { schema: { ...input, properties, required } } } }
}

function responsesOf(entry: Entry, output: Schema, words: OpenApiWords): Record<string, unknown> {
  const refused = { $ref: '#/components/responses/Error' }
  if (entry.kind === 'export' || entry.kind === 'report-export') {
    const file = { schema: { type: 'string', format: 'binary' } }
    return { 200: { description: words.file, content: { [XLSX_TYPE]: file, [entry.kind === 'export' ? CSV_TYPE : PDF_TYPE]: file } }, default: refused }
  }
  if (entry.kind === 'download') {
    return { 200: { description: words.file, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }, default: refused }
  }
  if (entry.contract === liveEvents) {
    return { 200: { description: words.events, content: { 'text/event-stream': { schema: { type: 'string' } } } }, default: refused }
  }
  const schema = {
    type: 'object',
    properties: { code: { const: 'API000' }, message: { type: 'string' }, data: output, traceId: { type: 'string' } },
    required: ['code', 'message', 'data', 'traceId'],
  }
  return { 200: { description: words.success, content: { 'application/json': { schema } } }, default: refused }
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
