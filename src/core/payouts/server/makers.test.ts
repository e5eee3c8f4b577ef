/** Whoever had a hand in a list or an update of it does not decide it, whoever submits it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { acknowledgeWarning, checkPayout } from '../contract/lists.ts'
import { openVersion, payoutVersions, proposeVersion, stopLine } from '../contract/versions.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

const by = (as: string) => ({ as, clientId: 'PP_CFM' }) as const

describe('makers', () => {
  it('of a list never approve or reject it, whoever submits', async () => {
    const programme = await world.programme()
    const known = world.person(100_000)
    await world.approved(programme, [known], '10/2026')
    const { id } = await world.draft(programme, { count: 2, total: '200000' })
    await world.imported(id, [known, world.person(100_000)])
    const at = async () => ({ id, version: (await world.detail(id)).version })
    expect((await world.call(acknowledgeWarning, { ...(await at()), kind: 'NEW', note: 'Đã xem' }, by('admin'))).status).toBe(200)
    expect((await world.step(checkPayout, id)).status).toBe(200)
    await world.submit(id)
    await world.receive(programme.partnerId, '200000')
    for (const decision of ['APPROVE', 'REJECT'] as const)
      expect(await world.decideOn('payout.list', id, 'admin', decision)).toMatchObject({ status: 409, code: 'PYL-048' })
    expect(await world.detail(id)).toMatchObject({ status: 'SUBMITTED', balance: null })
    // Somebody who rejects it has not made it.
    expect((await world.decideOn('payout.list', id, 'kiemsoat', 'REJECT')).status).toBe(200)
    await world.submit(id)
    await expect(world.runtime.database.owner.query("update payout.list set approved_by = 'admin' where id = $1", [id])).rejects.toThrow('maker_never_approves')
    expect((await world.decideOn('payout.list', id, 'kiemsoat')).status).toBe(200)
  })

  it('of an update never decide it: neither who opened it nor who put a change into it', async () => {
    const id = await world.approved(await world.programme(), [world.person(100_000), world.person(200_000)])
    const [line] = await world.lines(id)
    const at = async () => {
      const [version] = (await world.call(payoutVersions, { listId: id }, by('ketoan'))).data ?? []
      return { id: version?.id ?? '', version: version?.version ?? 0 }
    }
    for (const [opener, author, proposer] of [
      ['ketoan', 'admin', 'ketoan'],
      ['admin', 'ketoan', 'ketoan'],
    ] as const) {
      expect((await world.call(openVersion, { listId: id, reason: 'Công văn' }, by(opener))).status).toBe(200)
      const kind = (await world.lines(id))[0]?.status === 'HELD' ? 'RELEASE' : 'HOLD'
      expect((await world.call(stopLine, { ...(await at()), lineId: line?.id ?? '', kind, reason: 'Xác minh' }, by(author))).status).toBe(200)
      const proposed = await at()
      expect((await world.call(proposeVersion, { ...proposed, reason: 'Trình' }, by(proposer))).status).toBe(200)
      for (const decision of ['APPROVE', 'REJECT'] as const)
        expect(await world.decideOn('payout.version', proposed.id, 'admin', decision)).toMatchObject({ status: 409, code: 'PYL-048' })
      expect((await world.decideOn('payout.version', proposed.id, 'kiemsoat')).status).toBe(200)
    }
  })
})
