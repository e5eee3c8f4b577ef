import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import type { QrReport } from '#subsystems/qr/contract/service.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { balances, type GatewayReply, type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../test/payments.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import type { GatewayOutcome, LineResult } from '../contract/gateway.ts'
import { chargeOf } from './fees/charge.ts'

let it: TestApp
let world: GatewayWorld
let channels: TestChannel[]

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
  channels = [world.vcb, world.bidv]
})
afterAll(() => it.close())

/** Nightly (npm run test:faults): 500. */
const RUNS = process.env.FAULTS ? 500 : 8

type Status = GatewayOutcome['status'] | 'INITIATED'
interface Facts {
  amount: number
  hcm: boolean
  status: Status
}
type Command =
  | { kind: 'single'; channel: number; ref: number; facts: Facts; copies: number }
  | { kind: 'batch'; channel: number; lines: { ref: number; facts: Facts }[]; copies: number }
  | { kind: 'outcome'; channel: number; ref: number; status: GatewayOutcome['status']; copies: number }

const channel = fc.nat({ max: 1 })
const ref = fc.nat({ max: 5 })
// Few amounts, so that the same facts come again by chance.
const facts = fc.record({
  amount: fc.constantFrom(5_000, 91_000),
  hcm: fc.boolean(),
  status: fc.constantFrom<Status>('INITIATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'UNKNOWN'),
})
const copies = fc.constantFrom(1, 1, 1, 3)
const command = fc.oneof(
  fc.record({ kind: fc.constant('single' as const), channel, ref, facts, copies }),
  fc.record({ kind: fc.constant('batch' as const), channel, lines: fc.array(fc.record({ ref, facts }), { minLength: 1, maxLength: 8 }), copies }),
  fc.record({
    kind: fc.constant('outcome' as const),
    channel,
    ref,
    status: fc.constantFrom('PROCESSING' as const, 'SUCCEEDED' as const, 'FAILED' as const, 'UNKNOWN' as const),
    copies,
  }),
)

/** The gateway as a person would describe it: what stands, and what was paid. */
class Model {
  readonly standing = new Map<string, { facts: Facts; status: Status }>()
  readonly sums = new Map<string, bigint>()

  report(name: string, facts: Facts): 'created' | 'repeated' | 'refused' {
    const known = this.standing.get(name)
    if (known) return JSON.stringify(known.facts) === JSON.stringify(facts) ? 'repeated' : 'refused'
    this.standing.set(name, { facts, status: facts.status })
    if (facts.status === 'SUCCEEDED') this.pay(name, facts)
    return 'created'
  }

  outcome(name: string, to: GatewayOutcome['status']): number {
    const known = this.standing.get(name)
    if (!known) return 404
    if (known.status === to) return 200
    const order: Record<Status, Status[]> = {
      INITIATED: ['PROCESSING', 'UNKNOWN', 'SUCCEEDED', 'FAILED'],
      PROCESSING: ['UNKNOWN', 'SUCCEEDED', 'FAILED'],
      UNKNOWN: ['SUCCEEDED', 'FAILED'],
      SUCCEEDED: [],
      FAILED: [],
    }
    if (!order[known.status].includes(to)) return 409
    known.status = to
    if (to === 'SUCCEEDED') this.pay(name, known.facts)
    return 200
  }

  private pay(name: string, { amount, hcm }: Facts): void {
    const hundredths = BigInt(amount) * 100n
    const plan = hcm ? { rateBps: 55, fixed: 0n, minimum: 0n, maximum: null } : { rateBps: 100, fixed: 0n, minimum: 100_00n, maximum: 50_000_00n }
    const { fee, tax } = chargeOf(hundredths, plan, { vatBps: 1_000 })
    const add = (code: string, value: bigint) => this.sums.set(code, (this.sums.get(code) ?? 0n) + value)
    add(name.startsWith('0') ? '1388.VCB' : '1388.BIDV', hundredths)
    add(hcm ? '3388.M-HCM' : '3388.M-HANOI', hundredths - fee - tax)
    add('5113.QR', fee)
    add('33311.QR', tax)
  }
}

const model = new Model()
const occurredAt = isoLocal(new Date(Date.now() - 60_000))
const WORDS = { code: '00', message: 'said so' }

function bodyOf(run: string, at: number, { amount, hcm, status }: Facts): QrReport {
  return report({
    externalRef: `${run}-${at}`,
    amount: String(amount),
    merchantCode: hcm ? 'M-HCM' : 'M-HANOI',
    occurredAt,
    outcome: status === 'INITIATED' ? undefined : { ...WORDS, status },
  })
}

/** The same call several times at once: as a retry under one key, each with its own nonce. */
async function together<T>(copies: number, path: string, by: TestChannel, body: unknown): Promise<GatewayReply<T>[]> {
  const key = randomUUID()
  return Promise.all(Array.from({ length: copies }, () => gatewayCall<T>(it.app, by, path, body, { key })))
}

async function perform(run: string, given: Command): Promise<void> {
  const by = channels[given.channel] as TestChannel
  const name = (at: number) => `${given.channel} ${run}-${at}`
  if (given.kind === 'single') {
    const expected = model.report(name(given.ref), given.facts) === 'refused' ? 422 : 200
    const replies = await together(given.copies, '/og-001/v1/transactions', by, bodyOf(run, given.ref, given.facts))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => expected))
  } else if (given.kind === 'batch') {
    const lines = given.lines.map((line) => JSON.stringify(bodyOf(run, line.ref, line.facts))).join('\n')
    const expected = given.lines.map((line) => model.report(name(line.ref), line.facts))
    const replies = await together<{ results: LineResult[] }>(given.copies, '/og-002/v1/transactions/batch', by, lines)
    const answers = replies.map(({ data }) => (data?.results ?? []).map(({ status }) => status))
    // Whoever came first stored it; nobody else did, and all agree on what was refused.
    for (const [at, wanted] of expected.entries()) {
      const here = answers.map((statuses) => statuses[at])
      expect(here.filter((status) => status === 'created')).toHaveLength(wanted === 'created' ? 1 : 0)
      expect(here.filter((status) => status === 'refused')).toHaveLength(wanted === 'refused' ? given.copies : 0)
    }
  } else {
    const expected = model.outcome(name(given.ref), given.status)
    const body = { ...WORDS, status: given.status, occurredAt }
    const replies = await together(given.copies, `/og-001/v1/transactions/${run}-${given.ref}/outcome`, by, body)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => expected))
  }
}

test('any stream of calls, retries included, ends in the states and ledger sums of a model', { timeout: 15_000 * RUNS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 30 }), async (commands) => {
      const run = randomUUID().slice(0, 8)
      for (const given of commands) await perform(run, given)
      const rows = await it.runtime.db
        .selectFrom('payment.transaction')
        .select(['partner_id', 'external_ref', 'status'])
        .where('external_ref', 'like', `${run}-%`)
        .execute()
      const stored = rows.map((row) => `${row.partner_id === world.vcb.partnerId ? 0 : 1} ${row.external_ref} ${row.status}`)
      const wanted = [...model.standing].filter(([name]) => name.includes(run)).map(([name, { status }]) => `${name} ${status}`)
      expect(stored.toSorted()).toEqual(wanted.toSorted())
      expect(await balances(it.runtime)).toEqual(Object.fromEntries([...model.sums].map(([code, sum]) => [code, formatMoney(sum)])))
    }),
    // A shrunken run would start from the sums of the failed one.
    { numRuns: RUNS, endOnFailure: true, ...repeatable },
  )
  expect(await verifyLedger(it.runtime.db)).toEqual([])
})
