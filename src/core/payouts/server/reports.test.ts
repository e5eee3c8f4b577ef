/** What payers are told, against the lines themselves; and the days by which they are told it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { requestOf } from '../../../../test/app.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { sheetRows } from '../../../../test/workbooks.ts'
import { controlRules } from '../../../app/plugs/controls.ts'
import { listDuties, recordReport } from '../contract/duties.ts'
import { listProgrammes, updateProgramme } from '../contract/programmes.ts'
import { moneyLeftReport, paidReport, unpaidReport } from '../contract/reports.ts'

let world: PayoutWorld
let today: string
beforeAll(async () => {
  world = await payoutWorld()
  today = localDate(world.clock.now())
})
afterAll(() => world?.close())

const reader = { as: 'ketoan', clientId: 'PP_CFM' } as const
const page = { currentPage: 1, pageSize: 100 } as const
const take = async (
  contract: typeof paidReport | typeof unpaidReport | typeof moneyLeftReport,
  format: 'xlsx' | 'pdf',
  searchSdi: RawInputOf<typeof paidReport>['searchSdi'],
) => {
  const { payload, ...request } = requestOf(contract.export, { searchSdi, format })
  const headers = { ...(await world.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'vi' }
  return world.app.inject({ ...request, payload: payload as object, headers })
}

/** The lines of a list in a state, straight from the table. */
async function raw(listId: string, ...states: string[]) {
  const { rows } = await world.runtime.pool.query<{ code: string; amount: string; status: string }>(
    'select beneficiary_code as code, amount::text, status from payout.line where list_id = $1 and status = any($2) order by line_no',
    [listId, states],
  )
  return { people: rows.map(({ code }) => code), sum: rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n) }
}

