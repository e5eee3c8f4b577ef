import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#kernel/language.ts'
import type { OpenApiDocument } from './openapi.ts'

/** The page loads two scripts of our own, nothing inline and nothing from elsewhere, so it works under the portal's content security policy. */
const page = (language: Language) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API</title></head>
<body><div id="app"></div><script src="/api/docs/scalar.js"></script><script src="/api/docs/start.js"></script></body>
</html>
`

const START = `Scalar.createApiReference('#app', {
  url: '/api/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
})
`

/**
 * The browsable reference at /api/docs, and the document it shows at /api/openapi.json. Both are made at the first request, the document
 * in the language that is asked for: English for who asks for neither.
 */
export function referenceRoutes(app: FastifyInstance, document: (language: Language) => OpenApiDocument): void {
  const json: Partial<Record<Language, string>> = {}
  let script: Promise<Buffer> | undefined
  app.get('/api/openapi.json', (request, reply) => {
    const language = asked(request)
    json[language] ??= JSON.stringify(document(language))
    return reply.type('application/json; charset=utf-8').headers(headersOf(language)).send(json[language])
  })
  app.get('/api/docs', (request, reply) => {
    const language = asked(request)
    return reply.type('text/html; charset=utf-8').headers(headersOf(language)).send(page(language))
  })
  app.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(START))
  app.get('/api/docs/scalar.js', async (_request, reply) => {
    script ??= scalarScript()
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=3600' })
      .send(await script)
  })
}

const asked = ({ headers }: FastifyRequest) => languageOf(headers['accept-language'], 'en')
const headersOf = (language: Language) => ({ 'cache-control': 'no-cache', 'content-language': language, vary: 'Accept-Language' })

/** Scalar's script stands inside its Fastify plugin: a server that nobody sees hands it out, once, when somebody wants it (4 MB). */
async function scalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const inner = fastify()
  await inner.register(scalar, { routePrefix: '/reference', configuration: { url: '/api/openapi.json' } })
  const { rawPayload } = await inner.inject('/reference/js/scalar.js')
  await inner.close()
  return promisify(gzip)(rawPayload, { level: 6 })
}
