/** Whatever order items and events come in, repeated, in batches of whatever size: the same items, positions and balances. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isoLocal } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CobWorld, cobWorld, feedEvents, feedItems, heldBy, itemCode, itemLine } from '../../../../../test/cob.ts'
import { repeatable } from '../../../../../test/repeatable.ts'
import { EventKind } from '../../contract/machines.ts'
import { STATE_CODES } from '../../contract/state-codes.ts'

const RUNS = process.env.FAULTS === 'full' ? 300 : 12

let test: TestApp
let world: CobWorld
beforeAll(async () => {
  test = await testApp()
  world = await cobWorld(test)
})
afterAll(() => test?.close())

const ITEMS = 3
const START = Date.now() - 6 * 86_400_000
const at = (hour: number) => isoLocal(new Date(START + hour * 3_600_000))

const told = fc.record({
  item: fc.nat(ITEMS - 1),
  kind: fc.constantFrom(...EventKind.exclude(['ACCEPTED']).options, 'COLLECTED', 'COLLECTED'),
  hour: fc.integer({ min: 1, max: 80 }),
  courier: fc.constantFrom('BT-HN', 'BT-HCM'),
  /** Whether an event that is no collection says who it was. */
  named: fc.boolean(),
  amount: fc.constantFrom('350000', '200000'),
})
const CODES = new Map([...STATE_CODES].map(([code, kind]) => [kind, code]))
/** What happens, in which order it is told (items among the events), which of it again, and how long the batches are. What is told again has the code of its kind for a name. */
const stories = fc.record({
  events: fc.array(told, { minLength: 1, maxLength: 14 }),
  order: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
  again: fc.array(fc.nat(13), { maxLength: 6 }),
  size: fc.integer({ min: 1, max: 9 }),
})

type Happened = typeof told extends fc.Arbitrary<infer One> ? One : never

/** Items and events with codes and references of their own, the same facts otherwise. */
function tell(events: readonly Happened[], run: string): { codes: string[]; items: object[]; events: ({ kind: EventKind } & object)[] } {
  const codes = Array.from({ length: ITEMS }, itemCode)
  return {
    codes,
    items: codes.map((code) => itemLine({ code, acceptedAt: at(0) })),
    events: events.map(({ item, kind, hour, courier, named, amount }, n) => ({
      ...{ reference: `${run}-${n}`, item: codes[item], kind, at: at(hour) },
      ...(named || kind === 'COLLECTED' ? { courier } : {}),
      ...(kind === 'COLLECTED' ? { amount } : {}),
    })),
  }
}

/** An event told by the state code of its kind, where there is one. */
function byCode(event: ReturnType<typeof tell>['events'][number] | undefined) {
  return event ? [{ ...event, kind: CODES.get(event.kind) ?? event.kind }] : []
}

let runs = 0

/** What the feed has made of some items, by their place. */
async function stateOf(codes: readonly string[]) {
  const { rows } = await sql<{ state: string }>`
    select jsonb_build_object('item', to_jsonb(i) - array['id', 'code', 'collected_event_id', 'updated_at', 'version', 'facts_hash'],
        'event', (select regexp_replace(e.reference, '^[^-]+-', '') from cob.event e where e.id = i.collected_event_id),
        'positions', (select jsonb_agg(to_jsonb(p) order by p.courier_id, p.business_date, p.due_on) from (
          select courier_id, business_date, due_on, unit_id, sum(amount) as amount, count(*) filter (where kind = 'COLLECT') - count(*) filter (where kind = 'ADJUST') as n
            from cob.position where item_id = i.id group by courier_id, business_date, due_on, unit_id having sum(amount) <> 0) p),
        'accounts', (select jsonb_agg(to_jsonb(b) order by b.account_id, b.business_date) from (
          select e.account_id, j.business_date, sum(case e.side when 'D' then e.amount else -e.amount end) as amount from ledger.journal j join ledger.entry e on e.journal_id = j.id
           where j.source_type = 'cob.item' and j.source_id = i.id::text group by e.account_id, j.business_date having sum(case e.side when 'D' then e.amount else -e.amount end) <> 0) b))::text as state
      from unnest(${[...codes]}::text[]) with ordinality as c (code, n) join cob.item i on i.code = c.code order by c.n`.execute(test.runtime.db)
  return rows.map(({ state }) => JSON.parse(state))
}

it('ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async ({ events, order, again, size }) => {
      runs += 1
      const plain = tell(events, `a${runs}`)
      await feedItems(test, world.feeder, plain.items)
      await feedEvents(test, world.feeder, plain.events)
      const mixed = tell(events, `b${runs}`)
      const repeated = again.flatMap((n) => byCode(mixed.events[n]))
      const stream = [...mixed.items.map((line) => ({ line, item: true })), ...[...mixed.events, ...repeated].map((line) => ({ line, item: false }))]
        .map((one, n) => ({ ...one, key: order[n] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
      for (let start = 0; start < stream.length; start += size) {
        const batch = stream.slice(start, start + size)
        const lines = (item: boolean) => batch.filter((one) => one.item === item).map(({ line }) => line)
        if (lines(false).length > 0) expect(await feedEvents(test, world.feeder, lines(false))).toMatchObject({ refused: 0 })
        if (lines(true).length > 0) expect(await feedItems(test, world.feeder, lines(true))).toMatchObject({ refused: 0 })
      }
      expect(await stateOf(mixed.codes)).toEqual(await stateOf(plain.codes))
      for (const courier of [world.hanoi, world.hcm]) {
        const { account, positions } = await heldBy(test.runtime, courier)
        expect(account).toBe(positions)
      }
    }),
    { ...repeatable, numRuns: RUNS, endOnFailure: true },
  )
  const { rows } = await test.runtime.pool.query(
    `select (select coalesce(sum(amount), 0) from cob.position) as positions, (select coalesce(sum(collected - handed_in + adjusted), 0) from cob.debt) as debt,
       (select sum(a.balance) from ledger.account a join cob.courier c on c.account_id = a.id) as accounts`,
  )
  expect(new Set([rows[0].positions, rows[0].debt, rows[0].accounts]).size).toBe(1)
})
