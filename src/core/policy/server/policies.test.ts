import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { partnerOptions } from '#core/organisation/contract/partner.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { nameServices } from '../../../../test/services.ts'
import { createPolicy, findPolicy, listPolicies, removePolicy, updatePolicy } from '../contract/policies.ts'
import { releaseErrors, submitPolicy } from '../contract/release.ts'
import { clonePolicy, endPolicy, policyRevisions } from '../contract/revisions.ts'
import { policyFees } from './public.ts'

const clock = testClock()
let test: TestApp
beforeAll(async () => {
  test = await testApp({ clock })
  await nameServices(test.runtime, ['COD', 'POB', 'EGP', 'SO', 'SDK'])
})
afterAll(() => test.close())

const today = localDate(clock.now())
const admin = { as: 'admin', clientId: 'PP_SYS' } as const
const row = (amountFrom: string, amountTo: string | null, more: Record<string, unknown> = {}) => ({
  amountFrom,
  amountTo,
  rateBps: 25,
  fixed: '0',
  minimum: '0',
  ...more,
})
let counter = 0
const input = (more: Record<string, unknown> = {}) => ({
  code: `QR-${++counter}`,
  service: 'QR' as const,
  name: 'Phí chấp nhận thanh toán',
  effectiveFrom: today,
  fees: [row('0', '5000000'), row('5000000', null, { rateBps: 20 })],
  ...more,
})
async function made(more: Record<string, unknown> = {}) {
  const { data, message, errors } = await test.call(createPolicy, input(more), admin)
  if (!data) throw new Error(`${message} ${JSON.stringify(errors)}`)
  return data
}
async function decide(id: string, decision: 'APPROVE' | 'REJECT', as = 'kiemsoat') {
  const [request] = (await test.call(requestsOf, { subjectType: 'policy.policy', subjectId: id }, admin)).data ?? []
  return test.call(
    decideRequest,
    { id: request?.id ?? '', version: request?.version ?? 0, decision, reason: 'Đã xem' },
    { as, clientId: 'O2O_CRM', headers: { 'idempotency-key': randomUUID() } },
  )
}
async function agreed(more: Record<string, unknown> = {}) {
  const { id, version } = await made(more)
  expect((await test.call(submitPolicy, { id, version, reason: 'Áp dụng' }, admin)).status).toBe(200)
  const reply = await decide(id, 'APPROVE')
  expect(reply.status, reply.message).toBe(200)
  return id
}
const find = async (id: string) => (await test.call(findPolicy, { id }, admin)).data

/** What a payment pays by the policies, read afresh. */
const feeOf = (service: string, { amount = '1', ...of }: { amount?: string; day?: string; partnerId?: string; unitIds?: readonly string[] } = {}) =>
  test.runtime.db.transaction().execute(async (tx) => {
    const question = { service, type: 'PAYMENT', day: today, partnerId: '0', unitIds: [], feePlanId: null, ...of, amount: parseMoney(amount) } as const
    return (await policyFees.find(tx, [question]))[0]
  })
const rateOf = async (...of: Parameters<typeof feeOf>) => (await feeOf(...of))?.tariff.rateBps

