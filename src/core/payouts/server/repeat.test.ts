/** Lines that are paid again: carried over into the next list, or followed up; nobody stands in two lists of one month. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { controlRules } from '../../../app/plugs/controls.ts'
import { addLine, changeLine, openVersion, payoutVersions, proposeVersion } from '../contract/versions.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

/** Two people carried over from October; one of them has been paid by another list of October since. */
async function carriedTwice() {
  const programme = await world.programme('CARRY')
  const [both, once] = [world.person(500_000), world.person(300_000)]
  const first = await world.approved(programme, [both, once], '10/2026')
  await world.close_(first)
  const other = await world.approved(programme, [both], '10/2026')
  await world.pay(other, [0])
  return { programme, first, both, other }
}

describe('lines that are paid again', () => {
  it('are carried into the next month without who has a line of their month by now, who is counted and named', async () => {
    const { programme, both, other } = await carriedTwice()
    const { id } = await world.draft(programme, { count: 1, total: '700000', month: '11/2026' })
    const done = await world.imported(id, [world.person(700_000)])
    expect(done.summary).toMatchObject({ lines: 1, carried: 1, left: 1 })
    expect((await world.detail(id)).leftOut).toBe(`${both.name} (${(await world.detail(other)).code})`)
    expect((await world.lines(id)).map(({ month, amount }) => [month, amount])).toEqual([
      ['11/2026', '700000.00'],
      ['10/2026', '300000.00'],
    ])
  })

  it('go into one of two drafts of a programme, and the other is imported all the same', async () => {
    const programme = await world.programme('CARRY')
    const first = await world.approved(programme, [world.person(500_000)], '10/2026')
    await world.close_(first)
    for (const carried of [1, 0]) {
      const { id } = await world.draft(programme, { count: 1, total: '700000', month: '11/2026' })
      expect((await world.imported(id, [world.person(700_000)])).summary).toMatchObject({ lines: 1, carried })
    }
  })

  it('are followed up without who has another line of the month, who is named; nobody left is refused with the name', async () => {
    const { first, both, other } = await carriedTwice()
    const follow = await world.followUp(first)
    expect(follow.status, follow.message).toBe(200)
    const draft = await world.detail(follow.data?.id ?? '')
    expect((await world.lines(draft.id)).map(({ amount }) => amount)).toEqual(['300000.00'])
    const { code } = await world.detail(other)
    expect(draft.leftOut).toBe(`${both.name} (${code})`)
    const again = await world.followUp(first)
    expect(again).toMatchObject({ status: 409, code: 'PYL-049' })
    expect(again.message).toContain(code)
  })

  it('are named by a control rule when no list has taken them long after', async () => {
    const programme = await world.programme('CARRY')
    const id = await world.approved(programme, [world.person(500_000)], '10/2026')
    await world.close_(id)
    const { code } = await world.detail(id)
    const rule = controlRules.find((one) => one.code === 'PAYOUT_CARRIED_WAITING')
    const named = async (days: number) =>
      (await rule?.query(world.runtime.db, new Date(world.clock.now().getTime() + days * 86_400_000)))?.filter(({ subject }) => subject === code)
    expect(await named(44)).toEqual([])
    expect(await named(46)).toMatchObject([{ amount: '500000.00' }])
    expect((await world.followUp(id)).status).toBe(200)
    expect(await named(46)).toEqual([])
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })
})

