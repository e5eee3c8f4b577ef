/** What one person asks for at once: how much of the process it takes, and that nobody else waits for it. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { listMails, retryMail } from '#core/mail/contract/mail.ts'
import { localDate } from '#kernel/dates.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, testApp } from '../../test/app.ts'

/** Lists of one person that are read at once, and those that may wait for it. */
const PLACES = 3
const QUEUE = 30
const ASKED = process.env.FAULTS === 'full' ? 2_000 : 60

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it(`${ASKED} lists at once: ${PLACES} are read, ${QUEUE} wait, the rest is refused, and somebody else is answered before them`, async () => {
  const { owner } = app.runtime.database
  const lock = await owner.connect()
  await lock.query('begin; lock table platform.mail in access exclusive mode')
  const today = localDate(app.runtime.clock.now())
  const done: number[] = []
  await Promise.all([app.headersOf('admin', 'PP_SYS'), app.headersOf('ketoan')])
  const asked = Array.from({ length: ASKED }, async () => {
    const { status, code, headers } = await app.list(listMails, {}, { as: 'admin', clientId: 'PP_SYS' })
    done.push(status)
    return { status, code, retryAfter: headers['retry-after'] }
  })
  try {
    const waiting = async () =>
      (await owner.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .rows[0]?.n
    // A page and its totals each.
    await expect.poll(waiting).toBe(PLACES * 2)
    await expect.poll(() => done.length).toBe(ASKED - PLACES - QUEUE)
    expect(done.every((status) => status === 429)).toBe(true)
    expect((await app.list(listQrTransactions, { filter: { from: today, to: today } }, { as: 'ketoan' })).status).toBe(200)
    expect(await waiting()).toBe(PLACES * 2)
  } finally {
    await lock.query('commit')
    lock.release()
  }
  const answers = await Promise.all(asked)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(PLACES + QUEUE)
  expect(answers.filter(({ status }) => status !== 200)).toEqual(
    Array.from({ length: ASKED - PLACES - QUEUE }, () => ({ status: 429, code: 'SYS-431', retryAfter: '5' })),
  )
  expect((await app.list(listMails, {}, { as: 'admin', clientId: 'PP_SYS' })).status).toBe(200)
})

it.each([
  ['130,000', 130_000, { code: 'VAL-004' }],
  ['7,000', 7_000, { code: 'VAL-001', errors: expect.arrayContaining([expect.objectContaining({ field: 'columns', code: 'tooManyRows' })]) }],
])('%s columns of one export: refused at once, with a short answer', async (_text, columns, refusal) => {
  const response = await app.app.inject({
    method: 'POST',
    url: `/api${listMails.export.path}`,
    headers: await app.headersOf('admin', 'PP_SYS'),
    payload: { searchSdi: {}, format: 'csv', columns: Array.from({ length: columns }, () => 'error') },
  })
  expect(response.json()).toMatchObject(refusal)
  expect(response.rawPayload.length).toBeLessThan(2_000)
})

it('large bodies of one person are taken two at a time, and nobody else waits for them', async () => {
  const { port } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
  const [headers, others] = await Promise.all([app.headersOf('admin', 'PP_SYS'), app.headersOf('ketoan')])
  const body = Buffer.from(JSON.stringify({ id: '1', version: 0, x: 'x'.repeat(40_000) }))
  /** A command whose body is begun; `send` sends the rest, `status` comes with the answer. */
  const begin = (by: Record<string, string>) => {
    const call = request({
      port,
      method: 'POST',
      path: `/api${retryMail.path}`,
      headers: { ...by, 'content-type': 'application/json', 'content-length': body.length },
    })
    const seen = { status: 0 }
    call.once('response', (response) => {
      seen.status = response.statusCode ?? 0
      response.resume()
    })
    call.write(body.subarray(0, 10))
    return { send: () => call.end(body.subarray(10)), seen }
  }
  const slow = [begin(headers), begin(headers)]
  // Answered behind them: by then both have their places.
  const info = await fetch(`http://127.0.0.1:${port}/api${userInfo.path}`, { headers })
  expect(info.status).toBe(200)
  const third = begin(headers)
  third.send()
  // Whoever else sends one is answered, though they came last.
  const other = begin(others)
  other.send()
  await expect.poll(() => other.seen.status).toBe(403)
  expect(third.seen.status).toBe(0)
  slow[0]?.send()
  await expect.poll(() => slow[0]?.seen.status).toBe(422)
  await expect.poll(() => third.seen.status).toBe(422)
  slow[1]?.send()
  await expect.poll(() => slow[1]?.seen.status).toBe(422)
})