describe('the reports to a payer', () => {
  it('say what is left of the money of a list once it has closed, by reason, and it is what came back to the payer', async () => {
    const programme = await world.programme('CARRY')
    const bank = (await world.runtime.pool.query("select bin from organisation.partner where kind = 'BANK' and bin is not null limit 1")).rows[0]
    const account = { method: 'ACCOUNT', bankBin: bank.bin, accountNumber: '0011001234', accountName: 'NGUYEN VAN A' }
    const id = await world.approved(programme, [world.person(100_000), world.person(200_000), world.person(400_000), world.person(800_000, account)])
    await world.pay(id, [0])
    const [, , third] = await world.lines(id)
    await world.runtime.database.owner.query("update payout.line set status = 'HELD', hold_reason = 'Chờ xác minh' where id = $1", [third?.id])
    const filter = { from: today, to: today, listId: id }
    const left = async () => {
      const { data } = await world.call(moneyLeftReport, { searchSdi: filter, pageInfo: page }, reader)
      return { totals: data?.totals, rows: data?.result.map(({ part, holdReason, amount, left: rest }) => [part, holdReason, amount, rest]) }
    }
    expect(await left()).toMatchObject({ totals: { lines: 4, amount: '1500000.00', paid: '100000.00', waiting: '1400000.00', left: '0.00' } })
    expect((await world.close_(id)).status).toBe(200)
    const { totals, rows } = await left()
    expect(rows).toEqual([
      ['CASH', '', '100000.00', '0.00'],
      ['HELD', 'Chờ xác minh', '400000.00', '400000.00'],
      ['NOT_FETCHED', '', '200000.00', '200000.00'],
      ['NOT_TRANSFERRED', '', '800000.00', '800000.00'],
    ])
    expect(totals).toMatchObject({ paid: '100000.00', carried: '1400000.00', returned: '0.00', left: '1400000.00' })
    expect((await world.detail(id)).returned).toBe(totals?.left)
    const paper = await take(moneyLeftReport, 'pdf', filter)
    expect(paper.statusCode).toBe(200)
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('are the lines of its lists: each is in one of the two, and both come to the total', async () => {
    const programme = await world.programme('CARRY')
    const people = Array.from({ length: 6 }, (_, n) => world.person(100_000 * (n + 1), n === 5 ? { pointCode: world.otherPoint.code } : {}))
    const id = await world.approved(programme, people)
    await world.pay(id, [0, 2])
    const filter = { from: addDays(today, -20), to: today, programmeId: programme.id }
    const paid = await world.call(paidReport, { searchSdi: filter, pageInfo: page }, reader)
    const unpaid = await world.call(unpaidReport, { searchSdi: filter, pageInfo: page }, reader)
    const of = (states: string[]) => raw(id, ...states)
    const [isPaid, isUnpaid] = [await of(['PAID']), await of(['UNPAID', 'HELD', 'CLAIMED', 'UNKNOWN'])]
    expect(paid.data?.result.map((row) => row.beneficiaryCode)).toEqual(isPaid.people)
    expect(unpaid.data?.result.map((row) => row.beneficiaryCode)).toEqual(isUnpaid.people)
    expect([parseMoney(paid.data?.totals.amount ?? ''), parseMoney(unpaid.data?.totals.amount ?? '')]).toEqual([isPaid.sum, isUnpaid.sum])
    expect(isPaid.sum + isUnpaid.sum).toBe(parseMoney((await world.detail(id)).total))
    expect(paid.data?.result[0]).toMatchObject({ paidOn: today, unitName: world.point.name, identityNumber: expect.stringMatching(/^•{8}\d{4}$/) })
    expect(unpaid.data?.result.map(({ status }) => status)).toEqual(['UNPAID', 'UNPAID', 'UNPAID', 'UNPAID'])
    // Before its first payment nobody was paid, and before its approval nobody was owed.
    const before = { from: addDays(today, -20), to: addDays(today, -1), programmeId: programme.id }
    for (const report of [paidReport, unpaidReport]) expect((await world.call(report, { searchSdi: before, pageInfo: page }, reader)).data?.totalRecord).toBe(0)
    // A point reads its own lines.
    const own = await world.call(unpaidReport, { searchSdi: filter, pageInfo: page }, { as: world.teller, clientId: 'PP_CFM' })
    expect(own.data?.result.map(({ unitName }) => unitName)).toEqual([world.point.name, world.point.name, world.point.name])
  })

  it('say of what was carried over where it is paid next', async () => {
    const programme = await world.programme('CARRY')
    const id = await world.approved(programme, [world.person(100_000), world.person(200_000)], '10/2026')
    await world.pay(id, [0])
    await world.close_(id)
    const next = await world.approved(programme, [world.person(300_000)], '11/2026', { count: 1, total: '300000' })
    const { code } = await world.detail(next)
    const filter = { from: today, to: today, listId: id }
    const { data } = await world.call(unpaidReport, { searchSdi: filter, pageInfo: page }, reader)
    expect(data?.result).toMatchObject([{ status: 'CARRIED', amount: '200000.00', nextCode: code }])
  })

  it('come as a workbook and as paper to be signed', async () => {
    const programme = await world.programme('RETURN')
    const id = await world.approved(programme, [world.person(100_000), world.person(250_000)])
    await world.pay(id, [1])
    const filter = { from: today, to: today, listId: id }
    const { code } = await world.detail(id)
    const sheet = sheetRows((await take(paidReport, 'xlsx', filter)).rawPayload).flat()
    expect(sheet).toEqual(expect.arrayContaining([expect.stringContaining(code), (await raw(id, 'PAID')).people[0]]))
    const pdf = await take(unpaidReport, 'pdf', filter)
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const paper = await world.call(unpaidReport.print, { searchSdi: filter }, reader)
    expect(paper.data).toMatchObject({ title: 'Danh sách người hưởng chưa nhận tiền', words: expect.stringContaining('Một trăm nghìn đồng') })
    expect(paper.data?.signatures.length).toBeGreaterThan(1)
  })
})

describe('the days by which payers and we are heard', () => {
  const duties = async (programmeId: string, month?: string) =>
    (await world.list(listDuties, { filter: { programmeId, ...(month && { month }) }, pageSize: 50 }, reader)).data?.result ?? []
  const found = async (code: string) => {
    const rule = controlRules.find((one) => one.code === code)
    return (await rule?.query(world.runtime.db, world.clock.now()))?.map(({ subject, amount }) => [subject, amount]) ?? []
  }
  const thisMonth = () => `${today.slice(5, 7)}/${today.slice(0, 4)}`
  /** A programme made long ago, whose list was due yesterday and whose report is due on a day of this month. */
  async function due(listDay: number, reportDay: number) {
    const programme = await world.programme('CARRY')
    const { owner } = world.runtime.database
    await owner.query("update payout.programme set created_at = $2::date - interval '90 days' where id = $1", [programme.id, today])
    const row = (await world.list(listProgrammes, { pageSize: 100 }, reader)).data?.result.find(({ id }) => id === programme.id)
    const { id, version, name, kind, unpaid, tolerance, code } = row as NonNullable<typeof row>
    const changed = await world.call(updateProgramme, { id, version, name, kind, unpaid, tolerance, listDay, reportDay }, reader)
    expect(changed.status, changed.message).toBe(200)
    return { ...programme, code }
  }

  it('are late until list and money have come', async () => {
    const programme = await due(1, 28)
    const subject = `${programme.code}-${thisMonth()}`
    expect(await duties(programme.id, thisMonth())).toMatchObject([{ listState: 'LATE', moneyState: 'LATE', reportState: 'NONE', lines: 0 }])
    expect(await found('PAYOUT_LIST_LATE')).toContainEqual([subject, null])
    const { id } = await world.draft(programme, { count: 1, total: '999999999', month: thisMonth() })
    await world.imported(id, [world.person(999_999_999)])
    const funds = parseMoney((await world.detail(id)).funds ?? '0')
    const [short] = await duties(programme.id, thisMonth())
    expect(short).toMatchObject({ listState: 'DONE', moneyState: 'LATE', cameOn: today, total: '999999999.00', paid: '0.00', unpaid: '999999999.00' })
    expect(parseMoney(short?.missing ?? '')).toBe(99_999_999_900n - funds)
    expect(await found('PAYOUT_LIST_LATE')).toContainEqual([subject, short?.missing])
    await world.receive(programme.partnerId, String(999_999_999 - Number(funds / 100n)))
    expect(await duties(programme.id, thisMonth())).toMatchObject([{ moneyState: 'DONE', missing: '0.00' }])
    expect((await found('PAYOUT_LIST_LATE')).map(([one]) => one)).not.toContain(subject)
  })

  it('ask for the report of a month with an approved list until somebody has sent it', async () => {
    const programme = await due(28, 1)
    const month = thisMonth()
    const send = (sentOn: string) => world.call(recordReport, { programmeId: programme.id, month, sentOn, reference: 'BC-11/CT' }, reader)
    expect(await send(today)).toMatchObject({ status: 409, code: 'PYL-046' })
    const id = await world.approved(programme, [world.person(100_000), world.person(300_000)], month)
    await world.pay(id, [0])
    const late = Number(today.slice(8)) > 1
    expect(await duties(programme.id, month)).toMatchObject([{ reportState: late ? 'LATE' : 'DUE', paid: '100000.00', unpaid: '300000.00' }])
    const subject = `${programme.code}-${month}`
    expect((await found('PAYOUT_REPORT_LATE')).filter(([one]) => one === subject)).toEqual(late ? [[subject, '300000.00']] : [])
    expect(await send(addDays(today, 1))).toMatchObject({ status: 422, errors: [{ field: 'sentOn', code: 'PYL-047' }] })
    expect((await send(today)).status).toBe(200)
    expect(await duties(programme.id, month)).toMatchObject([{ reportState: 'DONE', sentOn: today, reference: 'BC-11/CT' }])
    expect((await found('PAYOUT_REPORT_LATE')).map(([one]) => one)).not.toContain(subject)
    await expect(world.runtime.database.owner.query('delete from payout.report_sent')).rejects.toThrow('stays so')
  })
})
