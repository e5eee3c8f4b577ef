import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError, errors } from '#kernel/errors.ts'
import { moduleApp, send } from '../../../../test/app.ts'
import { createItem, createProbe, FULL, itemDetail, listItems, misbehave, renameItem, sessionsOf } from '../../../../test/probe.ts'
import { originRefused } from './origin.ts'

const probe = createProbe()
let world: Awaited<ReturnType<typeof moduleApp>>
const full = { authorization: 'Bearer full' }

beforeAll(async () => {
  world = await moduleApp([probe.module], sessionsOf({ full: FULL, poor: {} }))
  await probe.prepare(world.runtime.database)
})
afterAll(() => world.close())

const key = () => ({ ...full, 'idempotency-key': crypto.randomUUID() })
const page = (changes: Record<string, unknown> = {}) => ({ searchSdi: {}, pageInfo: { currentPage: 1, pageSize: 15 }, ...changes })
const post = (url: string, options: { payload?: unknown; headers?: Record<string, string> }) =>
  world.app.inject({ method: 'POST', url, payload: options.payload as string, headers: { ...full, ...options.headers } })

describe('who may call', () => {
  it('asks for a session, then for the permission, and says so in the caller’s language', async () => {
    const none = await send(world.app, listItems, page() as never)
    expect(none).toMatchObject({ status: 401, code: '401', message: 'Bạn cần đăng nhập', data: null })
    expect(none.traceId).toMatch(/^[0-9a-f-]{36}$/)
    const poor = await send(world.app, listItems, page() as never, { headers: { authorization: 'Bearer poor' }, language: 'en' })
    expect(poor).toMatchObject({ status: 403, code: '403', message: 'You do not have permission to do this' })
    expect(await send(world.app, itemDetail, { id: '5' }, { headers: { authorization: 'Bearer poor' } })).toMatchObject({
      status: 200,
      code: 'API000',
      data: { id: '5', note: null },
    })
  })

  it('refuses an unknown caller before looking at the body', async () => {
    const response = await world.app.inject({ method: 'POST', url: '/api/probe/items/v1', payload: '{broken', headers: { 'content-type': 'application/json' } })
    expect(response.statusCode).toBe(401)
  })

  it('lets public calls through without a session', async () => {
    probe.hooks.misbehave = async () => ({ fine: true })
    expect(await send(world.app, misbehave, { how: 'not' })).toMatchObject({ status: 200, data: { fine: true } })
  })
})

describe('what a body may be', () => {
  it.each([
    ['an unknown field', { ...page(), extra: 1 }, 'extra', 'unknownField'],
    ['an unknown filter', page({ searchSdi: { nam: 'x' } }), 'searchSdi.nam', 'unknownField'],
    ['a number as text', page({ pageInfo: { currentPage: '1', pageSize: 15 } }), 'pageInfo.currentPage', 'type'],
    ['null for a text', page({ searchSdi: { name: null } }), 'searchSdi.name', 'type'],
    ['a page size of its own', page({ pageInfo: { currentPage: 1, pageSize: 16 } }), 'pageInfo.pageSize', 'pageSize'],
    ['page 0', page({ pageInfo: { currentPage: 0, pageSize: 15 } }), 'pageInfo.currentPage', 'tooSmall'],
    ['a missing part', { searchSdi: {} }, 'pageInfo', 'required'],
    ['SQL as a sort key', page({ sort: { field: 'name; drop table probe.item', direction: 'asc' } }), 'sort.field', 'choice'],
    ['SQL as a direction', page({ sort: { field: 'name', direction: 'asc; select 1' } }), 'sort.direction', 'choice'],
    ['a value outside the enum', page({ searchSdi: { kind: 'GREEN' } }), 'searchSdi.kind', 'choice'],
  ])('%s is refused by name', async (_what, body, field, code) => {
    const reply = (await post('/api/probe/items/v1/search', { payload: body })).json()
    expect(reply).toMatchObject({ code: 'VAL-001', errors: [{ field, code }] })
    expect(reply.errors[0].message).not.toBe('')
  })

  it('is JSON, in UTF-8, of a known type and size', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await post('/api/probe/items/v1/search', { payload: '{broken', headers: json })).json()).toMatchObject({ code: 'VAL-002' })
    expect((await post('/api/probe/items/v1/search', { payload: '[]', headers: json })).statusCode).toBe(422)
    expect((await post('/api/probe/items/v1/search', { payload: '{"__proto__":{"x":1}}', headers: json })).statusCode).toBe(400)
    expect((await post('/api/probe/items/v1/search', { payload: Buffer.from([0x22, 0xff, 0x22]), headers: json })).statusCode).toBe(400)
    expect(
      (await post('/api/probe/items/v1/search', { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).json(),
    ).toMatchObject({ code: 'VAL-003' })
    expect((await post('/api/probe/items/v1/search', { payload: '{}\n', headers: { 'content-type': 'application/x-ndjson' } })).statusCode).toBe(415)
    expect((await post('/api/probe/items/v1/search', { payload: '{}', headers: { ...json, 'content-encoding': 'gzip' } })).statusCode).toBe(415)
    const large = await post('/api/probe/items/v1/search', { payload: JSON.stringify({ searchSdi: { name: 'x'.repeat(2_000_000) } }), headers: json })
    expect(large.statusCode).toBe(413)
    expect(large.json()).toMatchObject({ code: 'VAL-004' })
  })

  it('may not repeat a place of the path; query strings are checked as strictly', async () => {
    const twice = await world.app.inject({ method: 'PUT', url: '/api/probe/items/v1/1/name', payload: { id: '2', name: 'x' }, headers: full })
    expect(twice.json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'id', code: 'unknownField' }] })
    const get = await world.app.inject({ url: '/api/probe/items/v1/7?colour=red', headers: full })
    expect(get.json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'colour' }] })
    const bad = await world.app.inject({ url: '/api/probe/items/v1/abc', headers: full })
    expect(bad.json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'id', code: 'id' }] })
    expect((await world.app.inject({ url: '/api/probe/items/v1/%zz', headers: full })).json()).toMatchObject({ code: 'VAL-002' })
  })
})

