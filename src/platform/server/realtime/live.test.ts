import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { grantResource, revokeResource } from '#core/iam/contract/access/permissions.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { systemRegistry, systemServer } from '../../../../src/app/server.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type EventStream, eventStream } from '../../../../test/live.ts'
import { publish } from './live.ts'

const NEWS: LiveTopic = { name: 'test.news' }
const SECRET: LiveTopic = { name: 'test.secret', permission: 'pp-sys/nobody/view' }

let app: TestApp
let address: string
const streams: EventStream[] = []
beforeEach(async () => {
  app = await testApp()
  address = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await app.close()
})

async function open(account: string): Promise<EventStream> {
  const stream = await eventStream(address, await app.headersOf(account))
  streams.push(stream)
  if (streams.length > 1) return stream
  // The first one opens the channel, and gets the event to ask again when it is open.
  await until(() => stream.topics).toEqual([null])
  stream.topics.length = 0
  return stream
}
const until = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })
const announce = (event: Parameters<typeof publish>[1]) => app.runtime.db.transaction().execute((tx) => publish(tx, event))
const idOf = async (account: string) =>
  (await app.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id

test('is for who is signed in, and is a stream that nothing holds back', async () => {
  expect((await fetch(`${address}/api/live/v1/events`)).status).toBe(401)
  const { headers } = await open('ketoan')
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('cache-control')).toContain('no-transform')
})

test('tells of what was committed, to those it concerns, and never what it was', async () => {
  const [maker, checker] = [await open('ketoan'), await open('kiemsoat')]
  await announce({ topic: NEWS, userIds: [await idOf('kiemsoat')] })
  await announce({ topic: SECRET })
  await expect(
    app.runtime.db.transaction().execute(async (tx) => {
      await publish(tx, { topic: { name: 'test.rolled-back' } })
      throw new Error('no')
    }),
  ).rejects.toThrow()
  await announce({ topic: { name: 'test.last' } })
  await until(() => maker.topics).toContain('test.last')
  await until(() => checker.topics).toContain('test.last')
  expect(maker.topics).toEqual(['test.last'])
  expect(checker.topics).toEqual(['test.news', 'test.last'])
})

test('crosses processes: what another one commits arrives, and nobody waits when there is nobody', async () => {
  const stream = await open('ketoan')
  await app.runtime.pool.query(`select pg_notify('buutram_live', '{"t":"test.elsewhere"}')`)
  await until(() => stream.topics).toEqual(['test.elsewhere'])
  stream.close()
  await until(() => app.runtime.live.size()).toBe(0)
  await announce({ topic: NEWS })
})

test('of a topic that changes all the time, the first change comes at once and the rest together', async () => {
  const stream = await open('ketoan')
  const began = performance.now()
  for (let count = 0; count < 50; count++) await announce({ topic: NEWS })
  await announce({ topic: { name: 'test.last' } })
  await until(() => stream.topics).toContain('test.last')
  expect(stream.topics.filter((topic) => topic === NEWS.name).length).toBeLessThan(4 + (performance.now() - began) / 1_000)
  for (let count = 0; count < 50; count++) app.runtime.live.hint({ name: 'test.hint' })
  await until(() => stream.topics).toContain('test.hint')
})

test('when the listening connection was lost, everybody gets the event to ask again', async () => {
  const stream = await open('ketoan')
  await announce({ topic: NEWS })
  await until(() => stream.topics).toEqual([NEWS.name])
  await app.runtime.database.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'buu-tram listener' and datname = current_database()",
  )
  await until(() => stream.topics).toContain(null)
  await announce({ topic: { name: 'test.after' } })
  await until(() => stream.topics).toContain('test.after')
})

test('ends with the session, and is no activity of it', async () => {
  const clicked = () =>
    app.runtime.db.selectFrom('iam.session').select('last_click_at').where('user_id', '=', userId).orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  const userId = await idOf('ketoan')
  const stream = await open('ketoan')
  const before = await clicked()
  await announce({ topic: NEWS })
  await until(() => stream.topics).toEqual([NEWS.name])
  expect(await clicked()).toEqual(before)
  await app.runtime.pool.query('update iam.session set revoked_at = now(), revoke_reason = $2 where user_id = $1', [userId, 'ADMIN'])
  await until(() => stream.ended).toBe(true)
})

