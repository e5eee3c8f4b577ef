import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, endOfDay, localDate } from '#kernel/dates.ts'
import type { AppError } from '#kernel/errors.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { importLines } from '../contract/import.ts'
import { listLines, revealLine } from '../contract/lines.ts'
import { cancelPayout, checkPayout, findPayout, listPayouts, submitPayout } from '../contract/lists.ts'
import { addLine, changeLine, openLines, openVersion, payoutVersions, proposeVersion, stopLine } from '../contract/versions.ts'
import { lineSubject } from './incidents.ts'
import { history, reveal } from './lines.ts'
import { lineTrace } from './trace.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

const maker = { as: 'ketoan', clientId: 'PP_CFM' } as const

describe('a list from its file to its close', () => {
  it('is held against the letter, locked by its hash, funded, paid, and gives back what nobody fetched', async () => {
    const programme = await world.programme('RETURN')
    const { id } = await world.draft(programme, { count: 3, total: '3000000' })
    await world.imported(id, [world.person(1_000_000), world.person(1_200_000), world.person(800_000)])
    expect(await world.detail(id)).toMatchObject({ status: 'DRAFT', lineCount: 3, total: '3000000.00', fileCount: 3, fileTotal: '3000000.00' })
    await world.step(checkPayout, id)
    const request = await world.submit(id)
    expect(await world.detail(id)).toMatchObject({ status: 'SUBMITTED', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    // Without the payer's money nothing is approved, and what is missing is named.
    const short = await world.decide(request)
    expect(short).toMatchObject({ status: 409, code: 'PYL-024' })
    expect(short.message).toContain('3.000.000')
    await world.receive(programme.partnerId, '5000000')
    expect(await world.decide(request)).toMatchObject({ status: 200 })
    expect(await world.detail(id)).toMatchObject({ status: 'APPROVED', balance: '3000000.00', funds: '2000000.00', approvedBy: 'kiemsoat' })
    await world.pay(id, [0])
    expect(await world.detail(id)).toMatchObject({ status: 'PAYING', paid: '1000000.00', unpaid: '2000000.00' })
    expect(await world.close_(id)).toMatchObject({ status: 200 })
    const closed = await world.detail(id)
    expect(closed).toMatchObject({ status: 'CLOSED', paid: '1000000.00', unpaid: '0.00', returned: '2000000.00', balance: '0.00', funds: '4000000.00' })
    expect(closed.states).toEqual([
      { status: 'PAID', lines: 1, amount: '1000000.00' },
      { status: 'RETURNED', lines: 2, amount: '2000000.00' },
    ])
    expect(closed.timeline.map(({ status }) => status)).toEqual(['DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED', 'PAYING', 'CLOSED'])
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('carries what nobody fetched to the next list of its programme, once', async () => {
    const programme = await world.programme('CARRY')
    const late = world.person(500_000)
    const first = await world.approved(programme, [late, world.person(300_000)], '10/2026')
    await world.pay(first, [1])
    await world.close_(first)
    const next = await world.approved(programme, [world.person(700_000)], '11/2026', { count: 1, total: '700000' })
    const lines = await world.lines(next)
    expect(lines.map(({ month, amount }) => [month, amount])).toEqual([
      ['11/2026', '700000.00'],
      ['10/2026', '500000.00'],
    ])
    expect(await world.detail(next)).toMatchObject({ total: '1200000.00', fileTotal: '700000.00', balance: '1200000.00' })
  })

  it('is followed up by its returned lines alone, and settled by somebody else', async () => {
    const programme = await world.programme('RETURN')
    const id = await world.approved(programme, [world.person(100_000), world.person(200_000)])
    await world.pay(id, [0])
    await world.close_(id)
    const follow = await world.followUp(id)
    expect(follow.status, follow.message).toBe(200)
    expect((await world.lines(follow.data?.id ?? '')).map(({ amount, status }) => [amount, status])).toEqual([['200000.00', 'UNPAID']])
    expect(await world.followUp(id)).toMatchObject({ status: 409, code: 'PYL-028' })
    expect(await world.settle(id, 'ketoan')).toMatchObject({ status: 409, code: 'PYL-027' })
    expect(await world.settle(id, 'admin')).toMatchObject({ status: 200 })
    expect((await world.detail(id)).status).toBe('SETTLED')
  })
})

describe('the money of a list', () => {
  const columns = ['total', 'paid', 'unpaid', 'returned', 'cancelled'] as const
  const ofProgramme = async (programmeId: string) => (await world.list(listPayouts, { filter: { programmeId } }, { as: 'admin', clientId: 'PP_CFM' })).data

  it('is paid, unpaid, returned or cancelled, whatever has become of it', async () => {
    const programme = await world.programme('RETURN')
    const { id: draft } = await world.draft(programme, { count: 1, total: '400000' })
    await world.imported(draft, [world.person(400_000)])
    const paying = await world.approved(programme, [world.person(100_000), world.person(200_000)], '10/2026')
    await world.pay(paying, [0])
    expect((await ofProgramme(programme.id))?.sums).toMatchObject({ total: '700000.00', unpaid: '600000.00', cancelled: '0.00' })
    const cancelled = await world.call(cancelPayout, { id: draft, version: (await world.detail(draft)).version, reason: 'Gửi lại' }, maker)
    expect(cancelled.status, cancelled.message).toBe(200)
    const detail = await world.detail(draft)
    expect(columns.map((column) => detail[column])).toEqual(['400000.00', '0.00', '0.00', '0.00', '400000.00'])
    expect(detail.states).toEqual([{ status: 'CANCELLED', lines: 1, amount: '400000.00' }])
    await world.close_(paying)
    const { sums } = (await ofProgramme(programme.id)) ?? {}
    expect(columns.map((column) => sums?.[column])).toEqual(['700000.00', '100000.00', '0.00', '200000.00', '400000.00'])
  })
})

describe('what is refused', () => {
  it('a control count or total that is not the file’s', async () => {
    const programme = await world.programme()
    const count = await world.draft(programme, { count: 2, total: '100000' })
    await world.imported(count.id, [world.person(100_000)])
    expect(await world.step(checkPayout, count.id)).toMatchObject({ status: 409, code: 'PYL-006' })
    const total = await world.draft(programme, { count: 1, total: '100001' })
    await world.imported(total.id, [world.person(100_000)])
    expect(await world.step(checkPayout, total.id)).toMatchObject({ status: 409, code: 'PYL-007' })
    expect((await world.detail(total.id)).status).toBe('DRAFT')
  })

  it('rows with their reasons: papers, places, people twice, accounts, receivers without paper', async () => {
    const programme = await world.programme()
    const known = world.person(100_000)
    await world.approved(programme, [known], '11/2026')
    const { id } = await world.draft(programme, { count: 1, total: '1' })
    const twin = world.person(1_000)
    const reasons = await world.reasons(id, [
      world.person(1_000, { identityNumber: '123456789' }),
      world.person(1_000, { identityNumber: '12345' }),
      world.person(1_000, { pointCode: 'NOWHERE' }),
      world.person(1_000, { pointCode: world.closedPoint }),
      world.person(1_000, { areaCode: 'XX' }),
      twin,
      world.person(1_000, { identityNumber: String(twin.identityNumber) }),
      { ...known },
      world.person(1_000, { method: 'ACCOUNT' }),
      world.person(1_000, { receiverName: 'Người nhận thay' }),
      world.person(0, { identityNumber: '123456789' }),
      world.person(1_000, { amount: 1000.5 }),
      world.person(1_000_000_000_001),
      world.person(1_000, { birthDate: addDays(localDate(world.runtime.clock.now()), 1) }),
    ])
    expect(reasons).toMatchObject({
      2: expect.stringContaining('9 số'),
      3: expect.stringContaining('12 chữ số'),
      4: expect.stringContaining('NOWHERE'),
      5: expect.stringContaining('không chi trả'),
      6: expect.stringContaining('địa bàn'),
      8: expect.stringContaining('dòng 7'),
      9: expect.stringContaining('cùng kỳ'),
      10: expect.stringContaining('số tài khoản'),
      11: expect.stringContaining('giấy uỷ quyền'),
      // What cannot be read and what is not right, in one round.
      12: expect.stringMatching(/amount.*9 số/),
      13: expect.stringContaining('số nguyên đồng'),
      14: expect.stringContaining('1.000.000.000.000 đồng'),
      15: expect.stringContaining('Ngày sinh'),
    })
    expect((await world.detail(id)).lineCount).toBe(0)
  })

  it('the same file twice', async () => {
    const programme = await world.programme()
    const rows = [world.person(100_000)]
    const first = await world.draft(programme, { count: 1, total: '100000' })
    await world.imported(first.id, rows)
    const second = await world.draft(programme, { count: 1, total: '100000', month: '12/2026' })
    expect(await world.upload(second.id, rows)).toMatchObject({ status: 409, code: 'PYL-010' })
  })

  it('a list whose last day is over; until then it may be decided, and no longer', async () => {
    const programme = await world.programme()
    const { id } = await world.draft(programme, { count: 1, total: '100000' })
    await world.imported(id, [world.person(100_000)])
    await world.step(checkPayout, id)
    const { version, payFrom } = await world.detail(id)
    const { owner } = world.runtime.database
    const until = (day: string) => owner.query('update payout.list set pay_until = $2 where id = $1', [id, day])
    await until(payFrom)
    expect(await world.call(submitPayout, { id, version, reason: 'Trình' }, maker)).toMatchObject({ status: 409, code: 'PYL-070' })
    const last = addDays(localDate(world.runtime.clock.now()), 3)
    await until(last)
    await world.submit(id)
    const { rows } = await world.runtime.pool.query("select expires_at from approvals.request where subject_type = 'payout.list' and subject_id = $1", [id])
    expect(rows).toEqual([{ expires_at: endOfDay(last) }])
  })

  it('a file for a list that has taken another one since', async () => {
    const { id } = await world.draft(await world.programme(), { count: 1, total: '300000' })
    await world.imported(id, [world.person(100_000), world.person(150_000)])
    const late = await world.upload(id, [world.person(900_000)])
    await world.imported(id, [world.person(300_000)])
    const started = await world.started(late.data?.id ?? '')
    expect(started).toMatchObject({ status: 'READY', problem: { code: 'PYL-071', message: expect.stringContaining('danh sách.xlsx (1 dòng, 300.000 đồng)') } })
    const { total, imports } = await world.detail(id)
    expect(total).toBe('300000.00')
    // Who brought which file stays known, of the one that was replaced too.
    expect(imports.map(({ by, fileName, lines, total: sum }) => [by, fileName, lines, sum])).toEqual([
      ['ketoan', 'danh sách.xlsx', 2, '250000.00'],
      ['ketoan', 'danh sách.xlsx', 1, '300000.00'],
    ])
    await expect(world.runtime.database.owner.query('delete from payout.list_import')).rejects.toThrow('kept as they came')
  })

  it('a file for a list that is no draft any more, and for one outside the scope', async () => {
    const programme = await world.programme()
    const id = await world.approved(programme, [world.person(100_000)])
    expect(await world.upload(id, [world.person(1_000)])).toMatchObject({ status: 409, code: 'PYL-011' })
    expect(await world.upload('999999999', [world.person(1_000)])).toMatchObject({ status: 404 })
    expect((await world.call(importLines.recent, {}, { as: 'giaodichvien', clientId: 'PP_CFM' })).status).toBe(403)
  })

  it('money received by one person alone, or with a reference that is known', async () => {
    const programme = await world.programme()
    const reference = world.reference()
    const first = await world.record(programme.partnerId, '1000', reference)
    expect(first.status, first.message).toBe(200)
    expect(await world.record(programme.partnerId, '2000', reference)).toMatchObject({ status: 409, code: 'PYL-034' })
    expect(await world.decideOn('payout.receipt', first.data?.id ?? '', 'ketoan')).toMatchObject({ status: 403 })
  })

  it('an approval of what is no longer what was submitted', async () => {
    const programme = await world.programme()
    const { id } = await world.draft(programme, { count: 1, total: '100000' })
    await world.imported(id, [world.person(100_000)])
    await world.step(checkPayout, id)
    await world.submit(id)
    await world.receive(programme.partnerId, '100000')
    // As somebody with the keys of the database would.
    const { owner } = world.runtime.database
    await owner.query("select set_config('payout.changing', $1, false)", [id])
    await owner.query("update payout.line set account_number = '0011001234567' where list_id = $1", [id])
    await owner.query("select set_config('payout.changing', '', false)")
    expect(await world.decide(id)).toMatchObject({ status: 409, code: 'PYL-025' })
    expect(await world.detail(id)).toMatchObject({ status: 'SUBMITTED', balance: null })
  })

  it('a change of lines that were signed, and of lines that were paid, by the database itself', async () => {
    const programme = await world.programme()
    const id = await world.approved(programme, [world.person(100_000), world.person(200_000)])
    await world.pay(id, [0])
    const { owner } = world.runtime.database
    await owner.query("select set_config('app.maintenance', 'on', false)")
    await expect(owner.query("update payout.line set amount = 1 where list_id = $1 and status = 'UNPAID'", [id])).rejects.toThrow('approved version')
    await expect(owner.query("update payout.line set step_by = 'x' where list_id = $1 and status = 'PAID'", [id])).rejects.toThrow('never changes')
    await expect(owner.query('delete from payout.line where list_id = $1', [id])).rejects.toThrow('never removed')
    for (const change of ['total = total + 1', "hash = sha256('x')", 'pay_until = pay_until + 1', 'account_id = null', 'partner_id = partner_id + 1'])
      await expect(owner.query(`update payout.list set ${change} where id = $1`, [id])).rejects.toThrow('keeps what was approved')
    await expect(owner.query("update payout.receipt set amount = amount + 1 where status = 'POSTED'")).rejects.toThrow('decided once')
  })

  it('a line or a slip in the place of another unit, and a line of another payer, by the database itself', async () => {
    const programme = await world.programme()
    const { id } = await world.draft(programme, { count: 1, total: '400000' })
    await world.imported(id, [world.person(400_000)])
    const { owner } = world.runtime.database
    const copy = (changes: string) =>
      owner.query(
        `insert into payout.line select (jsonb_populate_record(t, jsonb_build_object('id', 900000000 + t.id, 'line_no', 2, 'beneficiary_code', 'KHAC', 'identity_number', '001099999999') || ${changes})).*
           from payout.line t where t.list_id = $1`,
        [id],
      )
    // Only the place that it has, or none, is taken.
    await expect(copy("jsonb_build_object('office_unit_id', null)")).rejects.toThrow('place of another unit')
    await expect(copy("jsonb_build_object('partner_id', (select max(id) from organisation.partner where id <> t.partner_id))")).rejects.toThrow(
      'payer and the programme',
    )
    await copy("jsonb_build_object('head_unit_id', null, 'office_unit_id', null)")
    const places = await owner.query(
      'select count(distinct (unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id))::int as n, count(*)::int as lines from payout.line where list_id = $1',
      [id],
    )
    expect(places.rows[0]).toEqual({ n: 1, lines: 2 })
    await expect(owner.query('update payout.line set office_unit_id = null where list_id = $1 returning office_unit_id', [id])).resolves.toMatchObject({
      rows: [{ office_unit_id: expect.any(String) }, { office_unit_id: expect.any(String) }],
    })
    // The unit of a line stays, and so does every one above it.
    for (const place of ['unit_id', 'office_unit_id', 'province_unit_id', 'head_unit_id'])
      await expect(owner.query(`delete from organisation.unit where id in (select ${place} from payout.line where list_id = $1)`, [id])).rejects.toThrow(
        'foreign key',
      )
  })
})

describe('unusual lines', () => {
  it('are acknowledged group by group before the list is checked', async () => {
    const programme = await world.programme()
    const [steady, changed] = [world.person(1_000_000), world.person(1_000_000)]
    await world.approved(programme, [steady, changed], '10/2026')
    const { id } = await world.draft(programme, { count: 3, total: '4000000' })
    await world.imported(id, [steady, { ...changed, amount: 2_000_000 }, world.person(1_000_000)])
    const { warnings } = await world.detail(id)
    expect(warnings.map(({ kind, lines }) => [kind, lines])).toEqual([
      ['AMOUNT', 1],
      ['NEW', 1],
    ])
    const { code } = await world.detail(id)
    const refused = await world.step(checkPayout, id)
    expect(refused).toMatchObject({ status: 409, code: 'PYL-009' })
    expect(refused.message).toContain(
      `${code} còn cảnh báo chưa được xác nhận: Tiền khác nhiều so với tháng trước (1 dòng); Người mới so với tháng trước (1 dòng)`,
    )
    await world.acknowledge(id, 'AMOUNT')
    expect((await world.step(checkPayout, id)).message).toContain('xác nhận: Người mới so với tháng trước (1 dòng).')
    await world.acknowledge(id, 'NEW')
    expect(await world.step(checkPayout, id)).toMatchObject({ status: 200 })
  })

  it('include personal numbers that do not hold the year of birth', async () => {
    const { id } = await world.draft(await world.programme(), { count: 6, total: '6000' })
    const born = (birthDate: string, digits: string) => {
      const person = world.person(1_000)
      return { ...person, birthDate, identityNumber: `001${digits}${String(person.identityNumber).slice(6)}` }
    }
    await world.imported(id, [
      born('01/02/1950', '050'),
      born('31/12/2000', '200'),
      born('01/01/2001', '301'),
      born('01/02/1950', '250'),
      born('01/02/1951', '150'),
      // Nothing is known to compare with.
      world.person(1_000, { birthDate: undefined }),
    ])
    expect((await world.detail(id)).warnings.map(({ kind, lines }) => [kind, lines])).toEqual([['IDENTITY', 2]])
    const asked = await world.list(listLines, { filter: { listId: id, warning: ['IDENTITY'] } }, { as: 'admin', clientId: 'PP_CFM' })
    expect(asked.data?.result.map(({ lineNo }) => lineNo)).toEqual([4, 5])
  })
})

describe('a change of an approved list', () => {
  it('moves money with its lines once another person agrees', async () => {
    const programme = await world.programme()
    const id = await world.approved(programme, [world.person(100_000), world.person(200_000), world.person(300_000)], '11/2026', { extra: '500000' })
    const [a, b, c] = await world.lines(id)
    const before = await world.detail(id)
    const version = await world.call(openVersion, { listId: id, reason: 'Công văn bổ sung' }, maker)
    expect(version.status, version.message).toBe(200)
    const at = () => world.call(payoutVersions, { listId: id }, maker).then(({ data }) => ({ id: data?.[0]?.id ?? '', version: data?.[0]?.version ?? 0 }))
    const payment = { unitId: world.point.id, method: 'CASH' as const }
    const added = await world.call(addLine, { ...(await at()), ...payment, ...world.newcomer(50_000) }, maker)
    expect(added.status, added.message).toBe(200)
    const change = await world.call(changeLine, { ...(await at()), ...payment, lineId: a?.id ?? '', name: a?.name ?? '', amount: '150000' }, maker)
    expect(change.status, change.message).toBe(200)
    await world.call(stopLine, { ...(await at()), lineId: b?.id ?? '', kind: 'HOLD', reason: 'Chờ xác minh' }, maker)
    await world.call(stopLine, { ...(await at()), lineId: c?.id ?? '', kind: 'WITHDRAW', reason: 'Đã mất' }, maker)
    expect(await world.call(stopLine, { ...(await at()), lineId: c?.id ?? '', kind: 'HOLD', reason: 'x' }, maker)).toMatchObject({ code: 'PYL-032' })
    const proposed = await at()
    expect((await world.call(proposeVersion, { ...proposed, reason: 'Trình' }, maker)).status).toBe(200)
    expect(await world.decideOn('payout.version', proposed.id, 'ketoan')).toMatchObject({ status: 403 })
    const decided = await world.decideOn('payout.version', proposed.id)
    expect(decided.status, decided.message).toBe(200)
    const { owner } = world.runtime.database
    for (const attempt of [
      'update payout.change set delta = 0',
      'delete from payout.change',
      "insert into payout.change (version_id, kind, after) select id, 'ADD', '{}' from payout.version",
    ])
      await expect(owner.query(attempt)).rejects.toThrow('put into a draft')
    await expect(owner.query("update payout.version set decided_by = 'x'")).rejects.toThrow('proposed and decided')
    const after = await world.detail(id)
    expect(after).toMatchObject({ lineCount: 3, total: '400000.00', balance: '400000.00', contentVersion: 2 })
    expect(after.hash).not.toBe(before.hash)
    expect(Number(after.funds) - Number(before.funds)).toBe(200_000)
    expect((await world.lines(id)).map(({ amount, status }) => [amount, status])).toEqual([
      ['150000.00', 'UNPAID'],
      ['200000.00', 'HELD'],
      ['300000.00', 'CANCELLED'],
      ['50000.00', 'UNPAID'],
    ])
  })
})

describe('a line of an update', () => {
  it('is checked as a line of a file is, and its numbers are shown by their last digits', async () => {
    const receiver = { receiverName: 'Lê Văn Nhận', receiverIdentity: '001190000778', receiverPaper: 'GUQ-1' }
    const id = await world.approved(await world.programme(), [world.person(100_000, receiver)], '10/2026', { extra: '500000' })
    await world.call(openVersion, { listId: id, reason: 'Bổ sung' }, maker)
    const version = async () => (await world.call(payoutVersions, { listId: id }, maker)).data?.[0]
    const at = async () => ({ id: (await version())?.id ?? '', version: (await version())?.version ?? 0 })
    const { rows } = await world.runtime.pool.query("select id from organisation.unit where level = 'HEAD_OFFICE'")
    const payment = { unitId: world.point.id, method: 'CASH' as const }
    const add = async (more: object) => world.call(addLine, { ...(await at()), ...payment, ...world.newcomer(50_000), ...more }, maker)
    expect(await add({ unitId: rows[0].id })).toMatchObject({ status: 422, errors: [{ field: 'unitId' }] })
    const account = { method: 'ACCOUNT', accountNumber: '0011001234', accountName: 'LE VAN NHAN' }
    expect(await add({ ...account, bankBin: 'ABC' })).toMatchObject({ code: 'PYL-021', errors: [{ field: 'bankBin' }] })
    expect(await add({ amount: '50000.5' })).toMatchObject({ code: 'PYL-072', errors: [{ field: 'amount' }] })
    expect(await add({ amount: '1000000000001' })).toMatchObject({ code: 'PYL-073', errors: [{ field: 'amount' }] })
    expect(await add({ birthDate: addDays(localDate(world.runtime.clock.now()), 1) })).toMatchObject({ code: 'PYL-074', errors: [{ field: 'birthDate' }] })
    expect(await version()).toMatchObject({ changes: [] })

    const newcomer = world.newcomer(60_000)
    expect((await add(newcomer)).status).toBe(200)
    const [line] = (await world.call(openLines, { listId: id }, maker)).data ?? []
    expect(line?.receiverIdentity).toBe('••••••••0778')
    const same = { ...(await at()), ...payment, ...receiver, lineId: line?.id ?? '', name: line?.name ?? '', amount: '120000' }
    expect((await world.call(changeLine, { ...same, receiverIdentity: line?.receiverIdentity ?? '' }, maker)).status).toBe(200)
    const changes = (await version())?.changes
    expect(changes?.[0]?.after).toMatchObject({ identityNumber: `••••••••${newcomer.identityNumber.slice(-4)}` })
    expect(changes?.[1]?.after).toEqual({ amount: '120000.00' })
  })
})

describe('the reader of a list', () => {
  it('sees no identity number without saying why, and a point sees its own lines alone', async () => {
    const programme = await world.programme()
    const person = world.person(100_000)
    const id = await world.approved(programme, [person, world.person(100_000, { pointCode: world.otherPoint.code })])
    const [line] = await world.lines(id)
    expect(line?.identityNumber).toBe(`••••••••${String(person.identityNumber).slice(-4)}`)
    const shown = await world.call(revealLine, { id: line?.id ?? '', reason: 'Đối chiếu' }, maker)
    expect(shown.data?.identityNumber).toBe(person.identityNumber)
    const own = await world.list(listLines, { filter: { listId: id } }, { as: world.teller, clientId: 'PP_CFM' })
    expect(own.data?.result.map(({ unitName }) => unitName)).toEqual([world.point.name])
    expect((await world.call(findPayout, { id }, { as: world.teller, clientId: 'PP_CFM' })).status).toBe(404)
    expect((await world.list(listPayouts, {}, { as: world.teller, clientId: 'PP_CFM' })).data?.totalRecord).toBe(0)
  })

  it('is at a point shown nobody of a list that is not approved, by whatever way: numbers of lines follow one another', async () => {
    const { id: listId } = await world.draft(await world.programme(), { count: 1, total: '100000' })
    await world.imported(listId, [world.person(100_000)])
    const { rows } = await world.runtime.pool.query<{ id: string }>('select id from payout.line where list_id = $1', [listId])
    const id = rows[0]?.id ?? ''
    const session = { scope: { kind: 'UNIT_AND_BELOW', unit: { id: world.point.id, level: 'POST_OFFICE' } }, permissions: new Set() }
    const reader = { scope: scopeOf(world.runtime.db, session as never), session } as unknown as RequestContext
    const paid = { codeOf: (of: string) => of, idOf: (code: string) => code, transactions: async () => [] }
    const isShown = (read: Promise<unknown>) =>
      read.then(
        () => 1,
        (error: AppError) => error.definition.code,
      )
    const shown = async () => [
      await isShown(history({ id }, reader)),
      await isShown(reveal({ id, reason: 'Đối chiếu' }, { ...reader, subject: () => undefined } as unknown as CommandContext)),
      (await lineTrace((of) => of, paid).visible(reader, [id])).size,
      (await lineSubject((of) => of, paid).find(reader, { ids: [id] })).length,
    ]
    expect(await shown()).toEqual(['SYS-404', 'SYS-404', 0, 0])
    await world.runtime.database.owner.query('update payout.list set approved_at = now() where id = $1', [listId])
    expect(await shown()).toEqual([1, 1, 1, 1])
  })
})
