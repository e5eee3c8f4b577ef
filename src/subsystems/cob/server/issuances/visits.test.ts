import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, isoLocal } from '#kernel/dates.ts'
import { FileInfo, uploadFile } from '#kernel/files.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { type IssuanceWorld, issuanceWorld } from '../../../../../test/issuances.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { sendUpload } from '../../../../../test/workbooks.ts'
import { assignIssuanceLines, findIssuanceLine, noticesOf, printNotices } from '../../contract/issuances/lines.ts'
import { cancelIssuance, closeIssuance, findIssuance, listIssuances } from '../../contract/issuances/lots.ts'
import { ATTEMPT_FILES } from '../../contract/issuances/words.ts'
import { expireLines, settleLines } from './jobs.ts'

let world: IssuanceWorld
let electricity: string
beforeAll(async () => {
  world = await issuanceWorld()
  electricity = await world.customer('EVN')
})
afterAll(() => world?.close())

const item = async (code: string) => {
  const { rows } = await sql<Record<string, string>>`
    select i.delivery_state as delivery, i.money_state as money, i.cod_amount::text as amount, i.receiver_name as receiver, i.sender_name as sender, k.code as customer, p.code as partner
      from cob.item i join organisation.partner p on p.id = i.partner_id left join cob.key_account k on k.id = i.key_account_id where i.code = ${code}`.execute(
    world.runtime.db,
  )
  return rows[0]
}

/** What a postman and a customer have in the ledger, and what the positions of the postman come to. */
const books = async (customerId: string) => {
  const { rows } = await sql<{ held: string; owed: string; debt: string }>`
    select a.balance::text as held, p.balance::text as owed, coalesce((select sum(amount) from cob.position where courier_id = c.id), 0)::text as debt
      from cob.courier c join ledger.account a on a.id = c.account_id, cob.key_account k join ledger.account p on p.id = k.account_id
     where c.id = ${world.courier} and k.id = ${customerId}`.execute(world.runtime.db)
  return rows[0] as { held: string; owed: string; debt: string }
}

