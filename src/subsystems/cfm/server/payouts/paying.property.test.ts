/** Whatever tellers, the counter channel and time do to lines: line, slip, money of the list and money of the till say the same after each step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmClaim, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { testClock } from '../../../../../test/app.ts'
import { FLOAT, type PayingWorld, payingWorld } from '../../../../../test/paying.ts'
import { balances } from '../../../../../test/payments.ts'
import type { Person } from '../../../../../test/payouts.ts'
import { chance } from '../../../../../test/scoped-world.ts'
import { lineCode } from '../../contract/payouts.ts'

const STEPS = process.env.FAULTS === 'full' ? 600 : 60
const LINES = 24
const KINDS = ['claim', 'claim', 'claim', 'claim', 'confirm', 'confirm', 'release', 'release', 'fact', 'lose', 'decide', 'age'] as const
const clock = testClock()
let world: PayingWorld
let listId: string
let people: Person[]
let lines: string[]

beforeAll(async () => {
  world = await payingWorld({ clock })
  people = Array.from({ length: LINES }, (_, n) => world.person(100_000 + 1_000 * n, n % 3 === 2 ? { pointCode: world.otherPoint.code } : {}))
  const made = await world.payable(people)
  listId = made.id
  lines = made.lines.map(({ id }) => id)
})
afterAll(() => world?.close())

interface Slip {
  source: string
  status: string
  excess: boolean
  amount: string
  till: string
}

/** Slips of the list as they stand. */
async function slips(): Promise<Slip[]> {
  const { rows } = await world.runtime.pool.query<Slip>(
    'select s.source_id as source, s.status, s.excess, s.amount, h.code as till from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = any($1) order by s.id',
    [lines.map(lineCode)],
  )
  return rows
}

/** What a line is while a slip of it counts. */
const LINE_OF: Readonly<Record<string, string>> = { CLAIMED: 'CLAIMED', UNKNOWN: 'UNKNOWN', PAID: 'PAID' }

async function agree(step: string): Promise<string[]> {
  const all = await slips()
  const states = await Promise.all(lines.map((id) => world.statusOf(id)))
  // What somebody else reports to have paid is never free, and held only for that.
  const otherwise = lines.map((id) => all.filter(({ source, excess }) => excess && source === lineCode(id)).map(({ status }) => status))
  for (const [n, state] of states.entries()) {
    if (state === 'UNPAID') expect(new Set(otherwise[n]), step).not.toContain('EXCESS')
    if (state === 'UNPAID') expect(new Set(otherwise[n]), step).not.toContain('UNKNOWN')
    if (state === 'HELD') expect(otherwise[n], step).not.toEqual([])
  }
  const counting = lines.map((id) => all.filter(({ source, status, excess }) => source === lineCode(id) && !excess && status !== 'RELEASED'))
  expect(
    counting.map((own) => own.length <= 1),
    step,
  ).toEqual(lines.map(() => true))
  expect(
    counting.map(([slip]) => (slip ? LINE_OF[slip.status] : 'UNPAID')),
    step,
  ).toEqual(states.map((state) => (state === 'HELD' ? 'UNPAID' : state)))
  const { account, unpaid } = await world.sides(listId)
  const sum = (of: readonly { amount: string }[]) => of.reduce((total, { amount }) => total + Number(amount), 0)
  const paid = all.filter(({ status }) => status === 'PAID' || status === 'EXCESS')
  const whole = people.reduce((total, { amount }) => total + Number(amount), 0)
  expect([account, whole - sum(paid.filter(({ excess }) => !excess))], step).toEqual([unpaid, unpaid])
  const books = await balances(world.runtime)
  for (const { till } of [world.here, world.there])
    expect(Number(books[`CASH-${till}`]), `${step} ${till}`).toBe(FLOAT - sum(paid.filter((slip) => slip.till === till)))
  expect(Number(books['1388.PAYOUT'] ?? 0), step).toBe(sum(paid.filter(({ excess }) => excess)))
  const { rows } = await world.runtime.pool.query('select coalesce(sum(paid_out), 0) as sum from cash.person_day where identity_number = any($1)', [
    people.map(({ identityNumber }) => identityNumber),
  ])
  expect(Number(rows[0].sum), step).toBe(sum(paid))
  return states
}

test('line, slip, list and till agree after every step of a random sequence', { timeout: STEPS * 10_000 }, async () => {
  const next = chance(20_261_123)
  const outcomes = { SUCCEEDED: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' }, UNKNOWN: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } }
  const claims: { id: string; line: number; account: string }[] = []
  const lost: { ref: string; line: number }[] = []
  const seen = new Set<string>()
  let before = await agree('at first')
  for (let n = 0; n < STEPS; n++) {
    const at = next(LINES)
    const [line = '', person] = [lines[at], people[at] as Person]
    const place = next(4) === 0 ? world.there : world.here
    const kind = KINDS[next(KINDS.length)] ?? 'claim'
    const step = `${n} ${kind} line ${at} at ${place.till}`
    let ok = true
    if (kind === 'claim') {
      const reply = await world.claimAt(line, person, {}, place)
      ok = reply.data?.result === 'CLAIMED'
      expect(ok, `${step} ${reply.code}`).toBe(before[at] === 'UNPAID' && place.unitId === (at % 3 === 2 ? world.there : world.here).unitId)
      if (reply.data?.claim) claims.push({ id: reply.data.claim.id, line: at, account: place.account })
    } else if (kind === 'confirm' || kind === 'release') {
      const claim = claims.splice(next(Math.max(1, claims.length)), 1)[0]
      if (!claim) continue
      ok = (await world.call(kind === 'confirm' ? confirmClaim : releaseClaim, { id: claim.id }, world.command(claim.account))).status === 200
      expect(ok, step).toBe(before[claim.line] === 'CLAIMED')
    } else if (kind === 'fact') {
      ok = (await world.send(world.report(line, person, { outcome: outcomes.SUCCEEDED }, place))).status === 200
      expect(ok, step).toBe(true)
    } else if (kind === 'lose') {
      const body = world.report(line, person, { outcome: outcomes.UNKNOWN }, place)
      expect((await world.send(body)).status, step).toBe(200)
      lost.push({ ref: body.externalRef, line: at })
    } else if (kind === 'decide') {
      const one = lost.splice(next(Math.max(1, lost.length)), 1)[0]
      if (!one) continue
      expect((await world.outcomeOf(one.ref, next(2) ? 'SUCCEEDED' : 'FAILED')).status, step).toBe(200)
    } else {
      await world.ageIn(6)
    }
    const after = await agree(step)
    for (const [place_, state] of after.entries()) {
      // What was paid stays paid; what nobody knows ends by a decision alone, never by time.
      if (before[place_] === 'PAID') expect(state, step).toBe('PAID')
      if (kind === 'age' && before[place_] !== state) expect([before[place_], state], step).toEqual(['CLAIMED', 'UNKNOWN'])
    }
    seen.add(`${kind} ${ok}`)
    before = after
  }
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining(['age true', 'claim false', 'claim true', 'confirm true', 'decide true', 'fact true', 'lose true', 'release true']),
  )
  expect(await verifyLedger(world.runtime.db)).toEqual([])
})