describe('where it comes from', () => {
  const body = { name: 'từ đâu', amount: '1' }
  const from = (headers: Record<string, string>) => post('/api/probe/items/v1', { payload: body, headers: { ...key(), host: 'portal.test', ...headers } })

  it('is the portal itself or no browser at all', async () => {
    expect((await from({ origin: 'https://evil.test' })).json()).toMatchObject({ code: 'SYS-403' })
    expect((await from({ origin: 'null' })).statusCode).toBe(403)
    expect((await from({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await from({ origin: 'http://portal.test' })).statusCode).toBe(200)
  })

  it('may be the address that a proxy shows for it', () => {
    const behind = (origin: string) => originRefused({ method: 'POST', headers: { origin, host: '127.0.0.1:8080' } }, 'https://portal.example')
    expect(behind('https://portal.example')).toBe(false)
    expect(behind('http://portal.example')).toBe(true)
    expect(behind('https://portal.example.evil.test')).toBe(true)
  })
})

describe('the address of a caller', () => {
  let behind: typeof world
  beforeAll(async () => {
    const other = createProbe()
    behind = await moduleApp([other.module], sessionsOf({ full: FULL }), { config: { trustedProxy: ['10.0.0.1', '192.168.4.0/24'] } })
    await other.prepare(behind.runtime.database)
  })
  afterAll(() => behind.close())

  /** The address that the audit trail keeps of a call from `peer`. */
  async function recorded({ app, runtime }: typeof world, peer: string, forwarded?: string): Promise<string> {
    const headers = { ...key(), ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) }
    const response = await app.inject({
      method: 'POST',
      url: '/api/probe/items/v1',
      remoteAddress: peer,
      headers,
      payload: { name: crypto.randomUUID(), amount: '1' },
    })
    expect(response.statusCode).toBe(200)
    const { rows } = await runtime.pool.query('select ip from platform.audit_entry where trace_id = $1', [response.json().traceId])
    return rows[0]?.ip
  }

  it('is taken from a trusted proxy', async () => {
    expect(await recorded(behind, '10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(await recorded(behind, '192.168.4.9', '203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
    expect(await recorded(world, '127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  })

  it('is not taken from anybody else', async () => {
    expect(await recorded(behind, '198.51.100.5', '203.0.113.7')).toBe('198.51.100.5')
    expect(await recorded(behind, '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
    expect(await recorded(world, '10.0.0.1', '203.0.113.7')).toBe('10.0.0.1')
  })

  it('is not what a client wrote into the header itself: the last hop that is not trusted counts', async () => {
    expect(await recorded(behind, '10.0.0.1', '1.2.3.4, 203.0.113.7')).toBe('203.0.113.7')
    expect(await recorded(behind, '10.0.0.1', '10.0.0.1, 203.0.113.7, 192.168.4.9')).toBe('203.0.113.7')
  })

  it('is the peer’s when no proxy is trusted, whatever the public address', async () => {
    const other = createProbe()
    const alone = await moduleApp([other.module], sessionsOf({ full: FULL }), { config: { trustedProxy: [], publicUrl: 'https://portal.example' } })
    await other.prepare(alone.runtime.database)
    expect(await recorded(alone, '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
    await alone.close()
  })
})

describe('a partner’s feed', () => {
  const feedFrom = (payload: string, headers: Record<string, string> = { 'x-client-id': 'P1' }) =>
    world.app.inject({ method: 'POST', url: '/api/probe/feed/v1', payload, headers: { 'content-type': 'application/x-ndjson', ...headers } })

  it('comes as lines, with the bytes that were signed and who signed them', async () => {
    const payload = '{"a":1}\r\n\n{broken\n'
    expect((await feedFrom(payload)).json().data).toEqual({ from: 'P1', lines: ['{"a":1}', '{broken'], bytes: payload.length })
    expect((await feedFrom('')).json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'lines', code: 'required' }] })
    expect((await feedFrom('1\n2\n3\n4')).json()).toMatchObject({ code: 'VAL-001', errors: [{ field: 'lines', code: 'tooManyRows' }] })
  })

  it('is not looked at before the partner is known', async () => {
    expect((await feedFrom('1\n2\n3\n4', {})).json()).toMatchObject({ code: '401' })
    expect((await feedFrom('{}', { 'x-client-id': 'P1', 'content-type': 'application/json' })).statusCode).toBe(415)
  })

  it('may be larger than other bodies, up to its own limit', async () => {
    expect((await feedFrom('x'.repeat(1_900_000))).statusCode).toBe(200)
    expect((await feedFrom('x'.repeat(2_100_000))).statusCode).toBe(413)
  })
})

describe('answers', () => {
  it('carry security headers and are never stored', async () => {
    const reply = await send(world.app, itemDetail, { id: '1' }, { headers: full })
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(reply.headers['content-security-policy']).toContain("script-src 'self';")
    expect(reply.headers['strict-transport-security']).toContain('max-age=31536000')
  })

  it('are an envelope for unknown addresses too', async () => {
    expect((await world.app.inject({ url: '/api/nothing/here', headers: full })).json()).toMatchObject({ code: 'SYS-404', data: null })
  })

  it.each([
    ['DELETE', '/api/probe/items/v1/7', 'GET, HEAD'],
    ['GET', '/api/probe/items/v1', 'POST'],
    ['POST', '/api/probe/items/v1/7/name?x=1', 'PUT'],
    ['POST', '/api/health', 'GET, HEAD'],
    ['OPTIONS', '/api/probe/feed/v1', 'POST'],
  ] as const)('to %s %s say which methods there are: %s', async (method, url, allow) => {
    const response = await world.app.inject({ method, url })
    expect([response.statusCode, response.headers.allow, response.json().code]).toEqual([405, allow, 'SYS-405'])
  })

  it('to an address that there is not come without its body being read', async () => {
    const response = await post('/api/nothing/here', { payload: '{broken', headers: { 'content-type': 'application/json' } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'SYS-404'])
  })

  it('name a field once, whoever refuses it', async () => {
    const twice = (code: string) => ({ field: 'how', code, message: code })
    probe.hooks.misbehave = async () => {
      throw new AppError(
        errors.validation,
        {},
        { fields: [twice('first'), twice('second'), ...Array.from({ length: 50 }, (_, at) => ({ ...twice('x'), field: `f${at}` }))] },
      )
    }
    const reply = await send(world.app, misbehave, { how: '' })
    expect(reply.errors?.slice(0, 2).map(({ field, code }) => `${field} ${code}`)).toEqual(['how first', 'f0 x'])
    expect(reply.errors).toHaveLength(20)
  })

  it('drop what the contract does not name and are 500 when they do not fit it', async () => {
    probe.hooks.misbehave = async () => ({ fine: true, passwordHash: 'x' })
    expect((await send(world.app, misbehave, { how: '' })).data).toEqual({ fine: true })
    probe.hooks.misbehave = async () => ({ fine: 'no' })
    expect(await send(world.app, misbehave, { how: '' })).toMatchObject({ status: 500, code: 'SYS-500' })
  })

  it('never show an unexpected error to the caller', async () => {
    probe.hooks.misbehave = async () => {
      throw new Error('password is hunter2 at /etc/secret')
    }
    const reply = await send(world.app, misbehave, { how: '' }, { language: 'en' })
    expect(reply).toMatchObject({ status: 500, message: `Something went wrong; please try again (support code ${reply.traceId.slice(0, 8).toUpperCase()})` })
    expect(JSON.stringify(reply)).not.toContain('hunter2')
  })

  it('carry the data of an error, such as the current version', async () => {
    probe.hooks.misbehave = async () => {
      throw new AppError(errors.stale, {}, { data: { version: 7 } })
    }
    expect(await send(world.app, misbehave, { how: '' })).toMatchObject({ status: 409, code: 'SYS-409', data: { version: 7 } })
  })

  it('are 409 or 422 for what only the database refuses', async () => {
    await send(world.app, createItem, { name: 'đã có', amount: '1' }, { headers: key() })
    expect(await send(world.app, createItem, { name: 'đã có', amount: '1' }, { headers: key() })).toMatchObject({ status: 409, code: 'SYS-411' })
    expect(await send(world.app, renameItem, { id: '999999', name: 'x' }, { headers: full })).toMatchObject({ status: 404 })
  })
})