describe('an issued line', () => {
  it('is an item of its customer, to be delivered by its office', async () => {
    const given = world.line({ amount: '250000' })
    const lot = await world.issued(electricity, [given])
    const line = await world.lineAt(lot)
    expect(line).toMatchObject({ status: 'ISSUED', moneyState: 'NONE', code: `${(await world.detail(lot)).code}-0001` })
    expect(await item(line.code)).toEqual({
      ...{ delivery: 'ACCEPTED', money: 'NONE', amount: '250000.00', receiver: given.payerName, sender: 'Khách hàng EVN', customer: 'EVN', partner: 'PORTAL' },
    })
  })

  it('goes to a postman of its office, and to no other; several go at once, each answered by itself', async () => {
    const lot = await world.issued(electricity, [world.line(), world.line({ office: world.otherOffice.code })])
    expect(await world.assign(lot, 0, world.otherCourier)).toMatchObject({ status: 422, code: 'COB-311' })
    const rows = (await world.linesOf(lot)).map(({ id, version }) => ({ id, version }))
    const reply = await world.call(assignIssuanceLines, { rows, courierId: world.courier }, world.maker)
    expect(reply.data?.results.map(({ code }) => code)).toEqual([null, 'COB-311'])
    expect((await world.linesOf(lot)).map(({ status, courierCode }) => [status, courierCode])).toEqual([
      ['ASSIGNED', 'BT-NT1'],
      ['ISSUED', null],
    ])
    expect((await item((await world.lineAt(lot)).code))?.delivery).toBe('OUT_FOR_DELIVERY')
    await world.runtime.database.owner.query("update cob.courier set status = 'LOCKED' where id = $1", [world.otherCourier])
    expect(await world.assign(lot, 1, world.otherCourier)).toMatchObject({ status: 422, code: 'COB-312' })
    await world.runtime.database.owner.query("update cob.courier set status = 'ACTIVE' where id = $1", [world.otherCourier])
  })

  it('that is collected is on the debt of its postman and in the ledger, once', async () => {
    const school = await world.customer('TRUONG')
    const lot = await world.issued(school, [world.line({ amount: '1200000' })])
    expect(await world.visit(lot, 'COLLECTED')).toMatchObject({ status: 409, code: 'COB-313' })
    await world.assign(lot)
    const before = await books(school)
    expect(await world.visit(lot, 'COLLECTED')).toMatchObject({ status: 200 })
    const after = await books(school)
    expect(Number(after.held) - Number(before.held)).toBe(1_200_000)
    expect(after.debt).toBe(after.held)
    expect(after.owed).toBe('1200000.00')
    const line = await world.lineAt(lot)
    expect(line).toMatchObject({ status: 'COLLECTED', moneyState: 'COLLECTED', attempts: 1 })
    expect(await item(line.code)).toMatchObject({ delivery: 'DELIVERED', money: 'COLLECTED' })
    expect(await world.visit(lot, 'COLLECTED')).toMatchObject({ status: 409, code: 'COB-310' })
    expect(await world.assign(lot)).toMatchObject({ status: 409, code: 'COB-310' })
    expect(await books(school)).toEqual(after)
    expect(await verifyLedger(world.runtime.db)).toEqual([])
    const { data } = await world.list(listIssuances, { filter: { keyAccountId: school } }, world.maker)
    expect(data?.result[0]).toMatchObject({ collectedLines: 1, collected: '1200000.00', openLines: 0 })
  })

  it('is visited several times, each with its result, note and photo; after a visit in vain it is given out again', async () => {
    const lot = await world.issued(electricity, [world.line()])
    await world.assign(lot)
    expect(await world.visit(lot, 'POSTPONED', { note: 'Hẹn thứ Hai' })).toMatchObject({ status: 200 })
    const sent = await sendUpload<{ uuid: string }>(
      world.app,
      uploadFile.path,
      { name: 'cửa đóng.png', content: PNG },
      await world.headersOf('ketoan', 'PP_COB'),
      { kind: ATTEMPT_FILES },
    )
    const photo = FileInfo.parse(sent.data)
    expect(await world.visit(lot, 'NOT_FOUND', { attachments: [photo.uuid] })).toMatchObject({ status: 200 })
    const line = await world.lineAt(lot)
    expect([line.status, (await item(line.code))?.delivery]).toEqual(['NOT_FOUND', 'FAILED_DELIVERY'])
    expect(await world.visit(lot, 'COLLECTED')).toMatchObject({ status: 409, code: 'SYS-410' })
    await world.assign(lot)
    expect(await world.visit(lot, 'REFUSED', { note: 'Không nợ' })).toMatchObject({ status: 200 })
    const { data } = await world.call(findIssuanceLine, { id: line.id }, world.maker)
    expect(data?.visits.map(({ result, note, files }) => [result, note, files.map(({ name }) => name)]).toSorted()).toEqual([
      ['NOT_FOUND', '', ['cửa đóng.png']],
      ['POSTPONED', 'Hẹn thứ Hai', []],
      ['REFUSED', 'Không nợ', []],
    ])
    expect(data).toMatchObject({ status: 'REFUSED', attempts: 3 })
  })

  it('is not visited before it was issued, nor tomorrow', async () => {
    const lot = await world.issued(electricity, [world.line()])
    await world.assign(lot)
    expect(await world.visit(lot, 'REFUSED', { on: addDays(world.today(), 1) })).toMatchObject({ status: 422, code: 'COB-314' })
    expect(await world.visit(lot, 'REFUSED', { on: addDays(world.today(), -1) })).toMatchObject({ status: 422, code: 'COB-314' })
  })
})

