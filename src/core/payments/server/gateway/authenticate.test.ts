import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPartner, createPartnerCredential } from '#core/organisation/server/public.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import { type GatewayCallOptions, type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../../test/payments.ts'
import { forgetNonces } from './nonces.ts'

let it: TestApp
let world: GatewayWorld
let clock: TestClock

beforeAll(async () => {
  clock = testClock()
  it = await testApp({ clock })
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

const PATH = '/og-001/v1/transactions'
const send = (options: GatewayCallOptions = {}, body: unknown = report()) => gatewayCall(it.app, world.vcb, PATH, body, { at: clock.now(), ...options })

async function stored(): Promise<string> {
  const { n } = await it.runtime.db
    .selectFrom('payment.transaction')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

describe('a call whose signature is not good changes nothing and answers 401', () => {
  test.each<[string, GatewayCallOptions]>([
    ['another secret', { secret: 'not-the-secret' }],
    ['a signature of zeros', { headers: { 'x-signature': '0'.repeat(64) } }],
    ['a nonce that was not signed', { headers: { 'x-nonce': randomUUID() } }],
    ["another partner's name", { headers: { 'x-client-id': 'gw-bidv' } }],
  ])('%s', async (_, options) => {
    const before = await stored()
    expect(await send(options)).toMatchObject({ status: 401, code: 'GTW-002', data: null })
    expect(await stored()).toBe(before)
  })

  test('another body, even by one space', async () => {
    const body = JSON.stringify(report())
    const headers = await signedFor(body)
    const response = await it.app.inject({ method: 'POST', url: `/api${PATH}`, payload: `${body} `, headers })
    expect([response.statusCode, response.json().code]).toEqual([401, 'GTW-002'])
  })

  test('another path: a signature for one call opens no other', async () => {
    const body = JSON.stringify(report())
    const headers = await signedFor(body)
    const response = await it.app.inject({ method: 'POST', url: `/api${PATH}?x=1`, payload: body, headers })
    expect([response.statusCode, response.json().code]).toEqual([401, 'GTW-002'])
  })

  /** The headers of a good call that is not sent. */
  async function signedFor(body: string): Promise<Record<string, string>> {
    const { signedHeaders } = await import('#platform/server/http/signature.ts')
    const parts = { method: 'POST', path: `/api${PATH}`, timestamp: clock.now().toISOString(), nonce: randomUUID(), body }
    return { ...signedHeaders(world.vcb, parts), 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  }
})

test.each([
  ['X-Client-Id', undefined],
  ['X-Timestamp', undefined],
  ['X-Nonce', undefined],
  ['X-Signature', undefined],
  ['X-Timestamp', '1795225161'],
  ['X-Nonce', 'short'],
  ['X-Nonce', 'x'.repeat(65)],
  ['X-Signature', 'zz'],
  ['X-Client-Id', "a'; drop table"],
])('the header %s as %s: 401 that names it', async (header, value) => {
  const reply = await send({ headers: { [header.toLowerCase()]: value }, language: 'en' })
  expect(reply).toMatchObject({ status: 401, code: 'GTW-001', message: `The header ${header} is missing or malformed` })
})

test('a timestamp may be off by 300 seconds, in both directions, and by no more', async () => {
  const off = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  expect(await send({ at: off(-300) })).toMatchObject({ status: 200 })
  expect(await send({ at: off(300) })).toMatchObject({ status: 200 })
  expect(await send({ at: off(-301) })).toMatchObject({ status: 401, code: 'GTW-003' })
  expect(await send({ at: off(301) })).toMatchObject({ status: 401, code: 'GTW-003' })
})

test('a nonce is good once: later, at the same time, and whatever became of the first call', async () => {
  const nonce = randomUUID()
  expect(await send({ nonce }, report({ amount: 'nothing' }))).toMatchObject({ status: 422 })
  expect(await send({ nonce })).toMatchObject({ status: 401, code: 'GTW-004' })
  const together = randomUUID()
  const replies = await Promise.all(Array.from({ length: 16 }, () => send({ nonce: together })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 15 }, () => 401)])
})

test("a nonce belongs to its client, and a stranger's attempt does not use it up", async () => {
  const nonce = randomUUID()
  expect(await send({ nonce, secret: 'wrong' })).toMatchObject({ status: 401, code: 'GTW-002' })
  expect(await send({ nonce })).toMatchObject({ status: 200 })
  expect(await gatewayCall(it.app, world.bidv, PATH, report(), { nonce, at: clock.now() })).toMatchObject({ status: 200 })
})

test('nonces are forgotten only when their timestamp cannot pass any more', async () => {
  const start = clock.now()
  const nonce = randomUUID()
  const late = new Date(start.getTime() + 300_000)
  expect(await send({ nonce, at: late })).toMatchObject({ status: 200 })
  clock.advance(600_000)
  await forgetNonces(it.runtime.db, clock.now())
  expect(await send({ nonce, at: late })).toMatchObject({ status: 401, code: 'GTW-004' })
  clock.advance(301_000)
  await forgetNonces(it.runtime.db, clock.now())
  expect(await send({ nonce, at: late })).toMatchObject({ status: 401, code: 'GTW-003' })
  const { rows } = await it.runtime.pool.query('select from payment.gateway_nonce where nonce = $1', [nonce])
  expect(rows).toHaveLength(0)
  clock.set(start)
})

test('who is not active or not enabled gets 403', async () => {
  const { db, config } = it.runtime
  const made = await db.transaction().execute(async (tx) => {
    const partnerId = await createPartner(tx, { code: 'NEWBANK', name: 'Ngân hàng mới', kind: 'BANK', bin: '970999' })
    return { partnerId, ...(await createPartnerCredential(tx, config, { partnerId, clientId: 'gw-newbank' })) }
  })
  expect(await gatewayCall(it.app, made, PATH, report(), { at: clock.now() })).toMatchObject({ status: 403, code: 'GTW-007' })
  const revoked = await db.transaction().execute(async (tx) => createPartnerCredential(tx, config, { partnerId: world.vcb.partnerId, clientId: 'gw-vcb-2' }))
  await it.runtime.pool.query("update organisation.partner_credential set status = 'REVOKED', revoked_at = now() where client_id = 'gw-vcb-2'")
  expect(await gatewayCall(it.app, { ...revoked, partnerId: '0' }, PATH, report(), { at: clock.now() })).toMatchObject({ status: 403, code: 'GTW-006' })
  // Only the holder of the key is told so.
  expect(await gatewayCall(it.app, { ...revoked, partnerId: '0' }, PATH, report(), { at: clock.now(), secret: 'wrong' })).toMatchObject({
    status: 401,
    code: 'GTW-002',
  })
})

test('the body of a caller who is not known is not looked at', async () => {
  const body = randomBytes(200)
  expect(await send({ secret: 'wrong' }, body)).toMatchObject({ status: 401, code: 'GTW-002' })
  expect(await send({}, body)).toMatchObject({ status: 400, code: 'VAL-002' })
})

test('refusals speak the language of the caller', async () => {
  expect((await send({ secret: 'wrong', language: 'vi' })).message).toBe('Chữ ký không đúng')
  expect((await send({ secret: 'wrong', language: 'en' })).message).toBe('The signature is wrong')
})
