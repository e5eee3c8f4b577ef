import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { addDays } from '#kernel/dates.ts'
import { accountant, type CashDays, cashDays, checker, manager, teller } from '../../../../../test/cash-day.ts'
import { pagesOf } from '../../../../../test/pdf.ts'
import {
  acknowledgeItem,
  askReopening,
  closeDay,
  findDay,
  giveBackDay,
  listDays,
  openDay,
  printDay,
  startCounting,
  submitDay,
} from '../../contract/day-close/days.ts'
import { dayProgress, remindUnits } from '../../contract/day-close/progress.ts'
import { downloadDocument } from '../../contract/documents.ts'

const MILLION = 100_000_000n
const D = '2026-11-23'
let world: CashDays
beforeAll(async () => {
  world = await cashDays()
})
afterAll(() => world.close())

type Person = typeof teller

async function dayId(code: string, day = D): Promise<{ id: string; version: number }> {
  const unitId = await world.unitOf(code)
  return world.app.runtime.db
    .selectFrom('cash.day_close')
    .select(['id', 'version'])
    .where('unit_id', '=', unitId)
    .where('business_date', '=', day)
    .executeTakeFirstOrThrow()
}

const start = async (code: string, as: Person, day = D) => world.app.call(startCounting, await dayId(code, day), as)
const submit = async (code: string, as: Person, day = D, lateReason?: string) =>
  world.app.call(submitDay, { ...(await dayId(code, day)), ...(lateReason ? { lateReason } : {}) }, as)
const close = async (code: string, as: Person, day = D) => world.app.call(closeDay, await dayId(code, day), as)
const detail = async (code: string, as: Person, day = D) => (await world.app.call(findDay, { id: (await dayId(code, day)).id }, as)).data

async function acknowledgeAll(code: string, as: Person, day = D): Promise<void> {
  const { data } = await world.app.call(findDay, { id: (await dayId(code, day)).id }, as)
  for (const { item } of data?.checks.flatMap(({ items }) => items).filter(({ severity }) => severity === 'ACKNOWLEDGE') ?? [])
    expect((await world.app.call(acknowledgeItem, { ...(await dayId(code, day)), item, note: 'Nộp sáng mai' }, as)).status).toBe(200)
}

/** A day from its first count to its close. */
async function wholeDay(code: string, maker: Person, closer: Person, day = D, lateReason?: string): Promise<void> {
  await start(code, maker, day)
  await world.count(code, day)
  await acknowledgeAll(code, maker, day)
  expect(await submit(code, maker, day, lateReason)).toMatchObject({ status: 200 })
  expect(await close(code, closer, day)).toMatchObject({ status: 200 })
}