describe('the end of a lot', () => {
  it('comes when nobody is to be visited any more; before, it says how many are left', async () => {
    const lot = await world.issued(electricity, [world.line(), world.line()])
    await world.assign(lot)
    await world.visit(lot, 'REFUSED')
    const step = async (contract: typeof closeIssuance) =>
      world.call(contract, { id: lot, version: (await world.detail(lot)).version, reason: 'Xong' }, world.maker)
    expect(await step(closeIssuance)).toMatchObject({ status: 409, code: 'COB-316' })
    await world.assign(lot, 1)
    await world.visit(lot, 'COLLECTED', {}, 1)
    expect(await step(cancelIssuance)).toMatchObject({ status: 409, code: 'COB-317' })
    expect(await step(closeIssuance)).toMatchObject({ status: 200 })
    const [refused, collected] = await world.linesOf(lot)
    expect([refused?.status, refused?.moneyState, collected?.status]).toEqual(['REFUSED', 'WAIVED', 'COLLECTED'])
    expect(await world.assign(lot)).toMatchObject({ status: 409, code: 'COB-323' })
  })

  it('cancels what was issued and not collected', async () => {
    const lot = await world.issued(electricity, [world.line({ reference: 'LAI' })])
    const { version } = await world.detail(lot)
    expect(await world.call(cancelIssuance, { id: lot, version, reason: 'Khách rút' }, world.maker)).toMatchObject({ status: 200 })
    const line = await world.lineAt(lot)
    expect([line.status, line.moneyState]).toEqual(['CANCELLED', 'WAIVED'])
    // The reference is free again.
    expect(await world.create(electricity, [world.line({ reference: 'LAI' })])).toMatchObject({ status: 200 })
  })

  it('gives notices of what is to be collected', async () => {
    const lot = await world.issued(electricity, [world.line(), world.line(), world.line()])
    const { data } = await world.call(noticesOf, { searchSdi: { issuanceId: lot } }, world.maker)
    expect(data?.ids).toHaveLength(3)
    const headers = { ...(await world.headersOf('ketoan', 'PP_COB')), 'accept-language': 'vi' }
    const response = await world.app.inject({ method: 'GET', url: `/api${printNotices.path}`, query: { ids: (data?.ids ?? []).join(',') }, headers })
    expect([response.statusCode, response.headers['content-type'], response.rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(await world.call(noticesOf, { searchSdi: { issuanceId: lot, status: ['COLLECTED'] } }, world.maker)).toMatchObject({ status: 422, code: 'COB-320' })
  })
})

describe('who sees it', () => {
  it('an office sees its own lines and not the lot of the unit above; another office sees neither', async () => {
    const lot = await world.issued(electricity, [world.line(), world.line({ office: world.otherOffice.code })])
    const own = await world.linesOf(lot, world.office.account)
    expect(own.map(({ code }) => code.slice(-4))).toEqual(['0001'])
    const { id } = await world.lineAt(lot, 1)
    expect(await world.call(findIssuanceLine, { id }, { as: world.office.account, clientId: 'PP_COB' })).toMatchObject({ status: 404 })
    expect(await world.call(findIssuance, { id: lot }, { as: world.office.account, clientId: 'PP_COB' })).toMatchObject({ status: 404 })
  })
})

describe('by itself', () => {
  it('a line is settled when its item is paid out', async () => {
    const lot = await world.issued(electricity, [world.line()])
    await world.assign(lot)
    await world.visit(lot, 'COLLECTED')
    const { code } = await world.lineAt(lot)
    await world.runtime.database.owner.query("update cob.item set money_state = 'PAID_OUT', paid_out_at = now() where code = $1", [code])
    await world.runtime.db.transaction().execute((tx) => enqueue(tx, settleLines, {}))
    await runJobs(world)
    expect((await world.lineAt(lot)).status).toBe('SETTLED')
  })

  it('a line ends after its due day; what was collected by then and is told later still counts', async () => {
    // Of its own: sessions do not last until tomorrow, so that somebody signs in then.
    const later = await issuanceWorld()
    const { account } = later.office
    const lot = await later.issued(await later.customer('NUOC'), [later.line({ dueOn: later.today() }), later.line({ dueOn: later.today() }), later.line()])
    await later.assign(lot)
    const before = { on: later.today(), time: isoLocal(later.clock.now()).slice(11, 16) }
    later.clock.advance(24 * 3_600_000)
    expect(await later.visit(lot, 'COLLECTED', {}, 0, account)).toMatchObject({ status: 409, code: 'COB-315' })
    await later.runtime.db.transaction().execute((tx) => enqueue(tx, expireLines, {}))
    await runJobs(later)
    expect((await later.linesOf(lot, account)).map(({ status, moneyState }) => [status, moneyState])).toEqual([
      ['EXPIRED', 'WAIVED'],
      ['EXPIRED', 'WAIVED'],
      ['ISSUED', 'NONE'],
    ])
    expect(await later.visit(lot, 'COLLECTED', before, 1, account)).toMatchObject({ status: 409, code: 'COB-313' })
    expect(await later.visit(lot, 'COLLECTED', before, 0, account)).toMatchObject({ status: 200 })
    expect(await later.lineAt(lot, 0, account)).toMatchObject({ status: 'COLLECTED', moneyState: 'COLLECTED' })
    await later.close()
  })
})

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
