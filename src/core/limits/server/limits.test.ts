import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRequest } from '#core/approvals/contract/request.ts'
import { createRoleLimit, listRoleLimits, removeRoleLimit, updateRoleLimit } from '#core/limits/contract/limits.ts'
import { localDate } from '#kernel/dates.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { consumeLimit, limitLeft } from './public.ts'

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld()
})
afterAll(() => test?.close())

const admin = { as: 'admin', clientId: 'PP_SYS' } as const
const scalar = async (text: string, ...values: unknown[]) =>
  (await test.runtime.pool.query<{ it: string }>(`select (${text})::text as it`, values)).rows[0]?.it ?? ''
const roleId = (code: string) => scalar('select id from iam.role where code = $1', code)
const userId = (account: string) => scalar('select id from iam.user_account where account = $1', account)

describe('a daily limit', () => {
  it('is set by role, once a kind, changed and taken away', async () => {
    const input = { roleId: await roleId('ACCOUNTANT'), kind: 'WRITE_OFF' as const, amount: '500000' }
    const { data } = await test.call(createRoleLimit, input, admin)
    expect(await test.call(createRoleLimit, input, admin)).toMatchObject({ status: 409, code: 'LIM-002', errors: [{ field: 'roleId' }] })
    expect(await test.call(createRoleLimit, { ...input, amount: '0.5' }, admin)).toMatchObject({ status: 422 })
    const id = data?.id ?? ''
    expect(await test.call(updateRoleLimit, { id, version: 0, amount: '700000' }, admin)).toMatchObject({ status: 200, data: { version: 1 } })
    expect((await test.list(listRoleLimits, { filter: { kind: 'WRITE_OFF' } }, admin)).data?.result).toMatchObject([
      { roleCode: 'ACCOUNTANT', amount: '700000.00' },
    ])
    expect(await test.call(removeRoleLimit, { id, version: 1 }, admin)).toMatchObject({ status: 200 })
  })

  it('adds up a person, partner and day; of many at its edge as many pass as fit', async () => {
    const { data } = await test.call(createRoleLimit, { roleId: await roleId('ACCOUNTANT'), kind: 'MANUAL_JOURNAL', amount: '1000' }, admin)
    const by = { kind: 'MANUAL_JOURNAL' as const, personId: await userId('ketoan'), partnerId: null, day: '2026-03-02' }
    const spend = (amount: bigint, more: Partial<typeof by> = {}) =>
      test.runtime.db
        .transaction()
        .execute((tx) => consumeLimit(tx, { ...by, ...more, amount }))
        .then(
          () => 'passed',
          (error: { definition?: { code: string } }) => error.definition?.code ?? String(error),
        )
    const results = await Promise.all(Array.from({ length: 16 }, () => spend(300_00n)))
    expect(results.toSorted()).toEqual([...Array.from({ length: 13 }, () => 'LIM-001'), 'passed', 'passed', 'passed'])
    expect(await limitLeft(test.runtime.db, by)).toBe(100_00n)
    expect(await spend(-101_00n)).toBe('LIM-001')
    expect(await spend(100_00n)).toBe('passed')
    // Another day, person or kind has its own.
    expect(await spend(1000_00n, { day: '2026-03-03' })).toBe('passed')
    expect(await spend(9_000_000_00n, { personId: await userId('kiemsoat') })).toBe('passed')
    expect(await limitLeft(test.runtime.db, { ...by, kind: 'REFUND' })).toBeNull()
    await test.call(removeRoleLimit, { id: data?.id ?? '', version: 0 }, admin)
  })

  it('of refunds counts against who approves: of two at the edge one passes, the other says what is left and stays pending', async () => {
    await test.call(createRoleLimit, { roleId: await roleId('CHECKER'), kind: 'REFUND', amount: '150000' }, admin)
    const requests = []
    for (let n = 0; n < 2; n++) requests.push(await test.asked(await test.pay({ amount: '100000' }), '100000'))
    const [first = '', second = ''] = requests
    const seen = await test.call(getRequest, { id: first }, { as: 'kiemsoat', clientId: 'O2O_CRM' })
    expect(seen.data).toMatchObject({ limitLeft: '150000.00' })
    const decided = await Promise.all([test.decide(first), test.decide(second)])
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = decided.find(({ status }) => status === 409)
    expect(refused).toMatchObject({ code: 'LIM-001', message: expect.stringContaining('còn lại 50.000 đồng') })
    const left = decided[0]?.status === 409 ? first : second
    expect(await scalar('select status from approvals.request where id = $1', left)).toBe('PENDING')
    expect((await test.call(getRequest, { id: left }, { as: 'kiemsoat', clientId: 'O2O_CRM' })).data).toMatchObject({ limitLeft: '50000.00' })
    expect(await scalar("select sum(amount) from limits.used where kind = 'REFUND' and day = $1", localDate(new Date()))).toBe('100000.00')
    // Rejecting counts for nothing.
    expect((await test.decide(left, 'REJECT')).status).toBe(200)
    expect(await scalar("select sum(amount) from limits.used where kind = 'REFUND'")).toBe('100000.00')
  })
})