describe('an office', () => {
  beforeAll(async () => {
    await world.keepCash('010101')
    await world.begin('010101')
    await world.move('010101', 5n * MILLION)
    await world.move('010101', -2n * MILLION)
    await world.move('010101', MILLION, D, { occurredAt: new Date('2026-11-22T21:00:00+07:00') })
  })

  it('is not submitted before its vault is counted, nor while anything waits to be acknowledged', async () => {
    expect(await submit('010101', teller)).toMatchObject({ status: 409, code: 'SYS-410' })
    expect(await start('010101', teller)).toMatchObject({ status: 200 })
    expect(await submit('010101', teller)).toMatchObject({ status: 409, code: 'CSH-353' })
    await world.count('010101', D)
    await world.move('010101', MILLION)
    expect(await submit('010101', teller)).toMatchObject({ code: 'CSH-353' })
    await world.count('010101', D, MILLION)
    expect(await submit('010101', teller)).toMatchObject({ code: 'CSH-354', message: expect.stringContaining('chênh lệch') })
    await world.app.runtime.database.owner.query("update cash.variance set status = 'SUPERSEDED'")
    await world.count('010101', D)
    expect(await submit('010101', teller)).toMatchObject({ code: 'CSH-355' })
    expect(await world.app.call(acknowledgeItem, { ...(await dayId('010101')), item: 'CASH_LEFT:V-010101/1', note: 'Nộp sáng mai' }, teller)).toMatchObject({
      code: 'CSH-360',
    })
    await acknowledgeAll('010101', teller)
    const { rows } = await world.app.runtime.pool.query(
      "select after from platform.audit_entry where subject_type = 'cash.day_close' and after ->> 'item' is not null",
    )
    expect(rows).toEqual([{ after: { item: 'V-010101', note: 'Nộp sáng mai' } }])
    expect(await submit('010101', teller)).toMatchObject({ status: 200 })
  })

  it('is closed by another person, who may return it', async () => {
    expect(await close('010101', teller)).toMatchObject({ status: 403 })
    expect(await world.app.call(giveBackDay, { ...(await dayId('010101')), reason: 'Đếm lại' }, manager)).toMatchObject({ status: 200 })
    await acknowledgeAll('010101', manager)
    expect(await submit('010101', manager)).toMatchObject({ status: 200 })
    expect(await close('010101', manager)).toMatchObject({ code: 'CSH-357' })
    expect(await close('010101', checker)).toMatchObject({ status: 200 })
  })

  it('keeps its figures, takes no posting any more, and goes on with the next day', async () => {
    const day = await detail('010101', teller)
    expect(day).toMatchObject({ status: 'CLOSED', closedLate: false, closing: '5000000.00', closedBy: 'kiemsoat', submittedBy: 'tinh01' })
    expect(day?.figures).toMatchObject({ opening: '0.00', received: '7000000.00', paid: '2000000.00', closing: '5000000.00' })
    expect(day?.figures?.receipts).toEqual([{ kind: 'TEST_IN', count: 3, amount: '7000000.00' }])
    expect(day?.figures?.late).toMatchObject([{ kind: 'TEST_IN', amount: '1000000.00' }])
    expect(day?.figures?.acknowledged).toMatchObject([{ note: 'Nộp sáng mai' }])
    await expect(world.move('010101', MILLION)).rejects.toMatchObject({ definition: { code: 'LED-019' } })
    expect(await world.begin('010101')).toBe(addDays(D, 1))
    await world.move('010101', MILLION, addDays(D, 1))
  })

  it('has its figures for ever', async () => {
    const before = await detail('010101', teller)
    await world.move('010101', MILLION, addDays(D, 1), { occurredAt: new Date('2026-11-23T07:00:00+07:00') })
    expect((await detail('010101', teller))?.figures).toEqual(before?.figures)
    const { owner } = world.app.runtime.database
    await expect(owner.query("update cash.day_close_run set figures = '{}'")).rejects.toThrow('kept as they were')
    await expect(owner.query('update cash.day_close set closed_by = submitted_by')).rejects.toThrow('two_people')
  })

  it('is reopened by two with a reason, and says what is no more as it was', async () => {
    const ref = await dayId('010101')
    const asked = await world.app.call(askReopening, { ...ref, reason: 'Sót một phiếu thu' }, accountant)
    expect(asked).toMatchObject({ status: 200 })
    const requestId = asked.data?.requestId as string
    const decide = (as: string) =>
      world.app.call(
        decideRequest,
        { id: requestId, version: 0, decision: 'APPROVE' },
        { as, clientId: 'O2O_CRM', headers: { 'idempotency-key': crypto.randomUUID() } },
      )
    expect(await decide('ketoan')).toMatchObject({ status: 403 })
    expect(await decide('kiemsoat')).toMatchObject({ status: 200 })
    expect(await detail('010101', teller)).toMatchObject({ status: 'REOPENED', changes: [] })
    await world.move('010101', 2n * MILLION)
    expect((await detail('010101', teller))?.changes).toContainEqual({
      figure: 'Tồn cuối ngày',
      before: '5000000.00',
      after: '7000000.00',
      difference: '2000000.00',
    })
    await expect(world.begin('010101')).rejects.toMatchObject({ definition: { code: 'CSH-350' } })
    await wholeDay('010101', teller, manager)
    const again = await detail('010101', teller)
    expect(again?.runs.map(({ run, closing }) => [run, closing])).toEqual([
      [1, '5000000.00'],
      [2, '7000000.00'],
    ])
    expect(await world.begin('010101')).toBe(addDays(D, 1))
    expect(await world.app.call(askReopening, { ...(await dayId('010101', addDays(D, 1))), reason: 'x' }, accountant)).toMatchObject({ code: 'SYS-410' })
  })

  it('has a printed sheet a close, drawn from what the close has kept: a further print differs in the number of its copy alone', async () => {
    const id = (await dayId('010101')).id
    const print = async () => (await world.app.call(printDay, { id }, teller)).data as { documentId: string; number: string; copy: number }
    const pdfOf = async ({ documentId, copy }: { documentId: string; copy: number }) => {
      const headers = { ...(await world.app.headersOf(teller.as, teller.clientId)), 'accept-language': 'vi' }
      return (await world.app.app.inject({ method: 'GET', url: `/api${downloadDocument.path}`, query: { id: documentId, copy: String(copy) }, headers }))
        .rawPayload
    }
    const linesOf = async (printed: { documentId: string; copy: number }) => pagesOf(await pdfOf(printed)).flat()
    const [first, second] = [await print(), await print()]
    expect(second).toEqual({ ...first, copy: 1 })
    const [original, copy] = [await linesOf(first), await linesOf(second)]
    expect(copy.join('\n').replaceAll('Bản sao 1', 'Bản chính')).toBe(original.join('\n'))
    // Drawn again to the last byte.
    expect((await pdfOf(first)).equals(await pdfOf(first))).toBe(true)
    const text = original.join('\n')
    for (const part of ['BẢNG KÊ CHỐT NGÀY', first.number, 'Lần chốt: 2', '7.000.000', 'Bảy triệu đồng', 'V-010101', 'Nộp sáng mai', 'SHA-256'])
      expect(text).toContain(part)
    const other = await world.app.call(printDay, { id: (await dayId('010101', addDays(D, 1))).id }, teller)
    expect(other).toMatchObject({ code: 'SYS-410' })
  })

  it('is closed late by two, and begins its new day only then', async () => {
    await world.keepCash('010102')
    const late = addDays(D, -2)
    await world.begin('010102', new Date(`${late}T08:00:00+07:00`))
    await expect(world.begin('010102')).rejects.toMatchObject({ definition: { code: 'CSH-350' }, params: { date: '21/11/2026' } })
    const listed = await world.app.list(listDays, { filter: { text: '010102' } }, manager)
    expect(listed).toMatchObject({ status: 200 })
    expect(listed.data?.result).toMatchObject([{ businessDate: late, overdue: true, status: 'OPEN' }])
    await wholeDay('010102', manager, checker, late)
    expect(await detail('010102', manager, late)).toMatchObject({ status: 'CLOSED', closedLate: true })
    expect(await world.begin('010102')).toBe(D)
  })
})

