import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { validate } from '@scalar/openapi-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleApp, send } from '../../../../test/app.ts'
import { createProbe, FULL, itemDetail, misbehave, sessionsOf } from '../../../../test/probe.ts'

const probe = createProbe()
let world: Awaited<ReturnType<typeof moduleApp>>
let webDir: string
const full = { authorization: 'Bearer full' }

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  mkdirSync(join(webDir, 'assets'))
  const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`
  writeFileSync(
    join(webDir, 'index.html'),
    '<!doctype html><meta name="demo" content="" /><meta name="product-title" content="BƯU TRẠM" /><title>BƯU TRẠM</title><div id="root"></div>',
  )
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js'), script)
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script))
  writeFileSync(join(webDir, 'robots.txt'), 'User-agent: *')
  world = await moduleApp([probe.module], sessionsOf({ full: FULL }), {
    webDir,
    version: '1.2.3',
    config: { metricsToken: 'metrics-token-1', demo: false, productTitle: 'A & <B> "C"' },
  })
  await probe.prepare(world.runtime.database)
})
afterAll(async () => {
  await world.close()
  rmSync(webDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

describe('health', () => {
  it('tells of database, migrations and version', async () => {
    const { data, code } = (await get('/api/health')).json()
    expect(code).toBe('API000')
    expect(data).toMatchObject({ status: 'ok', database: { up: true }, version: '1.2.3' })
    expect(data.migrations.applied).toBeGreaterThan(1)
  })

  it('says up or down to strangers, and no more', async () => {
    const from = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await world.app.inject({ url: '/api/health', remoteAddress, headers })).json().data as Record<string, unknown>
    const more = ['database', 'migrations', 'status', 'uptimeSeconds', 'version']
    const keys = async (...caller: Parameters<typeof from>) => Object.keys(await from(...caller)).sort()
    expect(await from('10.1.2.3')).toEqual({ status: 'up' })
    expect(await from('127.0.0.1', { 'x-forwarded-for': '10.1.2.3' })).toEqual({ status: 'up' })
    expect(await from('10.1.2.3', { authorization: 'Bearer metrics-token-2' })).toEqual({ status: 'up' })
    expect(await keys('10.1.2.3', { authorization: 'Bearer metrics-token-1' })).toEqual(more)
    expect(await keys('127.0.0.1')).toEqual(more)
  })

  it('is 503 with the same data when the database is away', async () => {
    const lonely = await moduleApp([], sessionsOf({}))
    await lonely.runtime.database.drop()
    const response = await lonely.app.inject({ url: '/api/health' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'SYS-503', data: { status: 'database-away', database: { up: false } } })
    const stranger = await lonely.app.inject({ url: '/api/health', remoteAddress: '10.1.2.3' })
    expect([stranger.statusCode, stranger.json().data]).toEqual([503, { status: 'down' }])
    await lonely.app.close()
  })
})

describe('metrics', () => {
  it('count calls by endpoint, never by address', async () => {
    await get('/api/probe/items/v1/77', full)
    const { body } = await get('/metrics')
    expect(body).toMatch(/http_request_duration_seconds_count\{endpoint="GET \/probe\/items\/v1\/\{id\}",status="200"\} 1/)
    expect(body).toContain('process_cpu_seconds_total')
    expect(body).toMatch(/database_connections \d/)
    expect(body).not.toContain('/77')
  })

  it('are for this machine and for those with the token', async () => {
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      world.app.inject({ url: '/metrics', remoteAddress, headers }).then((response) => response.statusCode)
    expect(await from('127.0.0.1')).toBe(200)
    expect(await from('10.1.2.3')).toBe(404)
    expect(await from('127.0.0.1', { 'x-forwarded-for': '10.1.2.3' })).toBe(404)
    expect(await from('10.1.2.3', { authorization: 'Bearer metrics-token-1' })).toBe(200)
    expect(await from('10.1.2.3', { authorization: 'Bearer metrics-token-2' })).toBe(404)
  })
})

describe('the API reference', () => {
  it('is a valid OpenAPI 3.1 document of every contract', async () => {
    const document = (await get('/api/openapi.json')).json()
    const result = await validate(document)
    expect(result.errors ?? []).toEqual([])
    expect(document.openapi).toBe('3.1.1')
    expect(Object.keys(document.paths)).toEqual([
      '/probe/items/v1/search',
      '/report/export/probe/items/v1',
      '/probe/items/v1/{id}',
      '/probe/items/v1',
      '/probe/items/v1/{id}/name',
      '/probe/items/v1/swap',
      '/probe/feed/v1',
      '/probe/misbehave/v1',
      '/live/v1/events',
    ])
    expect(document.paths['/live/v1/events'].get.responses[200].content).toHaveProperty(['text/event-stream'])
    const rename = document.paths['/probe/items/v1/{id}/name'].put
    expect(rename).toMatchObject({ parameters: [{ name: 'id', in: 'path' }], security: [{ bearer: [], fingerprint: [] }] })
    expect(rename.requestBody.content['application/json'].schema).toMatchObject({ required: ['name'], additionalProperties: false })
    expect(document.paths['/probe/items/v1'].post.parameters).toMatchObject([{ name: 'Idempotency-Key', required: true }])
    expect(document.paths['/probe/misbehave/v1'].get.security).toEqual([])
  })

  it('is browsable without anything from elsewhere or inline', async () => {
    const page = await get('/api/docs')
    expect(page.headers['content-type']).toContain('text/html')
    const scripts = [...page.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(0)
    for (const tag of scripts) {
      const src = /src="(\/api\/docs\/[^"]+)"/.exec(tag)?.[1] ?? 'inline'
      const script = await get(src)
      expect(script.statusCode).toBe(200)
      expect(script.headers['content-type']).toContain('javascript')
    }
  })
})

describe('the portal', () => {
  it('is served for every address that is no call, and never cached as a page', async () => {
    for (const url of ['/', '/index.html', '/pp-qr/quanlygiaodich/danhsachgiaodich', '/chi_tiet/5?tab=1']) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('<div id="root">')
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    expect((await world.app.inject({ method: 'POST', url: '/pp-qr' })).statusCode).toBe(404)
  })

  it('carries the product title of the configuration, as text, and whether this is a demo', async () => {
    const title = 'A &#38; &#60;B&#62; &#34;C&#34;'
    expect((await get('/')).body).toContain(`<meta name="demo" content="no" /><meta name="product-title" content="${title}" /><title>${title}</title>`)
  })

  it('comes compressed, its hashed files for ever', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(response.rawPayload.length).toBeLessThan(200)
    expect((await get('/assets/app-1a2b3c.js')).body).toContain('console.log')
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache')
  })

  it('has no page for a missing file or call, and nothing above its folder', async () => {
    expect((await get('/assets/old-hash.js')).json()).toMatchObject({ code: 'SYS-404' })
    expect((await get('/api/unknown')).json()).toMatchObject({ code: 'SYS-404' })
    for (const url of ['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])
      expect((await get(url)).body).not.toContain('"dependencies"')
  })
})

describe('stopping', () => {
  it('answers what is under way and what still comes, then ends', async () => {
    const other = createProbe()
    const server = await moduleApp([other.module], sessionsOf({ full: FULL }))
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const entered = new Promise<void>((resolve) => {
      other.hooks.misbehave = async () => {
        resolve()
        await held
        return { fine: true }
      }
    })
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const slow = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      httpRequest(`${address}/api/probe/misbehave/v1?how=slow`, { agent: false }, (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }))
      })
        .on('error', reject)
        .end()
    })
    await entered
    const ended = server.app.shutDown()
    expect((await send(server.app, itemDetail, { id: '1' }, { headers: full })).status).toBe(200)
    expect((await server.app.inject({ url: '/api/health' })).json()).toMatchObject({ data: { status: 'stopping' } })
    finish()
    expect(await slow).toEqual({ status: 200, connection: 'close' })
    await ended
    await expect(fetch(`${address}/api/health`)).rejects.toThrow()
    await server.runtime.database.drop()
  })
})

it('refuses nothing while nobody guards the database', async () => {
  probe.hooks.misbehave = async () => ({ fine: true })
  expect((await send(world.app, misbehave, { how: '' })).status).toBe(200)
})
