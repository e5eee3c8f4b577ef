/** Whatever happens to a list, its account holds what its lines have still to be paid, and its states add up to its total. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { chance } from '../../../../test/scoped-world.ts'
import { checkPayout } from '../contract/lists.ts'
import { addLine, discardVersion, openVersion, payoutVersions, proposeVersion, stopLine } from '../contract/versions.ts'
import { claimLine, releaseLine, unknownLine } from './public.ts'

/** FAULTS=full runs many more sequences. */
const STEPS = process.env.FAULTS === 'full' ? 400 : 40
const maker = { as: 'ketoan', clientId: 'PP_CFM' } as const

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

/** Σ of the lines that are not settled equals the account; Σ over the states equals the total. Throws nothing: answers both sides. */
async function sides(id: string) {
  const list = await world.detail(id)
  const sum = (...states: string[]) => list.states.filter(({ status }) => states.includes(status)).reduce((all, { amount }) => all + parseMoney(amount), 0n)
  return {
    account: parseMoney(list.balance ?? '0'),
    open: sum('UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD'),
    total: parseMoney(list.total),
    states: list.states.filter(({ status }) => status !== 'CANCELLED').reduce((all, { amount }) => all + parseMoney(amount), 0n),
    shown: parseMoney(list.paid) + parseMoney(list.unpaid) + parseMoney(list.returned),
  }
}

/** A version with one change, decided at once. */
async function changed(id: string, next: (n: number) => number): Promise<void> {
  const opened = await world.call(openVersion, { listId: id, reason: 'Cập nhật' }, maker)
  if (!opened.data) return
  const { id: versionId } = opened.data
  const now = async () => ({
    id: versionId,
    version: (await world.call(payoutVersions, { listId: id }, maker)).data?.find((one) => one.id === versionId)?.version ?? 0,
  })
  const lines = (await world.lines(id)).filter(({ status }) => status === 'UNPAID' || status === 'HELD')
  const line = lines[next(Math.max(1, lines.length))]
  if (next(2) === 0 || !line) {
    await world.receive(world.partnerId, '90000')
    await world.call(addLine, { ...(await now()), unitId: world.point.id, method: 'CASH', ...world.newcomer(1_000 * (1 + next(90))) }, maker)
  } else {
    const kind = line.status === 'HELD' ? (['RELEASE', 'WITHDRAW'] as const)[next(2)] : (['HOLD', 'WITHDRAW'] as const)[next(2)]
    await world.call(stopLine, { ...(await now()), lineId: line.id, kind: kind ?? 'HOLD', reason: 'Theo công văn' }, maker)
  }
  await world.call(proposeVersion, { ...(await now()), reason: 'Trình' }, maker)
  await world.decideOn('payout.version', versionId, 'kiemsoat', next(4) === 0 ? 'REJECT' : 'APPROVE')
}

