import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Session } from '#platform/server/session/session.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { nameServices } from '../../../../test/services.ts'
import { assignBusinesses, assignmentUsers, changeBusinesses, effectiveAssignments, endAssignment, listAssignments } from '../contract/assignment.ts'
import { assertMayDo } from './public.ts'

let test: TestApp
const today = localDate(new Date())
const admin = { as: 'admin', clientId: 'PP_SYS' } as const
let office: { id: string; head: string; province: string; district: string }
let user: string

beforeAll(async () => {
  test = await testApp()
  await nameServices(test.runtime, ['COD', 'POB', 'SO', 'SDK'])
  office = (
    await test.runtime.pool.query(
      "select id, head_unit_id as head, province_unit_id as province, district_unit_id as district from organisation.unit where code = '010101' and level = 'POST_OFFICE'",
    )
  ).rows[0]
  user = (await test.runtime.pool.query("select id from iam.user_account where account = 'giaodichvien'")).rows[0].id
})
afterAll(() => test.close())

const assign = (input: Record<string, unknown>, options: object = admin) =>
  test.call(assignBusinesses, { businesses: ['COD'], verdict: 'REFUSED', validFrom: today, reason: 'Kiểm thử', ...input } as never, options)
const ruleOf = async (business: string) => {
  const row = (await test.list(listAssignments, { filter: { business } }, admin)).data?.result[0]
  return { id: row?.id ?? '', version: row?.version ?? 0 }
}
const may = async (of: { unitId?: string; userId?: string }, day = today, business = 'COD') => {
  const { data, message } = await test.call(effectiveAssignments, { ...of, day }, admin)
  if (!data) throw new Error(message)
  const { allowed, byUnit, byUser, inherited } = data.find((one) => one.business === business) ?? {}
  return { allowed, byUnit: byUnit !== null, byUser: byUser !== null, inherited }
}

