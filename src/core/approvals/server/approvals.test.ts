import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { testClock } from '../../../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { qr } from '../../../subsystems/qr/server/transactions.ts'
import { createDelegation, listDelegations, revokeDelegation, searchDelegates } from '../contract/delegation.ts'
import { countToDecide, decideRequests, getRequest, listRequests, requestsOf } from '../contract/request.ts'
import { payloadHash, tierOf } from './kind.ts'
import { expireDue, pendingFor } from './public.ts'

/** The approval kit, seen through its first kind: the refund of a QR payment. */

let test: RefundWorld
const clock = testClock()
beforeAll(async () => {
  test = await refundWorld({ clock })
})
afterAll(() => test?.close())

const today = localDate(new Date())
const DAY_MS = 86_400_000

async function refusedBySql(statement: string, ...values: unknown[]): Promise<string> {
  try {
    await test.runtime.database.owner.query(statement, values)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? 'no code'
  }
}

describe('who decides', () => {
  it('never the maker, in the code and in the database', async () => {
    const id = await test.pay({ amount: '80000' })
    const request = await test.asked(id, '1000', { as: 'admin' })
    expect(await test.decide(request, 'APPROVE', { as: 'admin' })).toMatchObject({ status: 403, code: 'APR-001' })
    expect(await test.decide(request, 'REJECT', { as: 'admin', language: 'en' })).toMatchObject({ message: 'You cannot approve or reject your own request' })
    const forge = `update approvals.request set status = 'APPROVED', checker_id = maker_id, checker_account = maker_account, checker_name = maker_name,
      decided_at = now() where id = $1`
    expect(await refusedBySql(forge, request)).toBe('23514')
    expect((await test.detail(id)).status).toBe('REFUND_PENDING')
    expect((await test.call(getRequest, { id: request }, { as: 'admin' })).data).toMatchObject({ mayDecide: false, mayWithdraw: true, refusal: 'APR-001' })
    await test.withdraw(request, { as: 'admin' })
  })

  it('nobody without the right of its tier', async () => {
    const id = await test.pay({ amount: '60000000' })
    const small = await test.asked(id, '50000000')
    expect((await test.call(getRequest, { id: small }, { as: 'ketoan' })).data).toMatchObject({ tier: 1, refusal: 'APR-001' })
    for (const as of ['tinh01', 'giaodichvien']) expect((await test.decide(small, 'APPROVE', { as })).code, as).toBe('APR-003')
    expect((await test.decide(small, 'APPROVE', { as: 'tinh79' })).status).toBe(404)
    await test.decide(small, 'REJECT')
    const large = await test.asked(id, '50000001')
    expect((await test.call(getRequest, { id: large }, { as: 'kiemsoat' })).data).toMatchObject({ tier: 2, mayDecide: true, refusal: null })
    await test.decide(large, 'REJECT')
    expect(tierOf(qr.refundKind, 50_000_000_01n)).toMatchObject({ tier: 2 })
    expect(tierOf(qr.refundKind, -50_000_000_00n)).toMatchObject({ tier: 1 })
  })

  it('on what they have seen: an old version or a decided request is refused', async () => {
    const id = await test.pay({ amount: '80000' })
    const request = await test.asked(id, '1000')
    expect(await test.decide(request, 'APPROVE', {}, 7)).toMatchObject({ status: 409, code: 'SYS-409', data: { version: 0, status: 'PENDING' } })
    await test.decide(request)
    expect(await test.decide(request)).toMatchObject({ status: 409, data: { status: 'APPROVED' } })
    expect(await test.withdraw(request, {}, 1)).toMatchObject({ status: 409, code: 'SYS-410' })
  })

  it('a rejection says why', async () => {
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000')
    const reply = await test.call(decideRequests, { rows: [{ id: request, version: 0 }], decision: 'REJECT' }, { as: 'kiemsoat' })
    expect(reply.data).toMatchObject({ done: 0, refused: 1, results: [{ id: request, code: 'VAL-001' }] })
    await test.decide(request, 'REJECT')
    expect((await test.call(getRequest, { id: request }, { as: 'ketoan' })).data).toMatchObject({ status: 'REJECTED', decisionReason: 'Thiếu chứng từ' })
  })

  it('and only the maker withdraws', async () => {
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000')
    expect(await test.withdraw(request, { as: 'kiemsoat' })).toMatchObject({ status: 403, code: 'APR-008' })
    expect((await test.withdraw(request)).status).toBe(200)
  })
})