describe('a policy', () => {
  it('is of a service that the system has', async () => {
    const reply = await test.call(createPolicy, input({ service: 'NONE' }), admin)
    expect(reply).toMatchObject({ code: 'VAL-001', errors: [{ field: 'service', code: 'choice' }] })
  })

  it('takes effect when a second person agrees, and says what it costs', async () => {
    const { id, version } = await made({ code: 'QR-MAIN' })
    expect(await find(id)).toMatchObject({ status: 'DRAFT', inForce: false, revision: 1 })
    await test.call(submitPolicy, { id, version, reason: 'Áp dụng' }, admin)
    expect(await find(id)).toMatchObject({ status: 'PENDING', pendingRequestId: expect.any(String) })
    expect((await decide(id, 'APPROVE', 'admin')).status).toBe(403)
    expect((await decide(id, 'APPROVE')).status).toBe(200)
    expect(await find(id)).toMatchObject({ status: 'APPROVED', inForce: true })
    expect(await feeOf('QR', { amount: '4999999.99' })).toMatchObject({ code: 'QR-MAIN', revision: 1, tariff: { rateBps: 25 } })
    expect(await rateOf('QR', { amount: '5000000' })).toBe(20)
    expect(await feeOf('QR', { day: addDays(today, -1) })).toBeUndefined()
  })

  it('that is rejected is a draft again and may be changed; one that is submitted may not', async () => {
    const { id, version } = await made()
    const submitted = await test.call(submitPolicy, { id, version, reason: 'x' }, admin)
    const change = { id, name: 'Tên khác', effectiveFrom: today, fees: [row('0', null)] }
    expect((await test.call(updatePolicy, { ...change, version: submitted.data?.version ?? 0 }, admin)).code).toBe('SYS-410')
    await decide(id, 'REJECT')
    const back = await find(id)
    expect(back?.status).toBe('DRAFT')
    // The form puts what was typed on top of it: the fee rows as they are now, not as the audit log shows them.
    expect(await test.call(updatePolicy, { ...change, version }, admin)).toMatchObject({
      code: 'SYS-409',
      data: { version: back?.version, current: { name: back?.name, effectiveFrom: today, fees: back?.fees } },
    })
    expect((await test.call(updatePolicy, { ...change, version: back?.version ?? 0 }, admin)).status).toBe(200)
    expect(await find(id)).toMatchObject({ name: 'Tên khác', fees: [{ amountTo: null, rateBps: 25 }] })
    expect((await test.call(removePolicy, { id, version: (back?.version ?? 0) + 1 }, admin)).status).toBe(200)
    expect(await find(id)).toBeNull()
  })

  it('is followed by its next revision: the one before ends the day before, both days have one fee', async () => {
    const first = await agreed({ code: 'QR-NEXT', service: 'COD' })
    const from = addDays(today, 10)
    const { data } = await test.call(clonePolicy, { id: first, effectiveFrom: from }, admin)
    const id = data?.id ?? ''
    expect((await test.call(clonePolicy, { id: first, effectiveFrom: from }, admin)).code).toBe('POL-002')
    await test.call(updatePolicy, { id, version: 0, name: 'Phí mới', effectiveFrom: from, fees: [row('0', null, { rateBps: 30 })] }, admin)
    await test.call(submitPolicy, { id, version: 1, reason: 'Giảm phí' }, admin)
    await decide(id, 'APPROVE')
    expect(await find(first)).toMatchObject({ effectiveTo: addDays(from, -1), inForce: true })
    expect(await find(id)).toMatchObject({ revision: 2, status: 'APPROVED', inForce: false })
    const { data: next } = await test.call(policyRevisions, { id }, admin)
    expect(next?.revisions).toMatchObject([{ revision: 2 }, { revision: 1 }])
    expect((await test.call(policyRevisions, { id: first }, admin)).data?.changes).toBeNull()
    expect((await test.call(policyRevisions, { id: '999999' }, admin)).code).toBe('SYS-404')
    expect(next?.changes).toContainEqual(expect.objectContaining({ field: 'name', before: 'Phí chấp nhận thanh toán', after: 'Phí mới' }))
    expect([await rateOf('COD', { day: addDays(from, -1) }), await rateOf('COD', { day: from })]).toEqual([25, 30])
  })

  it('names who submitted, decided or followed it as who changed it last', async () => {
    const stamps = async (id: string) => (await test.runtime.pool.query('select updated_by, updated_at from policy.policy where id = $1', [id])).rows[0]
    const { id, version } = await made({ code: 'QR-WHO', service: 'SDK' })
    await test.runtime.database.owner.query("update policy.policy set updated_by = 'earlier' where id = $1", [id])
    await test.call(submitPolicy, { id, version, reason: 'x' }, admin)
    expect(await stamps(id)).toMatchObject({ updated_by: 'admin' })
    await decide(id, 'REJECT')
    const change = { id, version, name: 'Tên khác', effectiveFrom: today, fees: [row('0', null)] }
    expect(await test.call(updatePolicy, change, admin)).toMatchObject({ code: 'SYS-409', data: { changedBy: 'kiemsoat' } })
    const submitAndAgree = async (policy: string, at: number) => {
      await test.call(submitPolicy, { id: policy, version: at, reason: 'x' }, admin)
      expect((await decide(policy, 'APPROVE')).status).toBe(200)
    }
    await submitAndAgree(id, (await find(id))?.version ?? 0)
    const next = (await test.call(clonePolicy, { id, effectiveFrom: addDays(today, 5) }, admin)).data?.id ?? ''
    await submitAndAgree(next, 0)
    expect(await stamps(id)).toEqual(await stamps(next))
  })

  it('does not begin before a revision that was agreed to begins', async () => {
    const first = await agreed({ service: 'COD', code: 'QR-LATER' })
    const from = addDays(today, 10)
    const submitted = async (day: string) => {
      const { data } = await test.call(clonePolicy, { id: first, effectiveFrom: day }, admin)
      return { id: data?.id ?? '', reply: await test.call(submitPolicy, { id: data?.id ?? '', version: 0, reason: 'Đổi phí' }, admin) }
    }
    await decide((await submitted(from)).id, 'APPROVE')
    const { reply } = await submitted(from)
    expect(reply).toMatchObject({ code: releaseErrors.overlap.code, message: expect.stringContaining(showDate(from)) })
  })

  it('ends when it is told to, and never again says anything afterwards', async () => {
    const id = await agreed({ service: 'POB' })
    const { version = 0 } = (await find(id)) ?? {}
    expect(await test.call(endPolicy, { id, version, lastDay: addDays(today, -1), reason: 'x' }, admin)).toMatchObject({
      code: 'VAL-001',
      errors: [{ field: 'lastDay', code: 'datePast', message: 'Không được chọn ngày trong quá khứ' }],
    })
    expect((await test.call(endPolicy, { id, version, lastDay: today, reason: 'Dừng dịch vụ' }, admin)).status).toBe(200)
    expect(await find(id)).toMatchObject({ status: 'ENDED', effectiveTo: today, inForce: true, endReason: 'Dừng dịch vụ' })
    expect(await feeOf('POB', { day: addDays(today, 1) })).toBeUndefined()
  })

  it('that ended on a day to come is followed from the day after, which is said when the next one is submitted', async () => {
    const first = await agreed({ service: 'EGP' })
    const lastDay = addDays(today, 5)
    await test.call(endPolicy, { id: first, version: (await find(first))?.version ?? 0, lastDay, reason: 'Dừng' }, admin)
    const { data } = await test.call(clonePolicy, { id: first, effectiveFrom: lastDay }, admin)
    const id = data?.id ?? ''
    const refused = async (language: 'vi' | 'en') => test.call(submitPolicy, { id, version: 0, reason: 'Tiếp tục' }, { ...admin, language })
    expect(await refused('vi')).toMatchObject({ code: 'POL-011', message: expect.stringContaining(`đến hết ${showDate(lastDay)}`) })
    expect(await refused('en')).toMatchObject({ code: 'POL-011', message: expect.stringContaining(`until ${showDate(lastDay)}`) })
    const from = addDays(lastDay, 1)
    const change = { id, version: 0, name: 'Phí tiếp theo', effectiveFrom: from, fees: [row('0', null)] }
    expect((await test.call(updatePolicy, change, admin)).status).toBe(200)
    expect((await test.call(submitPolicy, { id, version: 1, reason: 'Tiếp tục' }, admin)).status).toBe(200)
    expect((await decide(id, 'APPROVE')).status).toBe(200)
    expect(await find(first)).toMatchObject({ status: 'ENDED', effectiveTo: lastDay })
  })

  it('counts by its most particular line', async () => {
    const { rows } = await test.runtime.pool.query(
      "select id, head_unit_id, province_unit_id from organisation.unit where level = 'PROVINCE' order by id limit 2",
    )
    const partner = (await test.runtime.pool.query('select id from organisation.partner order by id limit 1')).rows[0].id
    const [here, there] = rows
    await agreed({
      service: 'SO',
      fees: [row('0', null, { rateBps: 1 }), row('0', null, { rateBps: 2, partnerId: partner }), row('0', null, { rateBps: 3, unitId: here.id })],
    })
    const rate = (partnerId: string, unit: { id: string; head_unit_id: string }) => rateOf('SO', { partnerId, unitIds: [unit.head_unit_id, unit.id] })
    expect([await rate('0', there), await rate(partner, there), await rate(partner, here)]).toEqual([1, 2, 3])
  })

  it('that was agreed does not change, not even in the database', async () => {
    const id = await agreed({ service: 'SDK' })
    const refused = (statement: string) => expect(test.runtime.database.owner.query(statement)).rejects.toMatchObject({ code: '23001' })
    await refused(`update policy.policy set name = 'x' where id = ${id}`)
    await refused(`update policy.fee set rate_bps = 0 where policy_id = ${id}`)
    await refused(`delete from policy.policy where id = ${id}`)
  })
})