describe('which businesses a unit may do', () => {
  it('all, when nobody said anything', async () => {
    expect(await may({ unitId: office.id })).toEqual({ allowed: true, byUnit: false, byUser: false, inherited: false })
  })

  it('what the nearest unit on the way up says, and what a person is denied', async () => {
    expect((await assign({ unitIds: [office.province] })).data).toEqual({ rules: 1 })
    expect(await may({ unitId: office.id })).toEqual({ allowed: false, byUnit: true, byUser: false, inherited: true })
    expect(await may({ unitId: office.province })).toMatchObject({ allowed: false, inherited: false })
    expect(await may({ unitId: office.head })).toMatchObject({ allowed: true })
    await assign({ unitIds: [office.district], verdict: 'ALLOWED' })
    expect(await may({ unitId: office.id })).toMatchObject({ allowed: true, inherited: true })
    await assign({ userIds: [user] })
    expect(await may({ userId: user })).toEqual({ allowed: false, byUnit: false, byUser: true, inherited: false })
    expect(await may({ userId: user }, today, 'QR')).toMatchObject({ allowed: true })
  })

  it('a person never more than the own unit', async () => {
    await assign({ unitIds: [office.id], businesses: ['SO'] })
    await assign({ userIds: [user], businesses: ['SO'], verdict: 'ALLOWED' })
    expect(await may({ userId: user }, today, 'SO')).toMatchObject({ allowed: false, byUnit: true })
  })

  it('from a day to a day, and one rule at a time', async () => {
    await assign({ unitIds: [office.id], businesses: ['POB'], validFrom: addDays(today, 2), validTo: addDays(today, 4) })
    const on = async (days: number) => (await may({ unitId: office.id }, addDays(today, days), 'POB')).allowed
    expect([await on(1), await on(2), await on(4), await on(5)]).toEqual([true, false, false, true])
    expect((await assign({ unitIds: [office.id], businesses: ['POB'], validFrom: addDays(today, 4) })).code).toBe('ASG-001')
    const rule = (await test.list(listAssignments, { filter: { business: 'POB' } }, admin)).data?.result[0]
    const ended = { id: rule?.id ?? '', version: rule?.version ?? 0, reason: 'Thôi' }
    expect(await test.call(endAssignment, { ...ended, endsFrom: addDays(today, -1) }, admin)).toMatchObject({
      status: 422,
      errors: [{ field: 'endsFrom', code: 'datePast' }],
    })
    expect((await test.call(endAssignment, { ...ended, version: 9, endsFrom: today }, admin)).code).toBe('SYS-409')
    expect((await test.call(endAssignment, { ...ended, endsFrom: today }, admin)).status).toBe(200)
    expect(await on(3)).toBe(true)
  })

  it('changed for a while: what lies before and after stays as it is', async () => {
    const unitIds = [office.province]
    await assign({ unitIds, businesses: ['CFM'], validFrom: addDays(today, 1) })
    const changed = { businesses: ['CFM'], verdict: 'ALLOWED', reason: 'Thí điểm', unitIds } as const
    const change = (days: object) =>
      test.call(changeBusinesses, { ...changed, validFrom: addDays(today, 3), validTo: addDays(today, 4), ...days } as never, admin)
    expect((await change({})).data).toEqual({ rules: 1 })
    const on = async (days: number) => (await may({ unitId: office.province }, addDays(today, days), 'CFM')).allowed
    const days = async () => Promise.all([0, 1, 2, 3, 4, 5, 500].map(on))
    expect(await days()).toEqual([true, false, false, true, true, false, false])
    // From today on and for good: nothing of the rules that would have come is left.
    await change({ validFrom: today, validTo: null })
    expect(await days()).toEqual([true, true, true, true, true, true, true])
    expect((await test.list(listAssignments, { filter: { business: 'CFM' } }, admin)).data?.totalRecord).toBe(1)
    await test.call(endAssignment, { ...(await ruleOf('CFM')), endsFrom: today, reason: 'Thôi' }, admin)
  })

  it('a wrong one is ended at once, the days that have gone keep it, and an end is not put off', async () => {
    const unitIds = [office.district]
    await test.runtime.pool.query(
      `insert into assignment.rule (business, unit_id, allowed, valid_from, valid_to, updated_by, updated_at) values ('CFM', $1, false, $2, $3, 'admin', now())`,
      [office.district, addDays(today, -10), addDays(today, 10)],
    )
    await assign({ unitIds, businesses: ['SDK'] })
    const on = async (business: string, days: number) => (await may({ unitId: office.district }, addDays(today, days), business)).allowed
    for (const business of ['CFM', 'SDK']) {
      expect(await on(business, 0)).toBe(false)
      const rule = { ...(await ruleOf(business)), reason: 'Nhầm dịch vụ' }
      if (business === 'CFM')
        expect(await test.call(endAssignment, { ...rule, endsFrom: addDays(today, 12) }, admin)).toMatchObject({
          code: 'ASG-004',
          errors: [{ field: 'endsFrom' }],
        })
      expect((await test.call(endAssignment, { ...rule, endsFrom: today }, admin)).status).toBe(200)
      expect(await on(business, 0)).toBe(true)
    }
    expect([await on('CFM', -1), await on('CFM', 1)]).toEqual([false, true])
    await test.runtime.pool.query("delete from assignment.rule where business = 'CFM'")
  })

  it('a running one keeps its days until yesterday', async () => {
    await test.runtime.pool.query(
      `insert into assignment.rule (business, unit_id, allowed, valid_from, updated_by, updated_at) values ('CFM', $1, false, $2, 'admin', now())`,
      [office.district, addDays(today, -10)],
    )
    const change = { unitIds: [office.district], businesses: ['CFM'], verdict: 'ALLOWED', validFrom: today, reason: 'Đủ người' } as const
    await test.call(changeBusinesses, change as never, admin)
    const on = async (days: number) => (await may({ unitId: office.district }, addDays(today, days), 'CFM')).allowed
    expect(await Promise.all([-10, -1, 0, 1].map(on))).toEqual([false, false, true, true])
    const { rows } = await test.runtime.pool.query("select before from platform.audit_entry where action like '%/change' order by id desc limit 1")
    expect(JSON.stringify(rows[0])).toContain('CFM')
    await test.runtime.pool.query("delete from assignment.rule where business = 'CFM'")
  })

  it('a service that the system does not have is refused', async () => {
    expect(await assign({ unitIds: [office.id], businesses: ['COD', 'NONE'] })).toMatchObject({
      code: 'VAL-001',
      errors: [{ field: 'businesses', code: 'choice' }],
    })
  })

  it('in bulk: all or nothing', async () => {
    const { data: units } = await test.call(effectiveAssignments, { unitId: office.id, day: today }, admin)
    const { rows: services } = await test.runtime.pool.query('select code from payment.service where active order by code')
    expect(units?.map(({ business }) => business).sort()).toEqual(services.map(({ code }) => code))
    const before = (await test.list(listAssignments, {}, admin)).data?.totalRecord
    expect((await assign({ unitIds: [office.head, office.id], businesses: ['SDK', 'SO'] })).code).toBe('ASG-001')
    expect((await test.list(listAssignments, {}, admin)).data?.totalRecord).toBe(before)
    expect((await assign({ unitIds: [office.head, office.district], businesses: ['SDK', 'CFM'] })).data).toEqual({ rules: 4 })
  })

  it('is asked by commands in the name of whoever calls', async () => {
    const asked = () =>
      test.runtime.db
        .transaction()
        .execute((tx) => assertMayDo({ tx, now: new Date(), session: { userId: user, unit: { id: office.id, level: 'POST_OFFICE' } } as Session }, 'QR'))
    await expect(asked()).resolves.toBeUndefined()
    await assign({ unitIds: [office.id], businesses: ['QR'] })
    await expect(asked()).rejects.toMatchObject({ definition: { code: 'ASG-003' } })
    // What is forbidden stays so for a service that is no longer offered.
    await test.runtime.pool.query("update payment.service set active = false where code = 'QR'")
    await expect(asked()).rejects.toMatchObject({ definition: { code: 'ASG-003' } })
    await test.runtime.pool.query("update payment.service set active = true where code = 'QR'")
  })
})