test('events of a right that was taken away come no more; those of one that was given do', async () => {
  const uri = listQrTransactions.permission
  const PAYMENTS: LiveTopic = { name: 'test.payments', permission: uri }
  const marks = (count: number) => ({ topic: { name: `test.mark-${count}` } })
  const stream = await open('kiemsoat')
  let count = 0
  /** Whether events of the topic arrive now: repeated until the mark that follows it is there. */
  const notified = async (): Promise<boolean> => {
    const from = stream.topics.length
    const mark = marks(++count)
    await app.runtime.db.transaction().execute(async (tx) => {
      await publish(tx, { topic: { ...PAYMENTS, name: `test.payments-${count}` } })
      await publish(tx, mark)
    })
    await until(() => stream.topics.slice(from)).toContain(mark.topic.name)
    return stream.topics.includes(`test.payments-${count}`)
  }
  expect(await notified()).toBe(true)
  const idOf = async (table: string, column: string, value: string) =>
    String((await app.runtime.pool.query(`select id from ${table} where ${column} = $1`, [value])).rows[0].id)
  const [id = '', role = ''] = [await idOf('iam.permission', 'uri', uri), await idOf('iam.role', 'code', 'CHECKER')]
  const version = async () => Number((await app.runtime.pool.query('select version from iam.role where id = $1', [role])).rows[0].version)
  expect((await app.call(revokeResource, { id, roleId: role, roleVersion: await version() }, { as: 'admin', clientId: 'PP_SYS' })).code).toBe('API000')
  await until(() => stream.topics).toContain('iam.rights')
  await expect.poll(notified, { timeout: 60_000 }).toBe(false)
  expect(await notified()).toBe(false)
  expect((await app.call(grantResource, { id, roleId: role }, { as: 'admin', clientId: 'PP_SYS' })).code).toBe('API000')
  await expect.poll(notified, { timeout: 60_000 }).toBe(true)
})

test('all streams of a process are looked after by one query', async () => {
  const counted: string[] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  for (let count = 0; count < 8; count++) await open(count % 2 === 0 ? 'ketoan' : 'kiemsoat')
  try {
    pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
      const [first] = args
      if (String(first).includes('iam.session')) counted.push(String(first))
      return query.apply(this, args)
    } as never
    await until(() => counted.length).toBeGreaterThan(2)
  } finally {
    pg.Client.prototype.query = query as never
  }
  // None of them is about one session: eight streams would have made eight by the first second.
  expect(counted.every((text) => text.includes('s.sid = any'))).toBe(true)
})

test('a user has ten streams at most: the oldest makes room', async () => {
  const first = await open('ketoan')
  for (let count = 0; count < 10; count++) await open('ketoan')
  await until(() => first.ended).toBe(true)
  await until(() => app.runtime.live.size()).toBe(10)
})

test('a server that ends takes its streams with it, and leaves the events to the next one', async () => {
  const other = await systemServer(app.runtime, systemRegistry())
  const there = await eventStream(await other.listen({ port: 0, host: '127.0.0.1' }), await app.headersOf('ketoan'))
  await other.close()
  await until(() => there.ended).toBe(true)
  const stream = await eventStream(address, await app.headersOf('ketoan'))
  streams.push(stream)
  await announce({ topic: NEWS })
  await until(() => stream.topics).toContain(NEWS.name)
})

test('what was hinted at goes out before a server has ended: whoever ends it closes its connections next', async () => {
  const heard: (string | undefined)[] = []
  const client = new pg.Client({ connectionString: app.runtime.database.connectionString })
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.connect()
  await client.query('listen buutram_live')
  const other = await systemServer(app.runtime, systemRegistry())
  app.runtime.live.hint({ name: 'test.hinted' })
  await other.close()
  // A notification stands before the answer of what is asked after it.
  await client.query('select 1')
  expect(heard).toEqual(['{"t":"test.hinted"}'])
  app.runtime.live.hint({ name: 'test.last' })
  await app.runtime.live.close()
  await client.query('select 1')
  expect(heard).toEqual(['{"t":"test.hinted"}', '{"t":"test.last"}'])
  await client.end()
})

test('ends when the process ends, and no new one is taken', async () => {
  const stream = await open('ketoan')
  await app.runtime.live.close()
  await until(() => stream.ended).toBe(true)
  expect((await fetch(`${address}/api/live/v1/events`, { headers: await app.headersOf('ketoan') })).status).toBe(503)
})