describe('the money of a list', () => {
  it('is what its lines have still to be paid, after every step of a random sequence', { timeout: 600_000 }, async () => {
    const next = chance(7)
    const programme = await world.programme()
    const id = await world.approved(
      programme,
      Array.from({ length: 12 }, (_, n) => world.person(10_000 * (n + 1))),
    )
    const stamp = { by: 'probe', at: world.clock.now() }
    for (let step = 0; step < STEPS; step++) {
      const lines = await world.lines(id)
      const at = next(lines.length)
      const line = lines[at]
      if (!line) continue
      const what = next(6)
      if (what === 0) await changed(id, next)
      else if (line.status === 'UNPAID' && what < 4) {
        if (what === 1) await world.pay(id, [at])
        else await world.runtime.db.transaction().execute((tx) => claimLine(tx, [world.claim(line.id)]))
      } else if (line.status === 'CLAIMED')
        await world.runtime.db.transaction().execute((tx) => (next(2) === 0 ? releaseLine(tx, [line.id], stamp) : unknownLine(tx, [line.id], stamp)))
      else if (line.status === 'UNKNOWN') await world.runtime.db.transaction().execute((tx) => releaseLine(tx, [line.id], stamp))
      const { account, open, total, states, shown } = await sides(id)
      expect({ step, account, total, shown }).toEqual({ step, account: open, total: states, shown: total })
    }
    // While anybody is being paid, it does not close.
    const claimed = (await world.lines(id)).find(({ status }) => status === 'UNPAID')
    if (claimed) {
      await world.runtime.db.transaction().execute((tx) => claimLine(tx, [world.claim(claimed.id)]))
      const first = (await world.lines(id)).find(({ status }) => status === 'CLAIMED' || status === 'UNKNOWN')
      const named = expect.stringContaining(`dòng ${first?.lineNo}, ${first?.name}`)
      expect(await world.close_(id)).toMatchObject({ status: 409, code: 'PYL-026', message: named })
    }
    const held = (await world.lines(id)).filter(({ status }) => status === 'CLAIMED' || status === 'UNKNOWN').map((line) => line.id)
    await world.runtime.db.transaction().execute((tx) => releaseLine(tx, held, stamp))
    // Nor while a change of it waits.
    const waiting = (await world.call(payoutVersions, { listId: id }, maker)).data?.find(({ status }) => status === 'DRAFT')
    if (waiting) {
      expect(await world.close_(id)).toMatchObject({ status: 409, code: 'PYL-029' })
      expect((await world.call(discardVersion, { id: waiting.id, version: waiting.version }, maker)).status).toBe(200)
    }
    expect((await world.close_(id)).status).toBe(200)
    expect(await sides(id)).toMatchObject({ account: 0n, open: 0n })
    expect(await verifyLedger(world.runtime.db)).toEqual([])
  })

  it('is never spent twice: of two lists approved at once, with money for one, one is', { timeout: 120_000 }, async () => {
    const programme = await world.programme()
    const lists: string[] = []
    for (const month of ['08/2026', '09/2026']) {
      const { id } = await world.draft(programme, { count: 1, total: '700000', month })
      await world.imported(id, [world.person(700_000)])
      for (const { kind } of (await world.detail(id)).warnings) await world.acknowledge(id, kind)
      await world.step(checkPayout, id)
      lists.push(await world.submit(id))
    }
    const before = parseMoney((await world.detail(lists[0] ?? '')).funds ?? '0')
    if (before < 70_000_000n) await world.receive(world.partnerId, String((70_000_000n - before) / 100n))
    // Whatever was there beyond one list is taken by a third.
    const spare = parseMoney((await world.detail(lists[0] ?? '')).funds ?? '0') - 70_000_000n
    if (spare > 0n) await world.spend(programme, spare)
    const requests = await Promise.all(
      lists.map((id) => world.call(requestsOf, { subjectType: 'payout.list', subjectId: id }, { as: 'admin', clientId: 'PP_CFM' })),
    )
    const decided = await Promise.all(
      requests.map(({ data }) =>
        world.call(
          decideRequest,
          { id: data?.[0]?.id ?? '', version: data?.[0]?.version ?? 0, decision: 'APPROVE', reason: 'Duyệt' },
          { as: 'kiemsoat', clientId: 'O2O_CRM', headers: { 'idempotency-key': randomUUID() } },
        ),
      ),
    )
    expect(decided.map(({ status, code }) => [status, code]).sort()).toEqual([
      [200, 'API000'],
      [409, 'PYL-024'],
    ])
    expect(parseMoney((await world.detail(lists[0] ?? '')).funds ?? '0')).toBe(0n)
  })

  it('is claimed by one of many tills', { timeout: 120_000 }, async () => {
    const id = await world.approved(await world.programme(), [world.person(50_000)])
    const [line] = await world.lines(id)
    const results = await Promise.all(
      Array.from({ length: 16 }, () =>
        world.runtime.db.transaction().execute(async (tx) => (await claimLine(tx, [world.claim(line?.id ?? '')])).get(line?.id ?? '')?.definition.code),
      ),
    )
    expect(results.filter((code) => code === undefined)).toHaveLength(1)
    expect(results.filter((code) => code === 'PYL-040')).toHaveLength(15)
  })
})
