/** What the reports of incidents say of late ones, of those that came back, of what is open and of partners. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { send } from '../../../../test/app.ts'
import { type IncidentWorld, incidentWorld, MAKER, qr, START } from '../../../../test/incidents.ts'
import type { Cause } from '../contract/incident.ts'
import { incidentPartnerReport } from '../contract/partner-report.ts'
import { incidentTeamReport } from '../contract/team-report.ts'

let world: IncidentWorld
beforeAll(async () => {
  world = await incidentWorld()
})
afterAll(() => world?.close())

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
async function read<C extends typeof incidentTeamReport | typeof incidentPartnerReport>(contract: C, filter: object = {}, as = MAKER) {
  const input = { searchSdi: { ...NOVEMBER, ...filter }, pageInfo: { currentPage: 1, pageSize: 50 as const } }
  const { data, message } = await send(world.cash, contract, input as RawInputOf<C>, { headers: { authorization: `Bearer ${as}` } })
  if (!data) throw new Error(message)
  return data
}
const wait = async (id: string) => {
  const asked = { ...(await world.ref(id)), partnerId: world.channel.partnerId, note: 'Tra soát' }
  expect(await world.call(qr.wait, asked)).toMatchObject({ status: 200 })
}
const resolve = async (id: string, cause: Cause) =>
  expect(await world.call(qr.resolve, { ...(await world.ref(id)), cause, resolution: 'Xong', via: 'PHONE' })).toMatchObject({ status: 200 })

test('teams: late ones by cause, what came back, and what is open by age and by money that counts once', async () => {
  // Of ours and late; of a partner's, in time, and reported to us again; of the customer's, in time.
  const late = await world.inWork()
  const back = await world.inWork()
  const fine = await world.inWork()
  world.clock.advance(30 * 60_000)
  await resolve(back.id, 'PARTNER')
  await resolve(fine.id, 'CUSTOMER')
  world.at('2026-11-24T09:00')
  await resolve(late.id, 'OURS')
  expect(await world.call(qr.message, { id: back.id, from: 'REPORTER', content: 'Vẫn chưa nhận được' })).toMatchObject({ status: 200 })
  // Two about one payment, of four days ago at the time of reading, and one of today; nobody has taken the last one.
  const { code } = await world.paid('80000')
  await world.opened(code)
  await world.opened(code, {}, 'OTHER')
  world.at('2026-11-28T10:00')
  await world.opened((await world.paid('20000')).code)
  const { result, totals } = await read(incidentTeamReport)
  const team = result.find(({ teamId }) => teamId !== null)
  expect(team).toMatchObject({
    received: 3,
    resolved: 2,
    reopened: 1,
    reopenRate: 33,
    overdue: 2,
    lateOurs: 1,
    latePartner: 1,
    lateCustomer: 0,
    lateUnknown: 0,
  })
  expect(team).toMatchObject({ open: 1, openDay: 0, openThreeDays: 0, openWeek: 0, openOlder: 1, openAmount: '150000.00' })
  const nobody = result.find(({ teamId }) => teamId === null)
  expect(nobody).toMatchObject({ received: 3, reopenRate: null, overdue: 2, lateUnknown: 2 })
  expect(nobody).toMatchObject({ open: 3, openDay: 1, openThreeDays: 0, openWeek: 2, openOlder: 0, openAmount: '100000.00' })
  expect(totals).toMatchObject({ received: 6, open: 4, openAmount: '250000.00', reopenRate: null })
  // Of a later period nothing was received, and what is open is there all the same.
  world.at('2026-12-07T10:00')
  const december = (await read(incidentTeamReport, { from: '2026-12-01', to: '2026-12-31' })).totals
  expect(december).toMatchObject({ received: 0, resolved: 0, reopened: 0, overdue: 0, open: 4, openOlder: 4, openAmount: '250000.00' })
  world.clock.set(START)
})

test('partners: answered in time, late, ended by the reporter and waited for now, in working hours', async () => {
  await world.app.runtime.database.owner.query("update incident.incident set status = 'CLOSED', ended_at = now(), due_at = null")
  world.at('2026-11-09T09:00')
  const [quick, slow, told, lost] = [await world.inWork(), await world.inWork(), await world.inWork(), await world.inWork()]
  for (const { id } of [quick, slow, told, lost]) await wait(id)
  world.at('2026-11-09T10:30')
  // One that says nothing of anybody: it is merged while it waits.
  const gone = await world.inWork()
  await wait(gone.id)
  expect(await world.call(qr.merge, { ...(await world.ref(gone.id)), intoCode: (await world.found(slow.id)).code, reason: 'Trùng' })).toMatchObject({
    status: 200,
  })
  expect(await world.call(qr.message, { id: quick.id, from: 'PARTNER', content: 'Đã ghi có' })).toMatchObject({ status: 200 })
  expect(await world.call(qr.message, { id: told.id, from: 'REPORTER', content: 'Đã nhận được rồi' })).toMatchObject({ status: 200 })
  await resolve(quick.id, 'CUSTOMER')
  await resolve(told.id, 'CUSTOMER')
  // Past the four working days of a partner; then past ours.
  world.at('2026-11-13T10:30')
  expect(await world.call(qr.resume, { ...(await world.ref(slow.id)), note: 'Đối tác đã trả lời' })).toMatchObject({ status: 200 })
  world.at('2026-11-17T09:00')
  await resolve(slow.id, 'PARTNER')
  const { result, totals } = await read(incidentPartnerReport)
  const expected = { asked: 4, answered: 2, inTime: 1, late: 1, unanswered: 1, median: 18, longest: 34, open: 1, openLate: 1 }
  expect(result).toMatchObject([{ partnerId: world.channel.partnerId, ...expected }])
  // The first answer of the one that is still waited for is late as well, and nobody has said why.
  expect(totals).toMatchObject({ overdue: 2, lateOurs: 0, latePartner: 1, lateCustomer: 0, lateUnknown: 1 })
  const later = await read(incidentPartnerReport, { from: '2026-11-14' })
  expect(later.result).toMatchObject([{ asked: 0, answered: 0, median: null, open: 1, overdue: 0 }])
  expect((await read(incidentPartnerReport, { partnerId: '999999' })).result).toEqual([])
  world.clock.set(START)
})

test('both reports are of the unit that is asked for', async () => {
  const all = (await read(incidentTeamReport)).totals.received ?? 0
  expect(all).toBeGreaterThan(0)
  const unit = await world.app.runtime.db.selectFrom('incident.incident').select('province_unit_id as id').executeTakeFirstOrThrow()
  const other = await world.app.runtime.db
    .selectFrom('organisation.unit_directory')
    .select('id')
    .where('level', '=', 'PROVINCE')
    .where('id', '<>', unit.id as string)
    .executeTakeFirstOrThrow()
  for (const contract of [incidentTeamReport, incidentPartnerReport]) {
    expect((await read(contract, { unitId: unit.id })).result.length).toBeGreaterThan(0)
    expect((await read(contract, { unitId: other.id })).result).toEqual([])
  }
})