describe('units above', () => {
  beforeAll(async () => {
    for (const code of ['480101', '480102', '480100', '480000']) await world.keepCash(code)
    for (const code of ['480101', '480102', '480000']) await world.begin(code)
  })
  const province = { as: 'tinh48', clientId: 'PP_CFM_NEW' } as const

  it('see who is late and remind them with one press', async () => {
    await wholeDay('480101', province, checker)
    const { data } = await world.app.call(dayProgress, { date: D }, province)
    expect(data).toMatchObject({ closed: 1, all: 4 })
    expect(data?.units.map(({ unitCode, status, blockers }) => [unitCode, status, blockers])).toEqual([
      ['480000', 'OPEN', 1],
      ['480100', null, 0],
      ['480101', 'CLOSED', 0],
      ['480102', 'OPEN', 1],
    ])
    const unitIds = data?.units.map(({ unitId }) => unitId) ?? []
    expect((await world.app.call(remindUnits, { date: D, unitIds }, province)).data).toMatchObject({ units: 2 })
    expect((await world.app.call(remindUnits, { date: D, unitIds }, province)).data).toMatchObject({ units: 0 })
    expect(await world.app.call(remindUnits, { date: D, unitIds: [await world.unitOf('480101')] }, province)).toMatchObject({ code: 'CSH-361' })
  })

  it('close after them, or name the late ones, whose day then comes as an adjustment', async () => {
    await start('480000', province)
    await world.count('480000', D)
    expect(await submit('480000', province)).toMatchObject({ code: 'CSH-356', message: expect.stringContaining('23/11/2026') })
    expect(await submit('480000', province, D, 'Mất điện')).toMatchObject({ status: 200 })
    // Begun after the maker had named the late ones: the checker does not close over it.
    await world.begin('480100')
    expect(await close('480000', checker)).toMatchObject({ code: 'CSH-356' })
    await world.app.call(giveBackDay, { ...(await dayId('480000')), reason: 'Thêm đơn vị' }, checker)
    expect(await submit('480000', province, D, 'Mất điện')).toMatchObject({ status: 200 })
    expect(await close('480000', checker)).toMatchObject({ status: 200 })
    expect((await detail('480000', province))?.figures?.lateUnits).toMatchObject([
      { unitCode: '480100', reason: 'Mất điện', arrivedAt: null },
      { unitCode: '480102', reason: 'Mất điện', arrivedAt: null },
    ])
    await wholeDay('480102', province, checker)
    expect((await detail('480000', province))?.figures?.lateUnits).toMatchObject([{ arrivedAt: null }, { unitCode: '480102', arrivedAt: expect.any(String) }])
  })
})

