import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { forgetReplies } from './cleaning.ts'
import { claimKeys, requestHash, storeReplies } from './idempotency.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const claim = (key: string, body = 'a', client = 'partner:P1') => ({ client, key, hash: requestHash('POST', '/x', Buffer.from(body)) })
const inTx = <T>(work: Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]) => database.db.transaction().execute(work) as Promise<T>

it('claims many keys at once, each on its own merits', async () => {
  await inTx(async (tx) => {
    await claimKeys(tx, [claim('done-1')])
    await storeReplies(tx, [{ ...claim('done-1'), status: 200, reply: { n: 1 } }])
  })
  const outcomes = await inTx((tx) =>
    claimKeys(tx, [claim('done-1'), claim('done-1', 'b'), claim('new-1'), claim('new-1'), claim('done-1', 'a', 'partner:P2')]),
  )
  expect(outcomes).toEqual([{ kind: 'stored', status: 200, reply: { n: 1 } }, { kind: 'other-body' }, { kind: 'new' }, { kind: 'in-flight' }, { kind: 'new' }])
  expect(await inTx((tx) => claimKeys(tx, []))).toEqual([])
})

it('does not wait for another transaction that holds the key, and is free when that fails', async () => {
  const failing = inTx(async (tx) => {
    expect(await claimKeys(tx, [claim('held-1')])).toEqual([{ kind: 'new' }])
    expect(await inTx((other) => claimKeys(other, [claim('held-1')]))).toEqual([{ kind: 'in-flight' }])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await inTx((tx) => claimKeys(tx, [claim('held-1')]))).toEqual([{ kind: 'new' }])
})

it('tells bodies, paths and methods apart', () => {
  const hashes = [
    requestHash('POST', '/x', Buffer.from('a')),
    requestHash('POST', '/x', Buffer.from('b')),
    requestHash('PUT', '/x', Buffer.from('a')),
    requestHash('POST', '/y', Buffer.from('a')),
  ]
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
})

it('forgets replies only after their time', async () => {
  await inTx((tx) =>
    storeReplies(
      tx,
      ['old-1', 'new-2'].map((key) => ({ ...claim(key), status: 200, reply: null })),
    ),
  )
  await database.pool.query(`update platform.idempotency_key set created_at = now() - interval '31 days' where key = 'old-1'`)
  expect(await forgetReplies(database.db)).toBe(1)
  expect(await inTx((tx) => claimKeys(tx, [claim('old-1'), claim('new-2')]))).toMatchObject([{ kind: 'new' }, { kind: 'stored' }])
})
