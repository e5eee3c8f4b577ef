import { randomUUID } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedHeaders } from '#platform/server/http/signature.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../../test/payments.ts'
import { BATCH_BYTES, type LineResult } from '../../contract/gateway.ts'

/** What the gateway does with those who are not known: how much it takes in, and how little it gives away. */
let it: TestApp
let world: GatewayWorld
let port: number
const open: ClientRequest[] = []

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
  port = Number(new URL(await it.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
})

const BATCH = '/og-002/v1/transactions/batch'
const SINGLE = '/og-001/v1/transactions'

type Client = Pick<TestChannel, 'clientId' | 'secret'>
const stranger: Client = { clientId: 'gw-nobody', secret: 'a-secret' }

function headersFor(client: Client, path: string, body: string): Record<string, string> {
  const parts = { method: 'POST', path: `/api${path}`, timestamp: new Date().toISOString(), nonce: randomUUID(), body }
  return { ...signedHeaders(client, parts), 'content-type': path === BATCH ? 'application/x-ndjson' : 'application/json' }
}

interface Announced {
  /** Resolves with the answer; of a body that is waited for there is none. */
  answer: Promise<{ status: number | undefined; code: string }>
  send(body: string): void
}

/** Sends the head of a call whose body is `bytes` long, and none of it. */
function announce(headers: Record<string, string>, path: string, bytes: number): Announced {
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: `/api${path}`, agent: false, headers: { ...headers, 'content-length': bytes } })
  open.push(request)
  const answer = new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode, code: JSON.parse(text).code }))
    })
  })
  answer.catch(() => {})
  request.flushHeaders()
  return { answer, send: (body) => request.end(body) }
}

describe('before a byte of the body', () => {
  test.each([
    ['a header is missing', { 'x-nonce': 'short' }, 'GTW-001'],
    ['the time is off', { 'x-timestamp': '2020-01-01T00:00:00Z' }, 'GTW-003'],
  ])('%s', async (_what, headers, code) => {
    const call = announce({ ...headersFor(world.vcb, BATCH, ''), ...headers }, BATCH, BATCH_BYTES)
    expect(await call.answer).toEqual({ status: 401, code })
  })

  test('the body is larger than the call takes: 16 MiB of a batch, 16 KiB of a single one', async () => {
    expect(await announce(headersFor(world.vcb, BATCH, ''), BATCH, BATCH_BYTES + 1).answer).toEqual({ status: 413, code: 'VAL-004' })
    expect(await announce(headersFor(world.vcb, SINGLE, ''), SINGLE, 16 * 1024 + 1).answer).toEqual({ status: 413, code: 'VAL-004' })
  })
})

test('of sixty unsigned bodies of 16 MiB four are waited for; single calls and, afterwards, batches come through', async () => {
  const names = [world.vcb, world.bidv, world.saoviet]
  let answered = 0
  const calls = Array.from({ length: 60 }, (_, at) => announce(headersFor(names[at % 3] as Client, BATCH, 'another body'), BATCH, BATCH_BYTES))
  const codes: string[] = []
  for (const { answer } of calls)
    answer.then(
      ({ code }) => {
        codes.push(code)
        answered++
      },
      () => {},
    )
  await expect.poll(() => answered).toBe(56)
  expect(new Set(codes)).toEqual(new Set(['SYS-429', 'SYS-503']))
  const headers = { ...headersFor(world.vcb, SINGLE, JSON.stringify(report())) }
  expect(headers['x-client-id']).toBe('gw-vcb')
  const single = await gatewayCall(it.app, world.vcb, SINGLE, report())
  expect(single.status).toBe(200)
  expect(answered).toBe(56)
  for (const request of open.splice(0)) request.destroy()
  const batch = JSON.stringify(report())
  await expect.poll(async () => (await gatewayCall(it.app, world.vcb, BATCH, batch, { key: null })).status).toBe(200)
})

describe('who is not known', () => {
  const refusal = async (client: Client, path: string, body: unknown) => {
    const {
      status,
      headers,
      traceId: _id,
      ...envelope
    } = await gatewayCall(it.app, world.vcb, path, body, { clientId: client.clientId, secret: 'wrong', language: 'en' })
    return { status, envelope, headers: Object.keys(headers).sort() }
  }

  test.each([SINGLE, BATCH])('gets the answer of a wrong signature: %s', async (path) => {
    const unknown = await refusal(stranger, path, report())
    expect(unknown).toMatchObject({ status: 401, envelope: { code: 'GTW-002', message: 'The signature is wrong' } })
    expect(unknown).toEqual(await refusal(world.vcb, path, report()))
    expect(await refusal(stranger, path, '{broken')).toEqual(await refusal(world.vcb, path, '{broken'))
  })

  test('is answered when the body is there, as somebody who is known, and no sooner', async () => {
    for (const client of [stranger, world.vcb]) {
      const body = 'x'.repeat(1000)
      const call = announce(headersFor({ ...client, secret: 'wrong' }, BATCH, body), BATCH, body.length)
      let early = true
      const answer = call.answer.then((given) => ({ ...given, early }))
      // Calls that come later are answered meanwhile.
      expect((await gatewayCall(it.app, world.bidv, SINGLE, report())).status).toBe(200)
      early = false
      call.send(body)
      expect(await answer).toEqual({ status: 401, code: 'GTW-002', early: false })
    }
  })

  test('takes the same share: two batches of 16 MiB at a time', async () => {
    const third = async (client: Client) => {
      const calls = Array.from({ length: 3 }, () => announce(headersFor({ ...client, secret: 'wrong' }, BATCH, ''), BATCH, BATCH_BYTES))
      return Promise.race(calls.map(({ answer }) => answer))
    }
    expect(await third(stranger)).toEqual({ status: 429, code: 'SYS-429' })
    expect(await third(world.saoviet)).toEqual({ status: 429, code: 'SYS-429' })
    for (const request of open.splice(0)) request.destroy()
  })
})

test('a batch of wrong lines answers no more than one of good ones, twice over', async () => {
  const line = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`wrong${at}`, at])))
  const reply = await gatewayCall<{ refused: number; results: LineResult[] }>(it.app, world.vcb, BATCH, Array.from({ length: 10_000 }, () => line).join('\n'), {
    key: null,
  })
  expect(reply.data).toMatchObject({ refused: 10_000 })
  const results = reply.data?.results ?? []
  expect(results.every(({ status, code }) => status === 'refused' && code === 'VAL-001')).toBe(true)
  expect(results.flatMap(({ errors = [] }) => errors).length).toBeLessThanOrEqual(1000)
  expect(JSON.stringify(reply).length).toBeLessThan(2_000_000)
})

test('a field that stands twice in a line, or in a single call, is refused, not guessed', async () => {
  const twice = JSON.stringify(report()).replace('"amount":"150000"', '"amount":"150000","amount":"1"')
  expect(await gatewayCall(it.app, world.vcb, SINGLE, twice)).toMatchObject({ status: 400, code: 'VAL-005' })
  const batch = await gatewayCall<{ results: LineResult[] }>(it.app, world.vcb, BATCH, twice, { key: null })
  expect(batch.data?.results).toMatchObject([{ status: 'refused', code: 'VAL-005' }])
})
