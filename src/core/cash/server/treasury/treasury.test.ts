import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { pagesOf } from '../../../../../test/pdf.ts'
import { CLIENT, type TreasuryWorld, treasuryWorld } from '../../../../../test/treasury.ts'
import { downloadDocument } from '../../contract/documents.ts'
import { printTreasury } from '../../contract/treasury/steps.ts'
import { cancelTreasury, findTreasury, listTreasury, updateTreasury } from '../../contract/treasury/transactions.ts'

let world: TreasuryWorld
beforeAll(async () => {
  world = await treasuryWorld()
})
afterAll(() => world?.close())

describe('a transfer between two offices', () => {
  it('leaves one vault with the dispatch, lies with the courier, and reaches the other with the receipt', async () => {
    const before = await world.held()
    const id = await world.approved(200_000_000)
    expect(await world.held()).toEqual(before)
    expect((await world.dispatch(id, 200_000_000)).status).toBe(200)
    expect(await world.held()).toEqual({ a: before.a - 200_000_000, b: before.b, courier: before.courier + 200_000_000 })
    expect((await world.start(id)).status).toBe(200)
    expect((await world.receive(id, 200_000_000)).data).toMatchObject({ status: 'RECEIVED' })
    expect(await world.held()).toEqual({ a: before.a - 200_000_000, b: before.b + 200_000_000, courier: before.courier })
    const detail = await world.detail(id)
    expect(detail).toMatchObject({ status: 'RECEIVED', difference: '0.00', sent: { total: '200000000.00' }, received: { total: '200000000.00' } })
    expect(detail.timeline.map(({ status }) => status)).toEqual(['DRAFT', 'SUBMITTED', 'APPROVED', 'DISPATCHED', 'RECEIVED'])
    expect(detail.journals.map(({ kind }) => kind)).toEqual(['TREASURY_DISPATCHED', 'TREASURY_RECEIVED'])
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('is approved by another person than its maker, and seen by both offices, not by a third', async () => {
    const made = await world.create(1_000_000, {}, { as: 'admin' })
    const id = made.data?.id as string
    const request = (await world.submit(id, { as: 'admin' })).data?.requestId as string
    expect(await world.decide(request, 'APPROVE', { as: 'admin' })).toMatchObject({ status: 403, code: 'APR-001' })
    const sees = async (as: string) =>
      (await world.list(listTreasury, { filter: {}, pageSize: 100 }, { as, clientId: CLIENT })).data?.result.some((row) => row.id === id)
    expect([await sees(world.a.account), await sees(world.b.account), await sees(world.c.account)]).toEqual([true, true, false])
    expect((await world.call(findTreasury, { id }, { as: world.c.account, clientId: CLIENT })).status).toBe(404)
    expect(await world.decide(request, 'REJECT')).toMatchObject({ status: 200 })
    expect((await world.detail(id)).status).toBe('REJECTED')
  })

  it('goes to who decides large ones above the first tier', async () => {
    const id = (await world.create(600_000_000)).data?.id as string
    const request = (await world.submit(id)).data?.requestId as string
    const { rows } = await world.runtime.pool.query('select tier, decide_permission from approvals.request where id = $1', [request])
    expect(rows).toEqual([{ tier: 2, decide_permission: 'treasury/large/approve' }])
    await world.decide(request, 'REJECT')
  })
})

describe('a step at a vault', () => {
  it('is done by the holder that it names, otherwise by who works at its unit', async () => {
    const [id, other] = [await world.approved(1_000_000), await world.approved(1_000_000)]
    const flags = async (as: string) => {
      const { givesOut, takesIn } = await world.detail(id, as)
      return [givesOut, takesIn]
    }
    expect(await world.dispatch(id, 1_000_000, { as: 'admin' })).toMatchObject({
      status: 403,
      code: 'CSH-067',
      message: expect.stringContaining('Quỹ chính VA'),
    })
    expect([await flags(world.a.account), await flags('admin')]).toEqual([
      [true, false],
      [false, false],
    ])
    await world.keeper(world.va, 'thuquy')
    const refused = await world.dispatch(id, 1_000_000)
    const { full_name: name } = await world.runtime.db
      .selectFrom('organisation.staff as s')
      .innerJoin('iam.user_account as u', 'u.staff_id', 's.id')
      .select('s.full_name')
      .where('u.account', '=', 'thuquy')
      .executeTakeFirstOrThrow()
    expect(refused).toMatchObject({ status: 403, code: 'CSH-066', message: expect.stringContaining(`do ${name} giữ`) })
    expect([await flags(world.a.account), await flags('thuquy')]).toEqual([
      [false, false],
      [true, false],
    ])
    expect((await world.dispatch(id, 1_000_000, { as: 'thuquy' })).status).toBe(200)
    await world.keeper(world.va, world.a.account)
    expect(await world.takeBack(id, 1_000_000, { as: 'thuquy' })).toMatchObject({ status: 403, code: 'CSH-066' })
    expect(await world.dispatch(other, 1_000_000, { as: 'thuquy' })).toMatchObject({ status: 403, code: 'CSH-066' })
    await world.keeper(world.va, null)
    await world.keeper(world.vb, 'admin')
    expect(await world.start(id)).toMatchObject({ status: 403, code: 'CSH-066' })
    expect(await flags(world.b.account)).toEqual([false, false])
    await world.keeper(world.vb, null)
    expect(await flags(world.b.account)).toEqual([false, true])
    await world.start(id)
    expect((await world.receive(id, 1_000_000)).data?.status).toBe('RECEIVED')
  })

  it('waits for who answers for the vault alone', async () => {
    const id = await world.dispatched(1_000_000)
    const waits = async (as: string) =>
      (await world.list(listTreasury, { filter: { toReceive: true }, pageSize: 100 }, { as, clientId: CLIENT })).data?.result.some((row) => row.id === id)
    expect([await waits(world.b.account), await waits('admin')]).toEqual([true, false])
    await world.keeper(world.vb, 'admin')
    expect([await waits(world.b.account), await waits('admin')]).toEqual([false, true])
    await world.keeper(world.vb, null)
  })
})

describe('before the dispatch', () => {
  it('the end whose business it is edits and cancels, the other does not', async () => {
    const content = { amount: '2000000', plannedOn: localDate(world.clock.now()), purpose: 'Sửa', pieces: [] }
    const edit = async (id: string, as: string) => world.call(updateTreasury, { id, version: await world.version(id), ...content }, world.options(as))
    const cancel = async (id: string, as: string) => world.call(cancelTreasury, { id, version: await world.version(id), reason: 'Thôi' }, world.options(as))
    const sent = (await world.create(1_000_000)).data?.id as string
    const asked = (await world.create(1_000_000, { kind: 'REPLENISHMENT', fromUnitId: world.b.unitId, toUnitId: world.a.unitId })).data?.id as string
    for (const id of [sent, asked]) {
      expect(await edit(id, world.b.account)).toMatchObject({ status: 403, code: 'CSH-053' })
      expect(await cancel(id, world.b.account)).toMatchObject({ status: 403, code: 'CSH-053' })
      expect((await edit(id, world.a.account)).status).toBe(200)
      expect((await cancel(id, world.a.account)).status).toBe(200)
    }
    const ready = await world.approved(1_000_000)
    expect(await cancel(ready, world.b.account)).toMatchObject({ status: 403, code: 'CSH-053' })
    expect((await cancel(ready, world.a.account)).status).toBe(200)
  })
})

describe('a receipt that differs', () => {
  it('moves nothing before two people have decided; then what was found arrives and the rest is recovered from a person', async () => {
    const before = await world.held()
    const id = await world.dispatched(50_000_000)
    await world.start(id)
    expect((await world.receive(id, 49_500_000)).data).toMatchObject({ status: 'DISCREPANCY' })
    expect(await world.held()).toEqual({ a: before.a - 50_000_000, b: before.b, courier: before.courier + 50_000_000 })
    expect(await world.settle(id, 'PAY_BACK')).toMatchObject({ status: 422, code: 'CSH-055' })
    expect(await world.settle(id, 'RECOVER')).toMatchObject({ status: 422, code: 'CSH-056' })
    const { answerable } = await world.detail(id)
    expect(answerable.map(({ id: staff }) => staff).sort()).toEqual([world.a.staffId, world.b.staffId, world.carrier.staffId].sort())
    const request = (await world.settle(id, 'RECOVER', { staffId: world.carrier.staffId })).data?.requestId as string
    expect(await world.decide(request, 'APPROVE', { as: 'ketoan' })).toMatchObject({ status: 403 })
    expect((await world.held()).courier).toBe(before.courier + 50_000_000)
    expect((await world.decide(request)).status).toBe(200)
    expect(await world.held()).toEqual({ a: before.a - 50_000_000, b: before.b + 49_500_000, courier: before.courier })
    expect([await world.account(`SHORTAGE-${world.b.code}`), await world.account(`SHORTAGE-DUE-${world.b.code}`)]).toEqual([0, 500_000])
    expect(await world.detail(id)).toMatchObject({ status: 'SETTLED', settlement: 'RECOVER', difference: '-500000.00' })
    // What was decided is cleared by a manual journal; what still waits for a decision is not.
    const { rows } = await world.runtime.pool.query(
      `select c.key, a.kept_by as "keptBy", c.allows_manual as manual from ledger.account a join ledger.chart c on c.id = a.chart_id where c.key like 'SHORTAGE%' and a.unit_id = $1 order by c.key`,
      [world.b.unitId],
    )
    expect(rows).toEqual([
      { key: 'SHORTAGE_PENDING', keptBy: 'cash', manual: false },
      { key: 'SHORTAGE_RECEIVABLE', keptBy: null, manual: true },
    ])
  })

  it('keeps a surplus pending, and a wrong count is put right', async () => {
    const over = await world.dispatched(10_000_000)
    await world.start(over)
    await world.receive(over, 10_500_000)
    await world.decide((await world.settle(over, 'KEEP_PENDING')).data?.requestId as string)
    expect(await world.account(`SURPLUS-${world.b.code}`)).toBe(500_000)
    const before = await world.held()
    const wrong = await world.dispatched(10_000_000)
    await world.start(wrong)
    await world.receive(wrong, 9_000_000)
    await world.decide((await world.settle(wrong, 'CORRECT_COUNT')).data?.requestId as string)
    expect(await world.held()).toEqual({ a: before.a - 10_000_000, b: before.b + 10_000_000, courier: before.courier })
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('is decided by nobody whose hands it went through, and counts against the daily limit of who decides', async () => {
    const id = await world.dispatched(10_000_000)
    await world.keeper(world.vb, 'admin')
    await world.start(id, { as: 'admin' })
    await world.receive(id, 9_500_000, { as: 'admin' })
    await world.keeper(world.vb, null)
    const request = (await world.settle(id, 'WRITE_OFF')).data?.requestId as string
    expect(await world.decide(request, 'APPROVE', { as: 'admin' })).toMatchObject({ status: 409, code: 'CSH-065' })
    const { rows } = await world.runtime.database.owner.query(
      "insert into limits.role_limit (role_id, kind, amount) select id, 'WRITE_OFF', 100000 from iam.role where code = 'CHECKER' returning id",
    )
    expect(await world.decide(request)).toMatchObject({ status: 409, code: 'LIM-001' })
    expect((await world.detail(id)).status).toBe('DISCREPANCY')
    await world.runtime.database.owner.query('delete from limits.role_limit where id = $1', [rows[0].id])
    expect((await world.decide(request)).status).toBe(200)
  })

  it('a bag that comes back is counted by the sender', async () => {
    const before = await world.held()
    const id = await world.dispatched(10_000_000)
    expect((await world.takeBack(id, 10_000_000)).data).toMatchObject({ status: 'RETURNED' })
    expect(await world.held()).toEqual(before)
    const short = await world.dispatched(10_000_000)
    expect((await world.takeBack(short, 9_000_000)).data).toMatchObject({ status: 'DISCREPANCY' })
    await world.decide((await world.settle(short, 'WRITE_OFF')).data?.requestId as string)
    expect(await world.held()).toEqual({ ...before, a: before.a - 1_000_000 })
    expect(await world.account(`SHORTAGE-LOSS-${world.a.code}`)).toBe(1_000_000)
  })
})

describe('cash to and from a bank', () => {
  it('ends with the reference of the bank and waits for the statement', async () => {
    const { id: bankId } = await world.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
    const before = await world.held()
    const id = await world.approved(20_000_000, { kind: 'BANK_DEPOSIT', bankId })
    expect((await world.dispatch(id, 20_000_000)).status).toBe(200)
    expect(await world.deposit(id, 20_000_000)).toMatchObject({ status: 403, code: 'CSH-048' })
    expect((await world.deposit(id, 20_000_000, { as: 'admin' })).data).toMatchObject({ status: 'RECEIVED' })
    expect(await world.held()).toEqual({ ...before, a: before.a - 20_000_000 })
    expect(await world.account('BANK-CASH-VCB')).toBe(20_000_000)
    expect(await world.detail(id)).toMatchObject({ statement: 'WAITING', bankReference: `FT${id}`, toName: expect.stringContaining('Ngoại thương') })
    const back = await world.approved(5_000_000, { kind: 'BANK_WITHDRAWAL', bankId })
    expect(await world.dispatch(back, 5_000_000)).toMatchObject({ status: 422, code: 'CSH-054' })
    expect((await world.dispatch(back, 5_000_000, { as: 'admin', bankReference: 'RUT-1' })).status).toBe(200)
    await world.start(back, { as: world.a.account })
    expect((await world.receive(back, 5_000_000, { as: world.a.account })).data?.status).toBe('RECEIVED')
    expect(await world.held()).toEqual({ ...before, a: before.a - 15_000_000 })
  })
})

describe('the slip of a handover', () => {
  const pdf = async (printed: { documentId: string; copy: number } | null, as: string) => {
    const url = `/api${downloadDocument.path}`
    const query = { id: printed?.documentId ?? '', copy: String(printed?.copy) }
    return world.app.inject({ method: 'GET', url, query, headers: { ...(await world.headersOf(as, CLIENT)), 'accept-language': 'vi' } })
  }
  const text = ({ rawPayload }: { rawPayload: Buffer }) => pagesOf(rawPayload).flat().join('\n')
  const print = (id: string, as: string) => world.call(printTreasury, { id }, world.options(as))

  it('is printed by the sender from the dispatch, by the receiver once it has counted; each end has its own number', async () => {
    const draft = await world.approved(3_000_000)
    expect((await print(draft, world.a.account)).code).toBe('SYS-410')
    const id = await world.dispatched(3_000_000)
    const first = await print(id, world.a.account)
    expect(first.data).toMatchObject({ number: expect.stringMatching(/^PGN\d{12}$/), copy: 0 })
    expect(text(await pdf(first.data, world.a.account))).toContain('Ba triệu đồng')
    expect((await print(id, world.b.account)).code).toBe('CSH-064')
    await world.start(id)
    expect((await print(id, world.b.account)).code).toBe('CSH-064')
    await world.receive(id, 2_900_000)
    const both = await print(id, world.b.account)
    expect(both.data).toMatchObject({ copy: 0 })
    expect(both.data?.number).not.toBe(first.data?.number)
    const page = text(await pdf(both.data, world.b.account))
    for (const part of ['PHIẾU GIAO NHẬN TIỀN', both.data?.number ?? '', '3.000.000', '2.900.000', '-100.000', 'SHA-256']) expect(page).toContain(part)
    expect((await print(id, world.b.account)).data).toMatchObject({ number: both.data?.number, copy: 1 })
    expect((await print(id, world.a.account)).data).toMatchObject({ copy: 0 })
    expect((await pdf(both.data, world.a.account)).statusCode).toBe(404)
  })

  it('that was printed before is not fetched by who counts a bag meanwhile', async () => {
    const id = await world.dispatched(1_000_000)
    const printed = await print(id, 'admin')
    expect((await pdf(printed.data, 'admin')).statusCode).toBe(200)
    await world.keeper(world.vb, 'admin')
    await world.start(id, { as: 'admin' })
    await world.keeper(world.vb, null)
    expect((await pdf(printed.data, 'admin')).statusCode).toBe(404)
  })
})

it('is what an incident is about, by its code or seal, at the end that its reader sees: with its state, never its amount', async () => {
  const id = await world.approved(3_000_000)
  expect((await world.dispatch(id, 3_000_000)).status).toBe(200)
  const { code, sealNumber } = await world.detail(id)
  const opened = (subjectCode: string, as: string) =>
    world.call(
      cfmIncidents.create,
      {
        ...{ categoryId: '6', channel: 'INTERNAL', description: 'Túi đến chậm', reporterKind: 'STAFF', reporterName: 'Thủ quỹ' },
        subjectCode,
      },
      { as, clientId: 'PP_CFM', headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  const first = await opened(code, world.b.account)
  expect(first, first.message).toMatchObject({ status: 200, data: { joined: false } })
  const sees = async (as: string) =>
    (await world.call(cfmIncidents.ofRecord, { subjectType: 'cash.treasury_transaction', subjectId: id }, { as, clientId: 'PP_CFM' })).data
  expect(await sees('ketoan')).toMatchObject([{ code: first.data?.code }])
  const { data: incident } = await world.call(cfmIncidents.detail, { id: first.data?.id ?? '' }, { as: 'ketoan', clientId: 'PP_CFM' })
  expect(incident).toMatchObject({
    ...{ subjectCode: code, amount: null },
    records: [
      { kind: 'Giao dịch ngân quỹ', code, status: { value: 'DISPATCHED', tone: 'moving' }, amount: null, link: `/pp-cfm/quan_ly_ngan_quy/detail?id=${id}` },
    ],
  })
  // A second report of the same bag joins the first, whatever it is called by.
  expect(sealNumber).not.toBeNull()
  expect((await opened(String(sealNumber), 'ketoan')).data).toMatchObject({ joined: true, code: first.data?.code })
  expect(await opened(code, world.c.account)).toMatchObject({ status: 422, errors: [{ code: 'INC-001' }] })
})