describe('bad input', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no fee', { fees: [] }, 'fees'],
    ['two rows for one amount', { fees: [row('0', '100'), row('99', null)] }, 'fees.1.amountFrom'],
    ['amounts between two rows without a fee', { fees: [row('0', '100'), row('200', null)] }, 'fees.1.amountFrom'],
    ['amounts the wrong way round', { fees: [row('100', '100')] }, 'fees.0.amountTo'],
    ['a greatest fee below the least', { fees: [row('0', null, { minimum: '10', maximum: '9' })] }, 'fees.0.maximum'],
    ['a rate above everything', { fees: [row('0', null, { rateBps: 10_001 })] }, 'fees.0.rateBps'],
    ['a fee below zero', { fees: [row('0', null, { fixed: '-1' })] }, 'fees.0.fixed'],
    ['an amount in words', { fees: [row('mười', null)] }, 'fees.0.amountFrom'],
    ['a day that has gone', { effectiveFrom: addDays(today, -1) }, 'effectiveFrom'],
    ['days the wrong way round', { effectiveFrom: addDays(today, 2), effectiveTo: addDays(today, 1) }, 'effectiveTo'],
    ['a code with a space', { code: 'A B' }, 'code'],
    ['an unknown service', { service: 'BTC' }, 'service'],
  ])('%s: refused at its field in both languages, nothing stored', async (_, wrong, field) => {
    const count = async () => (await test.runtime.pool.query('select count(*)::int as n from policy.policy')).rows[0].n
    const before = await count()
    const texts = []
    for (const language of ['vi', 'en'] as const) {
      const { status, errors = [], message } = await test.call(createPolicy, input(wrong) as never, { ...admin, language })
      expect(status, message).toBe(422)
      expect(errors.map((error) => error.field)).toContain(field)
      texts.push(errors[0]?.message)
    }
    expect(new Set(texts).size).toBe(2)
    expect(await count()).toBe(before)
  })

  it('what rows for everybody cover is no gap for a partner', async () => {
    const partnerId = (await test.call(partnerOptions, {}, admin)).data?.[0]?.id ?? ''
    const own = [row('0', '100', { partnerId }), row('500', null, { partnerId })]
    expect((await test.call(createPolicy, input({ code: 'COVERED', fees: [row('0', '300'), row('300', null), ...own] }), admin)).status).toBe(200)
    const text = { vi: 'Số tiền từ 100 đến dưới 500 chưa có dòng phí nào', en: 'No fee row covers amounts from 100 to below 500' }
    for (const language of ['vi', 'en'] as const)
      expect(await test.call(createPolicy, input({ code: 'OPEN', fees: [row('0', '300'), ...own] }) as never, { ...admin, language })).toMatchObject({
        code: 'VAL-001',
        errors: [{ field: 'fees.2.amountFrom', code: 'POL-012', message: text[language] }],
      })
  })

  it('a code that is taken, a partner that is not there, a person who may not', async () => {
    await made({ code: 'TAKEN' })
    expect((await test.call(createPolicy, input({ code: 'TAKEN' }), admin)).code).toBe('POL-001')
    expect((await test.call(createPolicy, input({ fees: [row('0', null, { partnerId: '999999' })] }), admin)).code).toBe('POL-008')
    expect((await test.call(createPolicy, input(), { as: 'ketoan' })).status).toBe(403)
    expect((await test.list(listPolicies, {}, { as: 'giaodichvien' })).status).toBe(403)
    expect((await test.list(listPolicies, { filter: { text: 'taken', inForceOn: today } }, admin)).data?.totalRecord).toBe(0)
  })
})
