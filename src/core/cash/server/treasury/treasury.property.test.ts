import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneyTrace } from '#app/plugs/trace.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { chance } from '../../../../../test/scoped-world.ts'
import { type TreasuryWorld, treasuryWorld } from '../../../../../test/treasury.ts'
import { type Settlement, type TreasuryStatus, treasuryMachine } from '../../contract/treasury/transaction.ts'
import { cancelTreasury } from '../../contract/treasury/transactions.ts'
import { TREASURY } from './record.ts'

const STEPS = process.env.FAULTS === 'full' ? 2_000 : 220
const LIVE = 6
const FINAL: readonly TreasuryStatus[] = ['RECEIVED', 'SETTLED', 'REJECTED', 'CANCELLED', 'RETURNED']
const SETTLEMENTS: readonly Settlement[] = ['CORRECT_COUNT', 'KEEP_PENDING', 'RECOVER', 'WRITE_OFF', 'PAY_BACK']

let world: TreasuryWorld
let bankId: string
beforeAll(async () => {
  world = await treasuryWorld()
  bankId = (await world.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()).id
})
afterAll(() => world?.close())

/** A transaction as it should be, beside what the system says. */
interface Expected {
  id: string
  from: 'a' | 'b'
  bank: boolean
  amount: number
  found: number
  status: TreasuryStatus
  counting: boolean
  back: boolean
  request?: string | undefined
  settlement?: Settlement | undefined
}

type Reply = { status: number; code: string | number | null }

/** What the machine and the rules allow, and what it does to the vaults; anything else changes nothing. */
class Model {
  readonly held = { a: 800_000_000, b: 100_000_000, bank: 0, courier: 0 }
  readonly seen = new Set<TreasuryStatus>()
  live: Expected[] = []

  to(item: Expected, status: TreasuryStatus): void {
    item.status = status
    this.seen.add(status)
  }

  arrive(item: Expected, amount: number): void {
    this.held.courier -= item.amount
    this.held[item.back ? item.from : item.bank ? 'bank' : item.from === 'a' ? 'b' : 'a'] += amount
  }
}

const other = ({ from }: Expected) => (from === 'a' ? world.b : world.a)
const sender = ({ from }: Expected) => world[from]

it(`${STEPS} random steps: what is in transit lies with couriers, nothing is lost, and each status comes by its machine`, { timeout: 900_000 }, async () => {
  const roll = chance(20_261_123)
  const model = new Model()
  const answers = { done: 0, refused: 0 }
  for (let step = 0; step < STEPS; step++) {
    const reply = await act(model, roll)
    if (reply === undefined) continue
    answers[reply.allowed ? 'done' : 'refused']++
    expect([step, reply.name, reply.reply.status === 200, reply.reply.code]).toEqual([step, reply.name, reply.allowed, reply.reply.code])
    await agrees(model)
    model.live = model.live.filter(({ status }) => !FINAL.includes(status))
  }
  expect(await verifyLedger(world.runtime.db)).toEqual([])
  expect(answers.done).toBeGreaterThan(STEPS / 4)
  expect(answers.refused).toBeGreaterThan(STEPS / 10)
  expect([...model.seen].sort()).toEqual([...treasuryMachine.status.options].filter((status) => status !== 'DRAFT').sort())
})

interface Done {
  name: string
  allowed: boolean
  reply: Reply
}

async function act(model: Model, roll: (below: number) => number): Promise<Done | undefined> {
  if (model.live.length < LIVE && roll(3) === 0) return begin(model, roll)
  const item = model.live[roll(model.live.length)]
  if (!item) return undefined
  // Half of the steps go on with what is due, the rest try anything.
  const due: Partial<Record<TreasuryStatus, readonly StepName[]>> = {
    DRAFT: ['submit'],
    SUBMITTED: ['decide'],
    APPROVED: ['dispatch'],
    DISPATCHED: ['start', 'receive', 'takeBack'],
    DISCREPANCY: ['settle', 'decide'],
  }
  const names = roll(2) === 0 ? (due[item.status] ?? []) : (Object.keys(steps) as StepName[])
  const name = names[roll(names.length)] as StepName
  const { allowed, reply, effect } = await steps[name](item, roll, model)
  if (allowed) effect()
  return { name: `${name} ${item.id} ${item.status}`, allowed, reply }
}

async function begin(model: Model, roll: (below: number) => number): Promise<Done> {
  const from = roll(3) === 0 ? ('b' as const) : ('a' as const)
  const bank = roll(4) === 0
  const amount = (1 + roll(600)) * 100_000
  const ends = bank ? { kind: 'BANK_DEPOSIT' as const, bankId } : { toUnitId: world[from === 'a' ? 'b' : 'a'].unitId }
  const reply = await world.create(amount, { fromUnitId: world[from].unitId, ...ends }, { as: world[from].account })
  model.live.push({ id: reply.data?.id ?? '', from, bank, amount, found: 0, status: 'DRAFT', counting: false, back: false })
  return { name: 'create', allowed: true, reply }
}

interface Tried {
  allowed: boolean
  reply: Reply
  effect: () => void
}
type Step = (item: Expected, roll: (below: number) => number, model: Model) => Promise<Tried>
/** Now and then a bag holds a note more or less. */
const counted = ({ amount }: Expected, roll: (below: number) => number) => amount + ([0, 0, 0, -100_000, 100_000][roll(5)] ?? 0)