it('a unit with one person is closed by somebody of a unit above', async () => {
  await world.keepCash('790101', { singleHanded: true })
  await world.begin('790101')
  const { owner } = world.app.runtime.database
  const unit = await world.unitOf('790101')
  await owner.query("update iam.user_account set unit_id = $1, scope_kind = 'UNIT' where account = 'tinh79'", [unit])
  const own = { as: 'tinh79', clientId: 'PP_CFM_NEW' } as const
  await start('790101', teller)
  await start('790101', checker)
  await world.app.call(startCounting, await dayId('790101'), accountant)
  await world.count('790101', D)
  expect(await submit('790101', accountant)).toMatchObject({ status: 200 })
  expect(await close('790101', own)).toMatchObject({ code: 'CSH-358' })
  expect(await close('790101', checker)).toMatchObject({ status: 200 })
})

it('a unit opens its day by hand, one without cash does not', async () => {
  await world.keepCash('920101')
  expect(await world.app.call(openDay, { unitId: await world.unitOf('920101') }, accountant)).toMatchObject({ status: 200 })
  expect(await world.app.call(openDay, { unitId: await world.unitOf('920102') }, accountant)).toMatchObject({ code: 'CSH-351' })
})

it('an office with 2,000 entries closes in as many statements as one with three', async () => {
  const statements = async (code: string, entries: number) => {
    await world.keepCash(code)
    await world.begin(code)
    await world.takeIn(code, entries)
    await start(code, accountant)
    await world.count(code, D)
    await acknowledgeAll(code, accountant)
    await submit(code, accountant)
    const ref = await dayId(code)
    const heard = vi.spyOn(pg.Client.prototype, 'query')
    expect(await world.app.call(closeDay, ref, checker)).toMatchObject({ status: 200 })
    const { length } = heard.mock.calls
    heard.mockRestore()
    expect((await detail(code, accountant))?.figures).toMatchObject({ receipts: [{ count: entries }], closing: `${entries}.00` })
    return length
  }
  const few = await statements('920102', 3)
  expect(few).toBeLessThan(60)
  expect(await statements('920201', 2_000)).toBeLessThanOrEqual(few)
})
