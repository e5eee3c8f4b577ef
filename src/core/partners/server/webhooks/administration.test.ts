import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { type TestApp, type TestClock, type TestRuntime, testApp, testClock } from '../../../../../test/app.ts'
import { type TestReceiver, testReceiver, WEBHOOK_SECRET } from '../../../../../test/webhooks.ts'
import { findDelivery, listDeliveries, replayDeliveries, replayGivenUp } from '../../contract/webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  disableWebhook,
  findWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
} from '../../contract/webhooks/endpoints.ts'
import { partnerRules } from '../control-rules.ts'
import { emitWebhooks } from './emit.ts'
import { keepWebhooks } from './housekeeping.ts'
import { PAUSES } from './note.ts'
import { openWebhook } from './seeding.ts'
import { WebhookSender } from './sender.ts'

let app: TestApp
let partner: TestReceiver
let partnerId: string
let sender: WebhookSender
/** That of people's calls stands still, so that they stay signed in; that of what is sent goes on. */
const clock: TestClock = testClock()
const later: TestClock = testClock()
let sending: TestRuntime
const admin = { as: 'admin', clientId: 'O2O_CRM' } as const
let made = 0

beforeAll(async () => {
  app = await testApp({ clock })
  partner = await testReceiver(app.runtime, [])
  partnerId = (await app.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await partner.close()
  await app.close()
})
beforeEach(async () => {
  await app.runtime.pool.query("update partner.webhook_endpoint set status = 'DISABLED', collects = false")
  partner.came = []
  partner.next = []
  partner.decide = () => 200
  later.set(clock.now())
  sending = { ...app.runtime, clock: later }
  sender = new WebhookSender(sending, { timeoutMs: 500 })
})

const facts = (): RawInputOf<typeof createWebhook> => ({ partnerId, label: `Địa chỉ ${++made}`, url: partner.url, events: ['ORDER', 'INCIDENT'] })
/** An endpoint that sends, with its key. */
async function started(): Promise<{ id: string; secret: string }> {
  const created = await app.call(createWebhook, facts(), admin)
  expect(created.status).toBe(200)
  const { id, version, secret } = created.data as { id: string; version: number; secret: string }
  expect((await app.call(resumeWebhook, { id, version }, admin)).status).toBe(200)
  return { id, secret }
}
const found = async (id: string) => {
  const { data } = await app.call(findWebhook, { id }, admin)
  if (!data) throw new Error(`no endpoint ${id}`)
  return data
}
const tell = (subject: string, stateVersion: number, data = {}) =>
  app.runtime.db.transaction().execute((tx) => emitWebhooks(tx, [{ partnerId, kind: 'ORDER', subject, stateVersion, at: later.now(), data }]))
async function round(): Promise<void> {
  await sender.begin()
  await sender.idle()
}
const deliveries = async (webhookId: string) => (await app.list(listDeliveries, { filter: { webhookId }, pageSize: 100 }, admin)).data?.result ?? []

describe('an endpoint', () => {
  it('is not started when it is made, and shows its key once', async () => {
    const { data } = await app.call(createWebhook, facts(), admin)
    const { id, secret } = data as { id: string; secret: string }
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const detail = await found(id)
    expect(detail).toMatchObject({ status: 'NOT_STARTED', collects: true, waiting: 0, secretMark: expect.stringMatching(/^[0-9a-f]{12}$/), nextMark: null })
    expect(JSON.stringify(detail)).not.toContain(secret)
    const { rows } = await app.runtime.pool.query(
      "select coalesce(before, '{}'::json)::text || coalesce(after, '{}'::json)::text as text from platform.audit_entry",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => text.includes(secret) || text.includes(secret.slice(6)))).toEqual([])
  })

  it('is changed or disabled before it is started, and keeps nothing more once a person has disabled it', async () => {
    const { data } = await app.call(createWebhook, facts(), admin)
    const { id, version } = data as { id: string; version: number }
    const { label, events } = await found(id)
    expect((await app.call(changeWebhook, { id, version, label, events, url: `${partner.url}/new` }, admin)).status).toBe(200)
    expect(await found(id)).toMatchObject({ status: 'NOT_STARTED', url: `${partner.url}/new` })
    expect(await tell('L0', 1)).toBe(1)
    expect((await app.call(disableWebhook, { id, version: version + 1, reason: 'Đăng ký nhầm' }, admin)).status).toBe(200)
    expect(await tell('L0', 2)).toBe(0)
    await round()
    expect(partner.came).toEqual([])
    expect(await found(id)).toMatchObject({ status: 'DISABLED', collects: false, waiting: 1 })
  })

  it.each([
    ['a user in the address', { url: 'https://me@partner.example/x' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown partner', { partnerId: '999999' }, 'partnerId'],
  ] as const)('is refused with %s', async (_what, wrong, field) => {
    const refused = await app.call(createWebhook, { ...facts(), ...wrong } as RawInputOf<typeof createWebhook>, admin)
    expect(refused).toMatchObject({ status: 422, errors: [{ field }] })
  })

  it('has a name that no other of its partner has', async () => {
    const input = facts()
    await app.call(createWebhook, input, admin)
    expect(await app.call(createWebhook, input, admin)).toMatchObject({ status: 409, errors: [{ field: 'label', code: 'PRT-008' }] })
  })

  it('is changed while nothing is sent to it, by one person, in the audit log', async () => {
    const { id } = await started()
    const { version, label, events } = await found(id)
    const change = { id, label, events, url: `${partner.url}/new` }
    expect(await app.call(changeWebhook, { ...change, version }, admin)).toMatchObject({ status: 409, code: 'SYS-410' })
    await app.call(pauseWebhook, { id, version, reason: 'Chuyển máy chủ' }, admin)
    expect((await app.call(changeWebhook, { ...change, version: version + 1 }, admin)).status).toBe(200)
    expect(await found(id)).toMatchObject({ status: 'PAUSED', url: `${partner.url}/new` })
    const { rows } = await app.runtime.pool.query(
      "select after from platform.audit_entry where subject_type = 'partner.webhook_endpoint' and subject_id = $1 order by id desc limit 1",
      [id],
    )
    expect(rows[0].after).toMatchObject({ url: `${partner.url}/new` })
  })

  it('that is paused keeps what is to be told, says how much, and sends it in order', async () => {
    const { id } = await started()
    await app.call(pauseWebhook, { id, version: 1, reason: 'Bảo trì' }, admin)
    for (const version of [1, 2, 3]) await tell('L1', version)
    await round()
    expect(partner.came).toEqual([])
    const paused = await found(id)
    expect(paused).toMatchObject({ status: 'PAUSED', waiting: 3, oldestWaitingAt: expect.any(String), newestWaitingAt: expect.any(String) })
    expect((await app.list(listWebhooks, { filter: { status: 'PAUSED' } }, admin)).data?.result).toMatchObject([{ id, waiting: 3 }])
    await app.call(resumeWebhook, { id, version: paused.version }, admin)
    await round()
    expect(partner.came.map(({ body }) => body.sequence)).toEqual([1, 2, 3])
    expect(await found(id)).toMatchObject({ status: 'ACTIVE', waiting: 0, sent: 3, successRate: 100 })
  })

  it('that a person has disabled is told nothing more', async () => {
    const { id } = await started()
    await app.call(disableWebhook, { id, version: 1, reason: 'Hết hợp đồng' }, admin)
    expect(await tell('L2', 1)).toBe(0)
    expect(await found(id)).toMatchObject({ status: 'DISABLED', waiting: 0 })
  })
})

describe('its key', () => {
  /** Keys under which an event was signed. */
  const signers = (keys: readonly string[]) => {
    const { headers, body } = partner.came.at(-1) as TestReceiver['came'][number]
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${JSON.stringify(body)}`
    const given = String(headers['webhook-signature']).split(' ')
    return keys.filter((key) =>
      given.includes(
        `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`,
      ),
    )
  }

  it('and the next one both sign while one takes the place of the other, then the next alone', async () => {
    const { id, secret } = await started()
    await tell('K1', 1)
    await round()
    expect(signers([secret])).toEqual([secret])
    const rotated = await app.call(rotateWebhookSecret, { id, version: 1, overlapHours: 24 }, admin)
    const next = rotated.data?.secret as string
    expect(next).not.toBe(secret)
    await tell('K1', 2)
    await round()
    expect(signers([secret, next])).toEqual([secret, next])
    expect(await app.call(rotateWebhookSecret, { id, version: 2, overlapHours: 1 }, admin)).toMatchObject({ errors: [{ code: 'PRT-009' }] })
    later.advance(24 * 3_600_000)
    await tell('K1', 3)
    await round()
    expect(signers([secret, next])).toEqual([next])
    await keepWebhooks(sending)
    await tell('K1', 4)
    await round()
    expect(signers([secret, next])).toEqual([next])
    const { rows } = await app.runtime.pool.query('select next_sealed, rotation_ends_at from partner.webhook_endpoint where id = $1', [id])
    expect(rows).toEqual([{ next_sealed: null, rotation_ends_at: null }])
  })

  it('is replaced at once without an overlap, a running rotation too', async () => {
    const { id, secret } = await started()
    const next = (await app.call(rotateWebhookSecret, { id, version: 1, overlapHours: 24 }, admin)).data?.secret as string
    const last = (await app.call(rotateWebhookSecret, { id, version: 2, overlapHours: 0 }, admin)).data?.secret as string
    await tell('K2', 1)
    await round()
    expect(signers([secret, next, last])).toEqual([last])
  })
})

describe('what is not taken', () => {
  it('is kept with its status, its time and 2 KiB of its answer, without our key', async () => {
    const { id, secret } = await started()
    partner.next = [(response) => response.writeHead(422).end(`key ${secret} ${'đ'.repeat(5_000)}`)]
    await tell('A1', 1)
    await round()
    const [row] = await deliveries(id)
    expect(row).toMatchObject({ state: 'WAITING', attempts: 1, httpStatus: 422, fault: 'STATUS', subject: 'A1' })
    const { data } = await app.call(findDelivery, { id: row?.id as string }, admin)
    expect(data?.tries).toMatchObject([{ attempt: 1, httpStatus: 422, fault: 'STATUS' }])
    const answer = data?.tries[0]?.answer as string
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(2_048)
    expect(answer).toContain('key ***')
    expect(answer).not.toContain(secret)
    expect(data?.body).toBe(JSON.stringify(partner.came[0]?.body))
  })

  it('is taken although its answer is long', async () => {
    const { id } = await started()
    partner.next = [(response) => response.writeHead(200).end('x'.repeat(100_000))]
    await tell('A2', 1)
    await round()
    expect(await deliveries(id)).toMatchObject([{ state: 'TAKEN', attempts: 1 }])
  })

  it('is given up after three days by itself, the next of its subject goes, and a replay names it', async () => {
    const { id } = await started()
    partner.decide = () => (partner.came.at(-1)?.body.subject === 'BAD' && partner.came.at(-1)?.body.sequence === 1 ? 422 : 200)
    await tell('BAD', 1, { n: 1 })
    await tell('BAD', 2, { n: 2 })
    for (const [at, pause] of [0, ...PAUSES].entries()) {
      later.advance(pause * 1000)
      // Others are taken, so that the endpoint is well.
      await tell(`GOOD${at}`, 1)
      await round()
    }
    const rows = await deliveries(id)
    const bad = rows.find(({ subject, sequence }) => subject === 'BAD' && sequence === 1)
    expect(bad).toMatchObject({ state: 'GIVEN_UP', attempts: PAUSES.length + 1, fault: 'STATUS' })
    expect(rows.find(({ subject, sequence }) => subject === 'BAD' && sequence === 2)).toMatchObject({ state: 'TAKEN' })
    const { data } = await app.call(replayDeliveries, { rows: [{ id: bad?.id as string, version: bad?.version as number }] }, admin)
    expect(data).toMatchObject({ done: 1, refused: 0, results: [{ code: null }] })
    await round()
    expect(partner.came.at(-1)?.body).toMatchObject({ subject: 'BAD', sequence: 3, stateVersion: 1, replayOf: bad?.eventId, data: { n: 1 } })
    expect(partner.came.at(-1)?.body.id).not.toBe(bad?.eventId)
    const replay = (await deliveries(id)).find(({ replayOf }) => replayOf === bad?.eventId)
    expect(replay).toMatchObject({ state: 'TAKEN', sequence: 3 })
    // What was sent again is not sent again by days.
    const days = { webhookId: id, from: '2020-01-01', to: localDate(later.now()) }
    expect((await app.call(replayGivenUp, days, admin)).data).toMatchObject({ replayed: 0 })
  })

  it('is sent again whole for some days, once, in order', async () => {
    const { id } = await started()
    for (const version of [1, 2]) await tell('W1', version)
    await tell('W2', 1)
    await app.runtime.pool.query("update partner.webhook_event set outcome = 'GIVEN_UP', ended_at = now() where endpoint_id = $1", [id])
    await app.runtime.pool.query('update partner.webhook_subject set next_at = null where endpoint_id = $1', [id])
    const days = { webhookId: id, from: localDate(new Date()), to: localDate(new Date()) }
    expect((await app.call(replayGivenUp, days, admin)).data).toMatchObject({ replayed: 3 })
    expect((await app.call(replayGivenUp, days, admin)).data).toMatchObject({ replayed: 0 })
    await round()
    expect(partner.came.filter(({ body }) => body.subject === 'W1').map(({ body }) => [body.sequence, body.stateVersion])).toEqual([
      [3, 1],
      [4, 2],
    ])
  })

  it('waits: it is not replayed', async () => {
    const { id } = await started()
    await tell('R1', 1)
    const [row] = await deliveries(id)
    const { data } = await app.call(replayDeliveries, { rows: [{ id: row?.id as string, version: row?.version as number }] }, admin)
    expect(data).toMatchObject({ done: 0, refused: 1, results: [{ code: 'PRT-010' }] })
  })
})

describe('an endpoint that fails', () => {
  it('is degraded, left alone for growing pauses, and well again when it takes what it is sent', async () => {
    const { id } = await started()
    partner.decide = () => 503
    for (let n = 0; n < 12; n++) await tell(`D${n}`, 1)
    for (let n = 0; n < 12; n++) {
      await round()
      later.advance(600_000)
    }
    const bad = await found(id)
    expect(bad).toMatchObject({ status: 'DEGRADED', lastFault: 'STATUS', retryAt: expect.any(String) })
    const before = partner.came.length
    await round()
    await round()
    expect(partner.came.length - before).toBe(1)
    partner.decide = () => 200
    later.advance(600_000)
    for (let n = 0; n < 20; n++) await tell(`D${n}`, 2)
    for (let n = 0; n < 40; n++) await round()
    expect(await found(id)).toMatchObject({ status: 'ACTIVE', waiting: 0, failures: 0, retryAt: null })
  })

  it('for three days is disabled, keeps all it was to be told, raises an alarm that comes back each day, and goes on when it is resumed', async () => {
    const { id } = await started()
    partner.decide = () => 500
    await tell('Z1', 1)
    await round()
    later.advance(3 * 86_400_000)
    await round()
    await tell('Z1', 2)
    const off = await found(id)
    expect(off).toMatchObject({ status: 'DISABLED', collects: true, waiting: 2 })
    const rule = partnerRules.find(({ code }) => code === 'WEBHOOK_DISABLED')
    const alarm = async () => (await rule?.query(app.runtime.db, later.now()))?.map(({ subject }) => subject)
    const today = await alarm()
    expect(today).toEqual([`VCB ${off.label} ${localDate(later.now())}`])
    later.advance(86_400_000)
    expect(await alarm()).not.toEqual(today)
    const { rows } = await app.runtime.pool.query("select actor from platform.audit_entry where action = 'partners.webhook-given-up' and subject_id = $1", [id])
    expect(rows).toEqual([{ actor: 'system' }])
    partner.decide = () => 200
    await app.call(resumeWebhook, { id, version: off.version }, admin)
    expect(await alarm()).toEqual([])
    await round()
    expect(partner.came.slice(-2).map(({ body }) => body.sequence)).toEqual([1, 2])
    expect(await found(id)).toMatchObject({ status: 'ACTIVE', waiting: 0 })
  })
})

describe('in a demo', () => {
  it('an address of the server’s own machine may be tried, any other that is private or without TLS is refused, and says what is taken', async () => {
    for (const url of ['http://127.0.0.1:9000/events', 'http://localhost:9000/events', 'http://[::1]:9000/events', 'https://8.8.8.8/x'])
      expect((await app.call(createWebhook, { ...facts(), url }, admin)).status, url).toBe(200)
    for (const url of ['http://10.0.0.1/x', 'https://10.0.0.1/x', 'https://192.168.1.7/x', 'http://169.254.169.254/latest', 'http://8.8.8.8/x'])
      expect(await app.call(createWebhook, { ...facts(), url }, admin), url).toMatchObject({ status: 422, errors: [{ field: 'url', code: 'PRT-012' }] })
  })

  it('a name that leads into a private network by the time it is called gets nothing', async () => {
    const webhook = {
      partnerId,
      label: `Mạng riêng ${++made}`,
      url: 'https://partner.example/x',
      events: ['ORDER'],
      secret: WEBHOOK_SECRET,
      status: 'ACTIVE',
    } as const
    const id = await app.runtime.db.transaction().execute((tx) => openWebhook(tx, app.runtime.config, webhook, later.now()))
    await tell('N0', 1)
    await ledTo('10.0.0.1', round)
    expect(await deliveries(id as string)).toMatchObject([{ state: 'WAITING', attempts: 1, fault: 'ADDRESS', httpStatus: null }])
  })
})

/** While `work` goes on, every name leads there. */
async function ledTo(address: string, work: () => Promise<void>): Promise<void> {
  const rebinding = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, _options: object, answer: (error: null, found: object[]) => void) => answer(null, [{ address, family: 4 }])) as never)
  syncBuiltinESMExports()
  await work()
  rebinding.mockRestore()
  syncBuiltinESMExports()
}

describe('outside demo mode', () => {
  it('an address is refused without TLS, of one’s own network, and by a name that leads there', async () => {
    const own = await testApp({ clock, config: { demo: false }, database: app.runtime.database })
    const headers = await app.headersOf('admin', 'O2O_CRM')
    for (const url of [
      'http://partner.example',
      'https://10.0.0.1/x',
      'https://169.254.169.254/latest',
      'https://[::1]/',
      'https://2130706433/',
      'https://localhost/x',
    ])
      expect(await own.call(createWebhook, { ...facts(), url }, { headers }), url).toMatchObject({ status: 422, errors: [{ field: 'url', code: 'PRT-003' }] })
    expect((await own.call(createWebhook, { ...facts(), url: 'https://8.8.8.8/x' }, { headers })).status).toBe(200)
    await own.app.close()
  })

  it('a name that leads elsewhere by the time it is called gets nothing', async () => {
    const url = 'https://partner.example/x'
    const webhook = { partnerId, label: `Đổi hướng ${++made}`, url, events: ['ORDER'], secret: WEBHOOK_SECRET, status: 'ACTIVE' } as const
    const id = await app.runtime.db.transaction().execute((tx) => openWebhook(tx, app.runtime.config, webhook, later.now()))
    await tell('N1', 1)
    const strict = new WebhookSender({ ...sending, config: { ...app.runtime.config, demo: false } }, { timeoutMs: 1_000 })
    await ledTo('10.0.0.1', async () => {
      await strict.begin()
      await strict.idle()
    })
    expect(await deliveries(id as string)).toMatchObject([{ state: 'WAITING', attempts: 1, fault: 'ADDRESS', httpStatus: null }])
  })
})
