import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Language } from '#kernel/language.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { countUnread, listNotifications, NOTIFICATIONS_A_PAGE, readNotifications } from '../contract/notifications.ts'
import { notificationKinds } from './kind.ts'
import { defineNotification, notify } from './public.ts'

let world: RefundWorld
beforeAll(async () => {
  world = await refundWorld()
})
afterAll(() => world?.close())

const fileReady = defineNotification({ name: 'TEST_FILE_READY', text: { vi: 'Đã có {name}', en: '{name} is there' } })

const of = async (account: string, input: { before?: string; unread?: 'true' } = {}, language: Language = 'vi') =>
  (await world.call(listNotifications, input, { as: account, language })).data
const unread = async (account: string) => (await world.call(countUnread, {}, { as: account })).data?.count
const idOf = async (account: string) =>
  (await world.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id

test('who may decide a request is told that it waits, and its maker what became of it', async () => {
  const id = await world.pay({ amount: '90000' })
  const request = await world.asked(id, '1000')
  const [waiting] = (await of('kiemsoat'))?.items ?? []
  expect(waiting).toMatchObject({ read: false, link: null, about: { type: 'approvals.request', id: request } })
  expect(waiting?.text).toMatch(/^\S.* đề nghị bạn duyệt: Hoàn tiền giao dịch QR · \S+ · 1\.000 đồng$/)
  expect((await of('kiemsoat', {}, 'en'))?.items[0]?.text).toMatch(/^\S.* requested your approval: QR transaction refund · \S+ · VND 1,000$/)
  // Neither the maker, nor who lacks the right, nor who has it elsewhere.
  for (const account of ['ketoan', 'giaodichvien', 'tinh01', 'doitac']) expect((await of(account))?.items, account).toEqual([])
  await world.decide(request, 'REJECT')
  expect((await of('ketoan'))?.items).toMatchObject([
    { text: expect.stringMatching(/đã từ chối yêu cầu của bạn: Hoàn tiền giao dịch QR .*\. Lý do: Thiếu chứng từ$/) },
  ])
  await world.decide(await world.asked(id, '1000'))
  expect((await of('ketoan'))?.items[0]).toMatchObject({ text: expect.stringContaining('đã duyệt') })
})

test('a request taken back tells nobody; one that is refused leaves nothing behind', async () => {
  const id = await world.pay({ amount: '90000' })
  const before = await unread('ketoan')
  await world.withdraw(await world.asked(id, '1000'))
  expect(await unread('ketoan')).toBe(before)
  const checker = await unread('kiemsoat')
  expect((await world.ask(id, '999999999')).status).not.toBe(200)
  expect(await unread('kiemsoat')).toBe(checker)
})

test('a bell clears itself: when somebody decides, when the maker takes it back, and when one opens the request', async () => {
  const id = await world.pay({ amount: '90000' })
  await world.call(readNotifications, {}, { as: 'kiemsoat' })
  await world.call(readNotifications, {}, { as: 'admin' })
  const request = await world.asked(id, '1000')
  expect(await unread('kiemsoat')).toBe(1)
  expect(await unread('admin')).toBe(1)
  // Of an opened one, the reader's alone.
  await world.call(readNotifications, { about: { type: 'approvals.request', id: request } }, { as: 'kiemsoat' })
  expect(await unread('kiemsoat')).toBe(0)
  expect(await unread('admin')).toBe(1)
  await world.decide(request)
  expect(await unread('admin')).toBe(0)
  expect((await of('admin'))?.items[0]).toMatchObject({ read: true, about: { id: request } })
  const other = await world.asked(id, '1000')
  expect(await unread('admin')).toBe(1)
  await world.withdraw(other)
  expect(await unread('admin')).toBe(0)
  // A refusal changes nothing: what waits still waits.
  const third = await world.asked(id, '1000')
  expect((await world.decide(third, 'APPROVE', {}, 7)).status).toBe(409)
  expect(await unread('admin')).toBe(1)
  await world.withdraw(third)
})

test('everybody reads and marks their own only', async () => {
  await world.asked(await world.pay({ amount: '90000' }), '1000')
  const [mine] = (await of('kiemsoat'))?.items ?? []
  const before = await unread('kiemsoat')
  expect((await world.call(readNotifications, { ids: [mine?.id ?? ''] }, { as: 'ketoan' })).data).toEqual({ count: 0 })
  expect(await unread('kiemsoat')).toBe(before)
  expect((await world.call(readNotifications, { ids: [mine?.id ?? ''] }, { as: 'kiemsoat' })).data).toEqual({ count: 1 })
  expect(await unread('kiemsoat')).toBe((before ?? 0) - 1)
  expect((await of('kiemsoat', { unread: 'true' }))?.items.map(({ id }) => id)).not.toContain(mine?.id)
  await world.call(readNotifications, {}, { as: 'kiemsoat' })
  expect(await unread('kiemsoat')).toBe(0)
  expect((await world.call(listNotifications, {})).status).toBe(401)
})

test('comes page by page, and goes away with its transaction', async () => {
  const userIds = [await idOf('tinh01'), await idOf('tinh01')]
  const send = (name: string) => world.runtime.db.transaction().execute((tx) => notify(tx, { userIds, kind: fileReady, params: { name } }))
  for (let count = 0; count <= NOTIFICATIONS_A_PAGE; count++) await send(`file ${count}`)
  const first = await of('tinh01')
  expect(first).toMatchObject({ more: true, items: { length: NOTIFICATIONS_A_PAGE } })
  expect(await of('tinh01', { before: first?.items.at(-1)?.id ?? '' })).toMatchObject({ more: false, items: [{ text: 'Đã có file 0' }] })
  await expect(
    world.runtime.db.transaction().execute(async (tx) => {
      await notify(tx, { userIds, kind: fileReady, params: { name: 'rolled back' } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect((await of('tinh01'))?.items[0]?.text).toBe(`Đã có file ${NOTIFICATIONS_A_PAGE}`)
})

test('a kind that this release does not know shows nowhere', async () => {
  const userId = await idOf('tinh01')
  const before = await unread('tinh01')
  await world.runtime.db.insertInto('notifications.notification').values({ user_id: userId, kind: 'GONE' }).execute()
  expect(await unread('tinh01')).toBe(before)
  expect((await of('tinh01'))?.items[0]?.text).toBe(`Đã có file ${NOTIFICATIONS_A_PAGE}`)
})

test('every kind says the same places in both languages', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
  expect(notificationKinds.size).toBeGreaterThan(5)
  for (const { name, text } of notificationKinds.values()) expect(places(text.en), name).toEqual(places(text.vi))
})