describe('bad input', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['nobody', {}, 'unitIds'],
    ['no business', { unitIds: ['1'], businesses: [] }, 'businesses'],
    ['days the wrong way round', { unitIds: ['1'], validFrom: addDays(today, 3), validTo: today }, 'validTo'],
    ['a first day that has gone', { unitIds: ['1'], validFrom: addDays(today, -1) }, 'validFrom'],
    ['a last day that has gone', { unitIds: ['1'], validTo: addDays(today, -1) }, 'validTo'],
    ['no reason', { unitIds: ['1'], reason: ' ' }, 'reason'],
    ['more than 200', { unitIds: Array.from({ length: 201 }, (_, at) => String(at + 1)) }, 'unitIds'],
  ])('%s: refused at its field in both languages', async (_, wrong, field) => {
    for (const language of ['vi', 'en'] as const) {
      const { status, errors = [] } = await assign(wrong, { ...admin, language })
      expect(status).toBe(422)
      expect(errors.map((error) => error.field)).toContain(field)
    }
  })

  it('units and people out of reach, and persons without the right', async () => {
    expect((await assign({ unitIds: ['999999'] })).code).toBe('ASG-002')
    expect((await assign({ unitIds: [office.id] }, { as: 'tinh01' })).status).toBe(403)
    const change = { unitIds: ['999999'], businesses: ['COD'], verdict: 'REFUSED', validFrom: today, reason: 'x' } as const
    expect((await test.call(changeBusinesses, change as never, admin)).code).toBe('ASG-002')
    expect((await test.call(effectiveAssignments, { day: today }, admin)).status).toBe(422)
    expect((await test.call(effectiveAssignments, { unitId: '999999', day: today }, admin)).status).toBe(404)
    const users = (await test.call(assignmentUsers, { text: 'giaodichvien' }, admin)).data ?? []
    expect(users.find(({ account }) => account === 'giaodichvien')).toMatchObject({ id: user })
  })
})
