/** How long incidents may take: clocks, what pauses and moves them, reminders. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import type { Contract } from '#kernel/contract.ts'
import { send } from '../../../../test/app.ts'
import { type IncidentWorld, incidentWorld, qr, START } from '../../../../test/incidents.ts'
import { createCategory } from '../contract/categories.ts'

let world: IncidentWorld
beforeAll(async () => {
  world = await incidentWorld()
})
afterAll(() => world?.close())

test('waiting for a partner pauses our clock and runs theirs; what comes from outside ends it', async () => {
  const { id } = await world.inWork()
  world.at('2026-11-19T11:00')
  const wait = { ...(await world.ref(id)), partnerId: world.channel.partnerId, partnerCase: 'VCB-1', note: 'Tra soát lệnh chuyển' }
  expect(await world.call(qr.wait, { ...wait, partnerId: '999999' })).toMatchObject({ status: 422, errors: [{ code: 'INC-008' }] })
  expect((await world.call(qr.wait, wait)).status).toBe(200)
  world.at('2026-11-20T11:00')
  const waiting = await world.found(id)
  expect(waiting).toMatchObject({ status: 'WAITING_PARTNER', partnerCase: 'VCB-1' })
  expect(waiting.clocks).toMatchObject([
    { kind: 'FIRST_RESPONSE' },
    { kind: 'RESOLUTION', state: 'PAUSED', dueAt: null, used: 120 },
    { kind: 'PARTNER', state: 'RUNNING', used: 480 },
  ])
  expect((await world.call(qr.message, { id, from: 'PARTNER', content: 'Đã ghi có', partnerCase: 'VCB-2' })).status).toBe(200)
  const back = await world.found(id)
  expect(back).toMatchObject({ status: 'IN_PROGRESS', partnerCase: 'VCB-2' })
  expect(back.clocks.find(({ kind }) => kind === 'RESOLUTION')).toMatchObject({ state: 'RUNNING', used: 120 })
  expect(back.clocks.find(({ kind }) => kind === 'PARTNER')).toMatchObject({ state: 'MET', used: 480 })
  world.clock.set(START)
})

test('a category has its own time and its own tier, once a code', async () => {
  const admin = (contract: Contract, input: object) => send(world.cash, contract, input as never, { headers: { authorization: 'Bearer admin' } })
  const flags = { needsRecord: true, needsEvidence: false, twoPeople: false, secondTier: true }
  const form = { code: 'LOST_PAPER', name: 'Mất giấy tờ', nameEn: 'Lost papers', priority: 'LOW', resolutionHours: 3, position: 20, ...flags }
  expect(await admin(createCategory, form)).toMatchObject({ status: 200 })
  expect(await admin(createCategory, form)).toMatchObject({ status: 409, code: 'INC-025' })
  expect(await admin(createCategory, { ...form, code: 'TOO_LONG', resolutionHours: 241 })).toMatchObject({ status: 422 })
  const { data } = await world.opened((await world.paid()).code, {}, 'LOST_PAPER')
  const id = data?.id as string
  expect(await world.found(id)).toMatchObject({
    priority: 'LOW',
    clocks: expect.arrayContaining([expect.objectContaining({ kind: 'RESOLUTION', allowed: 180 })]),
  })
  await world.call(qr.start, await world.ref(id))
  const asked = await world.call(qr.propose, { ...(await world.ref(id)), action: 'NONE', cause: 'OURS', resolution: 'Đã giải thích' })
  const request = await world.app.runtime.db
    .selectFrom('approvals.request')
    .select('tier')
    .where('id', '=', asked.data?.requestId as string)
    .executeTakeFirst()
  expect(request).toEqual({ tier: 2 })
})

test('reminds at half, at 80 per cent and when it is late, in working hours alone', async () => {
  const { id } = await world.inWork()
  const told = async () => (await world.call(listNotifications, {})).data?.items.filter(({ link }) => link?.endsWith(`/${id}`)).length ?? 0
  const before = await told()
  world.at('2026-11-19T10:00')
  await world.watch()
  expect(await told()).toBe(before + 1)
  await world.watch()
  expect(await told()).toBe(before + 1)
  world.at('2026-11-19T20:00')
  await world.watch()
  expect(await told()).toBe(before + 1)
  world.at('2026-11-20T08:00')
  await world.watch()
  const one = await world.found(id)
  expect(one).toMatchObject({
    late: true,
    clocks: [
      { kind: 'FIRST_RESPONSE', state: 'BREACHED' },
      { kind: 'RESOLUTION', state: 'RUNNING' },
    ],
  })
  expect(one.timeline.at(-1)).toMatchObject({ kind: 'LATE' })
  world.clock.set(START)
})

test('a new holiday moves the due times of what runs, and the timeline tells it', async () => {
  const { id } = await world.inWork()
  expect((await world.found(id)).clocks[1]).toMatchObject({ dueAt: '2026-11-20T09:00:00.000+07:00' })
  await world.app.runtime.database.owner.query(`insert into masterdata.global_list_entry (list_id, key, value, value_en, description, position)
    select id, '2026-11-20', 'Ngày nghỉ', 'Day off', '', 99 from masterdata.global_list where code = 'PUBLIC_HOLIDAY'`)
  await world.watch()
  const one = await world.found(id)
  expect(one.clocks[1]).toMatchObject({ dueAt: '2026-11-23T09:00:00.000+07:00' })
  await world.app.runtime.database.owner.query("delete from masterdata.global_list_entry where key = '2026-11-20'")
  await world.watch()
  expect((await world.found(id)).clocks[1]).toMatchObject({ dueAt: '2026-11-20T09:00:00.000+07:00' })
})

test('another priority moves the due times from what was used', async () => {
  const { id } = await world.inWork()
  world.at('2026-11-19T11:30')
  expect((await world.call(qr.setPriority, { ...(await world.ref(id)), priority: 'URGENT', reason: 'Khách hàng ưu tiên' })).status).toBe(200)
  expect(await world.found(id)).toMatchObject({
    priority: 'URGENT',
    late: true,
    clocks: [{ state: 'BREACHED', dueAt: '2026-11-19T10:00:00.000+07:00' }, { dueAt: '2026-11-19T14:00:00.000+07:00' }],
  })
  world.clock.set(START)
})

test('that somebody works on is left alone by the reminders until they are done', async () => {
  const { id } = await world.inWork()
  world.at('2026-12-01T10:00')
  const other = await world.app.runtime.database.owner.connect()
  await other.query('begin')
  try {
    await other.query('select from incident.incident where id = $1 for update', [id])
    await world.watch()
    expect((await world.found(id)).timeline.map(({ kind }) => kind)).not.toContain('LATE')
  } finally {
    await other.query('rollback')
    other.release()
  }
  await world.watch()
  expect((await world.found(id)).timeline.map(({ kind }) => kind)).toContain('LATE')
  world.clock.set(START)
})

test('reopens within its days: by hand, or by what comes from outside', async () => {
  const { id } = await world.inWork()
  world.at('2026-11-19T10:00')
  await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'CUSTOMER', resolution: 'Xong', via: 'PHONE' })
  world.at('2026-11-26T09:00')
  expect((await world.call(qr.message, { id, from: 'REPORTER', content: 'Vẫn chưa nhận được' })).status).toBe(200)
  const again = await world.found(id)
  expect(again).toMatchObject({ status: 'REOPENED', reopened: 1, dueAt: '2026-11-26T17:00:00.000+07:00' })
  expect(again.clocks[1]?.intervals).toHaveLength(2)
  await world.call(qr.start, await world.ref(id))
  await world.call(qr.reject, { ...(await world.ref(id)), reason: 'Đã trả lời' })
  world.at('2026-12-20T09:00')
  expect(await world.call(qr.reopen, { ...(await world.ref(id)), reason: 'Xem lại' })).toMatchObject({ status: 409, code: 'INC-015' })
  expect((await world.call(qr.message, { id, from: 'REPORTER', content: 'Quá lâu rồi' })).status).toBe(200)
  const late = await world.found(id)
  expect(late).toMatchObject({ status: 'REJECTED', reopened: 1 })
  expect(late.timeline.filter(({ kind }) => kind === 'MESSAGE').map(({ text }) => text)).toContain('Quá lâu rồi')
  world.clock.set(START)
})