const steps = {
  async submit(item, _roll, model) {
    const reply = await world.submit(item.id, { as: sender(item).account })
    return {
      allowed: item.status === 'DRAFT',
      reply,
      effect: () => {
        item.request = reply.data?.requestId
        model.to(item, 'SUBMITTED')
      },
    }
  },
  async decide(item, roll, model) {
    const decision = roll(6) === 0 ? 'REJECT' : 'APPROVE'
    const reply = await world.decide(item.request ?? '999999', decision)
    const settles = item.status === 'DISCREPANCY'
    const effect = () => {
      const { settlement } = item
      item.request = undefined
      item.settlement = undefined
      if (!settles) return model.to(item, decision === 'APPROVE' ? 'APPROVED' : 'REJECTED')
      if (decision === 'REJECT') return
      model.arrive(item, settlement === 'CORRECT_COUNT' ? item.amount : item.found)
      model.to(item, 'SETTLED')
    }
    return { allowed: item.request !== undefined, reply, effect }
  },
  async dispatch(item, roll, model) {
    const wrong = roll(6) === 0
    const stranger = roll(8) === 0
    const reply = await world.dispatch(item.id, item.amount + (wrong ? 100_000 : 0), { as: stranger ? other(item).account : sender(item).account })
    const allowed = item.status === 'APPROVED' && !stranger && !wrong && model.held[item.from] >= item.amount
    const effect = () => {
      model.held[item.from] -= item.amount
      model.held.courier += item.amount
      model.to(item, 'DISPATCHED')
    }
    return { allowed, reply, effect }
  },
  async start(item, roll) {
    const own = roll(6) === 0
    const reply = await world.start(item.id, { as: own ? sender(item).account : other(item).account })
    const effect = () => {
      item.counting = true
    }
    return { allowed: item.status === 'DISPATCHED' && !own && !item.bank, reply, effect }
  },
  async callOff(item) {
    const reply = await world.callOff(item.id)
    const effect = () => {
      item.counting = false
    }
    return { allowed: item.status === 'DISPATCHED' && item.counting, reply, effect }
  },
  async receive(item, roll, model) {
    const found = counted(item, roll)
    const reply = item.bank ? await world.deposit(item.id, found, { as: 'admin' }) : await world.receive(item.id, found, { as: other(item).account })
    const effect = () => {
      item.found = found
      if (found !== item.amount) return model.to(item, 'DISCREPANCY')
      model.arrive(item, found)
      model.to(item, 'RECEIVED')
    }
    return { allowed: item.status === 'DISPATCHED' && (item.bank || item.counting), reply, effect }
  },
  async takeBack(item, roll, model) {
    const found = counted(item, roll)
    const reply = await world.takeBack(item.id, found, { as: sender(item).account })
    const effect = () => {
      item.found = found
      item.back = true
      if (found !== item.amount) return model.to(item, 'DISCREPANCY')
      model.arrive(item, found)
      model.to(item, 'RETURNED')
    }
    return { allowed: item.status === 'DISPATCHED', reply, effect }
  },
  async settle(item, roll) {
    const settlement = SETTLEMENTS[roll(SETTLEMENTS.length)] as Settlement
    const reply = await world.settle(item.id, settlement, settlement === 'RECOVER' ? { staffId: world.carrier.staffId } : {})
    const fits = item.found < item.amount ? settlement !== 'PAY_BACK' : !['RECOVER', 'WRITE_OFF'].includes(settlement)
    const effect = () => {
      item.request = reply.data?.requestId
      item.settlement = settlement
    }
    return { allowed: item.status === 'DISCREPANCY' && item.request === undefined && fits, reply, effect }
  },
  async cancel(item, _roll, model) {
    const version = await world.version(item.id)
    const reply = await world.call(cancelTreasury, { id: item.id, version, reason: 'Không cần nữa' }, world.options(sender(item).account))
    return { allowed: item.status === 'DRAFT' || item.status === 'APPROVED', reply, effect: () => model.to(item, 'CANCELLED') }
  },
} satisfies Record<string, Step>
type StepName = keyof typeof steps

/** What the steps of these transactions leave with the courier. */
async function carried(live: readonly Expected[]): Promise<number> {
  const { rows } = await world.runtime.pool.query<{ code: string }>('select code from ledger.account where id = $1', [world.courier.accountId])
  const ways = await Promise.all(live.map(({ id }) => moneyTrace.of(world.runtime.db, { type: TREASURY, id }, { userId: '0' })))
  return ways.flat().reduce((sum, { accountCode, until, amount }) => sum + (accountCode === rows[0]?.code && until === null ? Number(amount) : 0), 0)
}

/** The system says what the model says, the courier holds what is on its way, as each transaction tells it, and debits are credits. */
async function agrees({ held, live }: Model): Promise<void> {
  const { pool } = world.runtime
  expect({ ...(await world.held()), bank: await world.account('BANK-CASH-VCB') }).toEqual(held)
  expect(await carried(live)).toBe(held.courier)
  const [transit] = (
    await pool.query<{ moving: string; couriers: string; whole: string; negative: string }>(`
      select (select coalesce(sum(amount), 0)::numeric(20,2) from cash.treasury_transaction where status in ('DISPATCHED', 'DISCREPANCY')) as moving,
        (select sum(a.balance) from cash.holding h join ledger.account a on a.id = h.account_id where h.kind = 'COURIER') as couriers,
        (select sum(case normal_side when 'D' then balance else -balance end) from ledger.account) as whole,
        (select count(*) from ledger.account where balance < 0) as negative`)
  ).rows
  expect(transit).toMatchObject({ moving: transit?.couriers, whole: '0.00', negative: '0' })
  const { rows } = await pool.query<{ id: string; status: string }>('select id::text, status from cash.treasury_transaction where id = any ($1)', [
    live.map(({ id }) => id),
  ])
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(new Map(live.map(({ id, status }) => [id, status])))
}