describe('an update of a list', () => {
  const maker = { as: 'ketoan', clientId: 'PP_CFM' } as const

  /** A draft update of a list, and short words for what is put into it. */
  async function update(listId: string) {
    expect((await world.call(openVersion, { listId, reason: 'Công văn bổ sung' }, maker)).status).toBe(200)
    const version = async () => (await world.call(payoutVersions, { listId }, maker)).data?.[0]
    const at = async () => ({ id: (await version())?.id ?? '', version: (await version())?.version ?? 0 })
    const payment = { unitId: world.point.id, method: 'CASH' as const }
    return {
      version,
      add: async (person: object) => world.call(addLine, { ...(await at()), ...payment, ...world.newcomer(50_000), ...person }, maker),
      change: async (lineId: string, name: string, amount: string) => world.call(changeLine, { ...(await at()), ...payment, lineId, name, amount }, maker),
      propose: async () => world.call(proposeVersion, { ...(await at()), reason: 'Trình' }, maker),
      decide: async (decision: 'APPROVE' | 'REJECT' = 'APPROVE') => world.decideOn('payout.version', (await at()).id, 'kiemsoat', decision),
    }
  }

  it('says what is unusual about the lines that it adds and changes, to its maker and to the checker, and the lines keep it', async () => {
    const programme = await world.programme()
    const people = [world.person(1_000_000), world.person(1_000_000)]
    await world.approved(programme, people, '10/2026')
    const again = people.map((person) => ({ ...person, address: 'Số 2 phố Huế' }))
    const id = await world.approved(programme, again, '11/2026', { extra: '5000000' })
    const [steady, raised] = await world.lines(id)
    const draft = await update(id)
    await draft.change(steady?.id ?? '', 'Tên viết lại', '1000000')
    await draft.change(raised?.id ?? '', raised?.name ?? '', '3000000')
    const newcomer = world.newcomer(50_000)
    await draft.add(newcomer)
    expect((await draft.version())?.changes.map(({ warnings }) => warnings)).toEqual([[], ['AMOUNT'], ['NEW']])
    expect((await draft.propose()).status).toBe(200)
    const shown = await world.runtime.pool.query("select after from approvals.request where subject_type = 'payout.version' and status = 'PENDING'")
    expect(shown.rows[0].after).toMatchObject({ warnedAmount: `1: ${raised?.name}`, warnedNew: `1: ${newcomer.name}`, warnedOtherList: null })
    expect((await draft.decide()).status).toBe(200)
    expect((await world.lines(id)).map(({ warning }) => warning)).toEqual([null, 'AMOUNT', 'NEW'])
  })

  it('is submitted again when a line of it has become unusual since', async () => {
    const programme = await world.programme()
    const id = await world.approved(programme, [world.person(1_000_000)], '11/2026', { extra: '5000000' })
    const draft = await update(id)
    const newcomer = world.newcomer(50_000)
    await draft.add(newcomer)
    expect((await draft.propose()).status).toBe(200)
    const elsewhere = world.person(70_000, { beneficiaryCode: newcomer.beneficiaryCode, identityNumber: newcomer.identityNumber, name: newcomer.name })
    await world.approved(await world.programme(), [elsewhere], '11/2026')
    const refused = await draft.decide()
    expect(refused).toMatchObject({ status: 409, code: 'PYL-058', message: expect.stringContaining(newcomer.name) })
    expect(await world.lines(id)).toHaveLength(1)
  })

  it('adds nobody twice: who got a line on another list since is named with list and line', async () => {
    const programme = await world.programme()
    const id = await world.approved(programme, [world.person(1_000_000)], '11/2026', { extra: '5000000' })
    const draft = await update(id)
    const newcomer = world.newcomer(50_000)
    await draft.add(newcomer)
    expect(await draft.add(newcomer)).toMatchObject({ status: 422, code: 'PYL-057' })
    expect((await draft.propose()).status).toBe(200)
    const same = world.person(70_000, { beneficiaryCode: newcomer.beneficiaryCode, identityNumber: newcomer.identityNumber })
    const { code } = await world.detail(await world.approved(programme, [world.person(80_000), same], '11/2026'))
    const refused = await draft.decide()
    expect(refused).toMatchObject({ status: 409, code: 'PYL-056' })
    for (const part of [newcomer.name, code, 'dòng 2']) expect(refused.message).toContain(part)
    expect(await world.lines(id)).toHaveLength(1)
  })
})