describe('what is applied is what was asked for', () => {
  it('nothing when the subject has changed since', async () => {
    const id = await test.pay({ amount: '80000' })
    const request = await test.asked(id, '1000')
    await test.runtime.pool.query('update payment.transaction set version = version + 1 where id = $1', [id])
    expect(await test.decide(request)).toMatchObject({ status: 409, code: 'APR-005' })
    expect((await test.call(getRequest, { id: request }, { as: 'kiemsoat' })).data?.status).toBe('PENDING')
    expect((await test.detail(id)).journals).toHaveLength(1)
    expect((await test.decide(request, 'REJECT')).status).toBe(200)
  })

  it('nothing when the request was tampered with, which the database refuses as well', async () => {
    const id = await test.pay({ amount: '80000' })
    const request = await test.asked(id, '1000')
    const tamper = `update approvals.request set payload = '{"amount": "80000.00", "reason": "x"}' where id = $1`
    expect(await refusedBySql(tamper, request)).toBe('23001')
    // As somebody who may do anything to the table: the hash still tells.
    await test.runtime.database.owner.query('alter table approvals.request disable trigger guard')
    await test.runtime.pool.query(tamper, [request])
    await test.runtime.database.owner.query('alter table approvals.request enable always trigger guard')
    expect(await test.decide(request)).toMatchObject({ status: 409, code: 'APR-006' })
    expect((await test.detail(id)).status).toBe('REFUND_PENDING')
  })

  it('whatever the order of the keys', () => {
    expect(payloadHash({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toEqual(payloadHash({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }))
    expect(payloadHash({ a: 1 })).not.toEqual(payloadHash({ a: 2 }))
  })

  it('and it is kept for ever', async () => {
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000')
    await test.decide(request)
    expect(await refusedBySql('delete from approvals.request where id = $1', request)).toBe('23001')
    expect(await refusedBySql("update approvals.request set decision_reason = 'x' where id = $1", request)).toBe('23001')
    expect(await refusedBySql('truncate approvals.request')).toBe('23001')
  })
})

describe('several at once', () => {
  it('are decided each by itself, with a result a row and an audit entry each', async () => {
    const good = [await test.asked(await test.pay({ amount: '80000' }), '1000'), await test.asked(await test.pay({ amount: '90000' }), '90000')]
    const own = await test.asked(await test.pay({ amount: '80000' }), '1000', { as: 'admin' })
    const decided = await test.asked(await test.pay({ amount: '80000' }), '1000')
    await test.decide(decided)
    const rows = [good[0], own, decided, '999999', good[1]].map((id) => ({ id: id ?? '', version: 0 }))
    const reply = await test.call(decideRequests, { rows, decision: 'APPROVE' }, { as: 'admin' })
    expect(reply.data).toMatchObject({ done: 2, refused: 3 })
    expect(reply.data?.results.map(({ code }) => code)).toEqual([null, 'APR-001', 'SYS-409', 'SYS-404', null])
    const audited = await test.runtime.pool.query("select subject_id from platform.audit_entry where action like '%/decide-many' and subject_id = any($1)", [
      good,
    ])
    expect(audited.rows.map(({ subject_id }) => subject_id).sort()).toEqual([...good].sort())
    await test.withdraw(own, { as: 'admin' })
  })
})

describe('the inbox', () => {
  const box = (name: 'TO_DECIDE' | 'MINE' | 'ALL', as: string) => test.list(listRequests, { filter: { box: name }, pageSize: 100 }, { as })
  const ids = async (name: 'TO_DECIDE' | 'MINE' | 'ALL', as: string) => (await box(name, as)).data?.result.map(({ id }) => id) ?? []

  it('holds what a person may decide, made, or may see', async () => {
    const hanoi = await test.asked(await test.pay({ amount: '80000' }), '1000')
    const hcm = await test.asked(await test.pay({ amount: '90000', merchantCode: 'M-HCM' }), '90000', { as: 'admin' })
    expect(await ids('TO_DECIDE', 'kiemsoat')).toEqual(expect.arrayContaining([hanoi, hcm]))
    expect(await ids('TO_DECIDE', 'admin')).toContain(hanoi)
    expect(await ids('TO_DECIDE', 'admin')).not.toContain(hcm)
    expect(await ids('TO_DECIDE', 'ketoan')).toEqual([])
    expect(await ids('MINE', 'ketoan')).toContain(hanoi)
    expect(await ids('MINE', 'ketoan')).not.toContain(hcm)
    expect(await ids('ALL', 'tinh01')).toContain(hanoi)
    expect(await ids('ALL', 'tinh01')).not.toContain(hcm)
    expect(await ids('ALL', 'tinh79')).toEqual([hcm])
    expect((await box('ALL', 'giaodichvien')).status).toBe(403)
    expect((await test.call(countToDecide, {}, { as: 'kiemsoat' })).data?.count).toBe((await ids('TO_DECIDE', 'kiemsoat')).length)
    const found = await test.list(
      listRequests,
      { filter: { amountFrom: '90000', status: ['PENDING'], kind: ['QR_REFUND'], from: today, to: today } },
      { as: 'tinh79' },
    )
    expect(found.data).toMatchObject({
      totalRecord: 1,
      sums: { moneyImpact: '90000.00' },
      result: [{ id: hcm, makerName: expect.any(String), mayDecide: false, unitName: expect.any(String), tier: 1, rowImpact: 1 }],
    })
    await test.withdraw(hcm, { as: 'admin' })
    expect(await ids('TO_DECIDE', 'kiemsoat')).not.toContain(hcm)
  })

  it('shows what changes, field by field', async () => {
    const id = await test.pay({ amount: '150000' })
    const request = await test.asked(id, '50000')
    const { data } = await test.call(getRequest, { id: request }, { as: 'kiemsoat' })
    expect(data).toMatchObject({
      subjectPath: `/pp-qr/quanlygiaodich/chitietgiaodich/${id}`,
      entity: 'payments.refund',
      moneyImpact: '50000.00',
    })
    expect(data?.changes).toEqual([
      { field: 'status', kind: 'status', labels: 'payments.transactionStatus', before: 'SUCCEEDED', after: 'PARTIALLY_REFUNDED' },
      { field: 'refunded', kind: 'money', labels: null, before: '0.00', after: '50000.00' },
      { field: 'fee', kind: 'money', labels: null, before: '1500.00', after: '1000.00' },
      { field: 'tax', kind: 'money', labels: null, before: '150.00', after: '100.00' },
      { field: 'net', kind: 'money', labels: null, before: '148350.00', after: '98900.00' },
    ])
    expect(await pendingFor(test.runtime.db, 'payment.transaction', [id, '1'])).toEqual(new Map([[id, { requestId: request, kind: 'QR_REFUND' }]]))
    await test.decide(request, 'REJECT')
    expect((await pendingFor(test.runtime.db, 'payment.transaction', [id])).size).toBe(0)
    const history = await test.call(requestsOf, { subjectType: 'payment.transaction', subjectId: id }, { as: 'tinh01' })
    expect(history.data).toMatchObject([{ id: request, status: 'REJECTED', decisionReason: 'Thiếu chứng từ' }])
    expect((await test.call(requestsOf, { subjectType: 'payment.transaction', subjectId: id }, { as: 'tinh79' })).data).toEqual([])
    expect((await test.call(getRequest, { id: request }, { as: 'tinh79' })).status).toBe(404)
  })
})

describe('a delegate', () => {
  it('decides for somebody absent, while it lasts, and nothing that either of them made', async () => {
    const tomorrow = addDays(today, 1)
    const given = await test.call(createDelegation, { account: 'tinh01', from: today, to: tomorrow, reason: 'Nghỉ phép' }, { as: 'kiemsoat' })
    expect(given).toMatchObject({ status: 200, data: { principal: { account: 'kiemsoat' }, delegate: { account: 'tinh01' }, state: 'ACTIVE' } })
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000')
    expect((await test.list(listRequests, { filter: { box: 'TO_DECIDE' } }, { as: 'tinh01' })).data?.result.map(({ id }) => id)).toContain(request)
    expect((await test.decide(request, 'APPROVE', { as: 'tinh01' })).status).toBe(200)
    expect((await test.call(getRequest, { id: request }, { as: 'kiemsoat' })).data).toMatchObject({ checkerAccount: 'tinh01', onBehalfOf: expect.any(String) })

    const own = await test.asked(await test.pay({ amount: '80000' }), '1000', { as: 'admin' })
    await test.call(createDelegation, { account: 'kiemsoat', from: today, to: today, reason: 'Họp' }, { as: 'admin' })
    expect(await test.decide(own, 'APPROVE', { as: 'kiemsoat' })).toMatchObject({ status: 403, code: 'APR-002' })
    expect((await test.list(listRequests, { filter: { box: 'TO_DECIDE' } }, { as: 'kiemsoat' })).data?.result.map(({ id }) => id)).not.toContain(own)

    const notified = async () => ((await test.call(listNotifications, {}, { as: 'tinh01' })).data?.items ?? []).map(({ text }) => text)
    expect(await notified()).toContainEqual(expect.stringMatching(/uỷ quyền cho bạn duyệt thay từ .+ đến hết .+/))
    const later = await test.asked(await test.pay({ amount: '80000' }), '1000')
    const { id = '', version = 0 } = given.data ?? {}
    expect((await test.call(revokeDelegation, { id, version }, { as: 'tinh01' })).status).toBe(404)
    expect((await test.call(revokeDelegation, { id, version }, { as: 'kiemsoat' })).data).toMatchObject({ state: 'REVOKED' })
    expect(await notified()).toContainEqual(expect.stringContaining('đã thu hồi uỷ quyền duyệt thay'))
    expect((await test.decide(later, 'APPROVE', { as: 'tinh01' })).code).toBe('APR-003')
    expect((await test.call(listDelegations, {}, { as: 'tinh01' })).data).toMatchObject({ mayDelegate: false, delegations: [{ id, state: 'REVOKED' }] })
  })

  it('is looked up by those who decide: by parts of the name, without partners and without oneself', async () => {
    const found = async (text: string) => (await test.call(searchDelegates, { text }, { as: 'kiemsoat' })).data?.map(({ account }) => account)
    const { rows } = await test.runtime.pool.query<{ name: string }>("select full_name as name from iam.person where account = 'tinh01'")
    const plain = (rows[0]?.name ?? '').normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd')
    expect(await found(plain)).toContain('tinh01')
    expect(await found('TINH01')).toEqual(['tinh01'])
    expect(await found('doitac')).toEqual([])
    expect(await found('kiemsoat')).not.toContain('kiemsoat')
    for (const as of ['ketoan', 'doitac']) expect((await test.call(searchDelegates, { text: '' }, { as })).data, as).toEqual([])
  })

  it('is told when the time has not come, and when it is over', async () => {
    const day = addDays(today, 2)
    const given = await test.call(createDelegation, { account: 'admin', from: day, to: day, reason: 'Họp' }, { as: 'kiemsoat' })
    expect(given.data).toMatchObject({ state: 'COMING' })
    const past = "update approvals.delegation set valid_from = now() - interval '3 days', valid_to = now() - interval '1 day' where id = $1"
    await test.runtime.pool.query(past, [given.data?.id])
    const mine = (await test.call(listDelegations, {}, { as: 'kiemsoat' })).data?.delegations
    expect(mine?.find(({ id }) => id === given.data?.id)).toMatchObject({ state: 'OVER' })
  })

  it('lends no more than the absent person’s own scope', async () => {
    // A checker of Ho Chi Minh City, who has not signed in before.
    await test.runtime.pool.query(`
      with checker as (
        update iam.user_account set unit_id = (select unit_id from iam.user_account where account = 'tinh79') where account = 'tinh48' returning id
      )
      insert into iam.user_role (user_id, role_id) select checker.id, role.id from checker, iam.role where role.code = 'CHECKER'`)
    // Nor shows who works elsewhere.
    const near = (await test.call(searchDelegates, { text: '' }, { as: 'tinh48' })).data?.map(({ account }) => account)
    expect(near).toContain('tinh79')
    expect(near).not.toContain('tinh01')
    const given = await test.call(createDelegation, { account: 'ketoan', from: today, to: today, reason: 'Nghỉ phép' }, { as: 'tinh48' })
    expect(given.status).toBe(200)
    const hanoi = await test.asked(await test.pay({ amount: '80000' }), '1000', { as: 'admin' })
    const hcm = await test.asked(await test.pay({ amount: '90000', merchantCode: 'M-HCM' }), '90000', { as: 'admin' })
    const toDecide = (await test.list(listRequests, { filter: { box: 'TO_DECIDE' } }, { as: 'ketoan' })).data?.result.map(({ id }) => id)
    expect(toDecide).toEqual([hcm])
    expect((await test.call(countToDecide, {}, { as: 'ketoan' })).data?.count).toBe(1)
    expect((await test.call(getRequest, { id: hanoi }, { as: 'ketoan' })).data).toMatchObject({ mayDecide: false, refusal: 'APR-003' })
    expect(await test.decide(hanoi, 'APPROVE', { as: 'ketoan' })).toMatchObject({ status: 403, code: 'APR-003' })
    expect((await test.call(getRequest, { id: hcm }, { as: 'ketoan' })).data).toMatchObject({ mayDecide: true, refusal: null })
    expect((await test.decide(hcm, 'APPROVE', { as: 'ketoan' })).status).toBe(200)
    await test.withdraw(hanoi, { as: 'admin' })
    const { id = '', version = 0 } = given.data ?? {}
    await test.call(revokeDelegation, { id, version }, { as: 'tinh48' })
  })

  it.each([
    ['UNIT_AND_BELOW', 'HEAD_OFFICE', true],
    ['UNIT', 'HEAD_OFFICE', false],
    ['UNIT_AND_BELOW', 'PROVINCE', true],
    ['UNIT', 'PROVINCE', false],
    ['UNIT', 'own', true],
    ['UNITS', 'own', true],
    ['UNITS', 'none', false],
    ['PARTNER', 'own', true],
    ['SELF', 'own', false],
  ])('of somebody with the scope %s at %s may decide: %s', async (kind, at, expected) => {
    const { pool } = test.runtime
    const given = await test.call(createDelegation, { account: 'ketoan', from: today, to: today, reason: 'x' }, { as: 'kiemsoat' })
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000', { as: 'admin' })
    const { rows } = await pool.query('select * from approvals.request where id = $1', [request])
    const [row] = rows
    const lowest = row.office_unit_id ?? row.district_unit_id ?? row.province_unit_id
    const unit = at === 'HEAD_OFFICE' ? row.head_unit_id : at === 'PROVINCE' ? row.province_unit_id : lowest
    const before = (await pool.query("select id, scope_kind, unit_id from iam.user_account where account = 'kiemsoat'")).rows[0]
    const partner = row.partner_id ?? (await pool.query('select id from organisation.partner limit 1')).rows[0].id
    await pool.query('update iam.user_account set scope_kind = $2, unit_id = $3, partner_id = $4 where id = $1', [
      before.id,
      kind,
      kind === 'PARTNER' ? null : unit,
      kind === 'PARTNER' ? partner : null,
    ])
    if (kind === 'UNITS' && at === 'own') await pool.query('insert into iam.user_scope_unit (user_id, unit_id) values ($1, $2)', [before.id, unit])
    try {
      const within = expected && (kind !== 'PARTNER' || row.partner_id !== null)
      expect((await test.call(getRequest, { id: request }, { as: 'ketoan' })).data?.mayDecide).toBe(within)
      expect((await test.decide(request, 'APPROVE', { as: 'ketoan' })).status).toBe(within ? 200 : 403)
    } finally {
      await pool.query('delete from iam.user_scope_unit where user_id = $1', [before.id])
      await pool.query('update iam.user_account set scope_kind = $2, unit_id = $3, partner_id = null where id = $1', [
        before.id,
        before.scope_kind,
        before.unit_id,
      ])
      await pool.query("update approvals.delegation set status = 'REVOKED', revoked_at = now() where id = $1", [given.data?.id])
    }
  })

  it('is no staff of a partner, whenever they became that', async () => {
    const asked = { account: 'doitac', from: today, to: today, reason: 'x' }
    expect(await test.call(createDelegation, asked, { as: 'kiemsoat' })).toMatchObject({ status: 422, errors: [{ field: 'account', code: 'APR-011' }] })
    const { pool } = test.runtime
    await pool.query(`insert into approvals.delegation (principal_id, delegate_id, valid_from, valid_to, reason)
      select p.id, d.id, now() - interval '1 day', now() + interval '1 day', 'x' from iam.user_account p, iam.user_account d
      where p.account = 'kiemsoat' and d.account = 'doitac'`)
    const request = await test.asked(await test.pay({ amount: '80000' }), '1000')
    // The payment is one of their own partner's, so that they see it.
    await test.runtime.database.owner.query('alter table approvals.request disable trigger guard')
    const partner = "select partner_id from iam.user_account where account = 'doitac'"
    await pool.query(`update approvals.request set partner_id = (${partner}) where id = $1`, [request])
    await test.runtime.database.owner.query('alter table approvals.request enable always trigger guard')
    expect((await test.call(getRequest, { id: request }, { as: 'doitac' })).data).toMatchObject({ mayDecide: false, refusal: 'APR-003' })
    expect(await test.decide(request, 'APPROVE', { as: 'doitac' })).toMatchObject({ status: 403, code: 'APR-003' })
    await test.withdraw(request)
  })

  it.each(['ketoan', 'tinh01', 'doitac'])('is not named by %s, who decides nothing: nor do they learn which accounts there are', async (as) => {
    for (const account of ['admin', 'khongco'])
      expect(await test.call(createDelegation, { account, from: today, to: today, reason: 'x' }, { as }), account).toMatchObject({ status: 403, code: '403' })
  })

  it.each([
    [{ account: 'khongco', from: today, to: today, reason: 'x' }, 'account', 'APR-009'],
    [{ account: 'kiemsoat', from: today, to: today, reason: 'x' }, 'account', 'APR-010'],
    [{ account: 'giaodichvien', from: today, to: today, reason: 'x' }, 'account', 'APR-012'],
    [{ account: 'admin', from: addDays(today, 1), to: today, reason: 'x' }, 'to', 'dateOrder'],
    [{ account: 'admin', from: addDays(today, -1), to: today, reason: 'x' }, 'from', 'datePast'],
    [{ account: 'admin', from: today, to: addDays(today, -1), reason: 'x' }, 'to', 'datePast'],
    [{ account: 'admin', from: today, to: addDays(today, 92), reason: 'x' }, 'to', 'dateSpan'],
    [{ account: 'admin', from: today, to: today, reason: '' }, 'reason', 'required'],
  ])('is refused: %j', async (input, field, code) => {
    expect(await test.call(createDelegation, input, { as: 'kiemsoat' })).toMatchObject({ status: 422, errors: [{ field, code }] })
  })
})

// Last: it moves the clock.
describe('a request that nobody decides', () => {
  it('ends after its days and gives the payment free', async () => {
    const id = await test.pay({ amount: '80000' })
    const request = await test.asked(id, '1000')
    clock.advance(7 * DAY_MS - 60_000)
    await expireDue(test.runtime, [qr.refundKind])
    expect((await test.detailFromDatabase(id)).status).toBe('REFUND_PENDING')
    clock.advance(120_000)
    expect(await expireDue(test.runtime, [qr.refundKind])).toBeGreaterThan(0)
    expect(await test.detailFromDatabase(id)).toMatchObject({ status: 'SUCCEEDED' })
    const { rows } = await test.runtime.pool.query('select status, checker_id from approvals.request where id = $1', [request])
    expect(rows).toEqual([{ status: 'EXPIRED', checker_id: null }])
    const { rows: steps } = await test.runtime.pool.query(
      'select step, actor from payment.transaction_event where transaction_id = $1 order by seq desc limit 1',
      [id],
    )
    expect(steps).toEqual([{ step: 'refuseRefund', actor: 'system' }])
  })
})
