/**
 * The close of a day: an office with 2,000 entries, and 200 offices one after another while 64 clients post, against the same posting
 * alone, in turns. The closes are calls of the whole system (session, permission, checklist, ledger lock, figures, audit); the postings
 * are group commits in the same process, on tills of 400 offices, those that close among them: they are dated as the counter dates
 * them, after the day that closes.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { closeDay, startCounting, submitDay } from '#core/cash/contract/day-close/days.ts'
import { openBusinessDate, openHoldings } from '#core/cash/server/public.ts'
import { createPoster, type JournalInput, openAccounts, postMany, verifyLedger } from '#core/ledger/server/public.ts'
import type { Contract } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { cpuSeconds } from './ledger/fill.ts'
import { call, signIn } from './list/client.ts'
import { type BenchResult, median } from './result.ts'

const CLIENTS = 64
const OFFICES = Number(process.env.OFFICES ?? 200)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ENTRIES = 2_000
/** Of an office that closes among others. */
const FEW = 50
const BUSY = 5
/** Offices with cash that do not close. */
const OPEN = 200

interface Office {
  id: string
  vault: string
  till: string
}

/** Offices with a vault and a till; nothing of theirs is in the demo's own holdings. */
async function openOffices({ db }: Runtime, wanted: number): Promise<Office[]> {
  const { rows: units } = await sql<{ id: string }>`
    select u.id from organisation.unit u where u.level in ('POST_OFFICE', 'PAYOUT_POINT')
      and not exists (select from cash.holding h where h.unit_id = u.id) order by u.id limit ${wanted}`.execute(db)
  if (units.length < wanted) throw new Error(`only ${units.length} offices`)
  return db.transaction().execute(async (tx) => {
    const inputs = units.flatMap(({ id }) =>
      (['VAULT', 'TILL'] as const).map((kind) => ({ code: `B-${kind}-${id}`, name: `Quỹ ${id}`, kind, unitId: id, ceiling: 10n ** 13n })),
    )
    const opened = await openHoldings(tx, inputs)
    return units.map(({ id }, at) => ({ id, vault: opened[2 * at]?.accountId as string, till: opened[2 * at + 1]?.accountId as string }))
  })
}

let made = 0
function journalOf(account: string, contra: string, businessDate: string, at: Date): JournalInput {
  made += 1
  return {
    businessKey: `bench-${made}`,
    kind: 'MONEY_ORDER_SENT',
    service: 'CFM',
    businessDate,
    occurredAt: at,
    description: 'Thu tiền mặt',
    sourceType: 'bench',
    sourceId: String(made),
    entries: [
      { accountId: account, side: 'D', amount: 15_000_000n },
      { accountId: contra, side: 'C', amount: 15_000_000n },
    ],
  }
}

interface World {
  runtime: Runtime
  day: string
  contras: string[]
  /** Calls as the maker or the checker; throws what is refused. */
  ask(as: 'maker' | 'checker', contract: Contract, input: unknown): Promise<void>
}

/** A day of each office with so many entries, opened, counted and submitted: only the checker's press is left. */
async function submitDays({ runtime, day, contras, ask }: World, offices: readonly Office[], entries: number): Promise<{ id: string; version: number }[]> {
  const { db } = runtime
  const now = runtime.clock.now()
  for (const { id, vault, till } of offices)
    await db.transaction().execute(async (tx) => {
      await openBusinessDate(tx, id, now, 'bench')
      await postMany(
        tx,
        Array.from({ length: entries }, (_, at) => journalOf(at % 2 === 0 ? till : vault, contras[at % contras.length] as string, day, now)),
      )
    })
  await sql`
    insert into cash.count (code, holding_id, unit_id, reason, business_date, counted, ledger_balance, account_version, counted_by_staff_id, counted_at, created_by)
    select 'BENCH-' || h.id, h.id, h.unit_id, 'DAY', ${day}, a.balance, a.balance, a.version, (select min(id) from organisation.staff), ${now}, 'bench'
      from cash.holding h join ledger.account a on a.id = h.account_id where h.unit_id = any(${offices.map(({ id }) => id)}::bigint[]) and h.kind = 'VAULT'`.execute(
    db,
  )
  const days = () =>
    db
      .selectFrom('cash.day_close')
      .select(['id', 'version'])
      .where(
        'unit_id',
        'in',
        offices.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
  for (const one of await days()) await ask('maker', startCounting, one)
  for (const one of await days()) await ask('maker', submitDay, one)
  return days()
}

interface Phase {
  /** Postings a second. */
  rate: number
  seconds: number
  /** Milliseconds of CPU a posting, with whatever else was done meanwhile, of this process and PostgreSQL. */
  cpu: number
}

/** What 64 clients post until `until` has ended. */
async function postDuring(post: () => Promise<unknown>, until: () => Promise<unknown>, cpu: () => number): Promise<Phase> {
  const [start, before] = [performance.now(), cpu()]
  let done = 0
  let ended = false
  const client = async () => {
    while (!ended) {
      await post()
      done += 1
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  await until()
  const seconds = (performance.now() - start) / 1000
  const phase = { rate: done / seconds, seconds, cpu: ((cpu() - before) * 1000) / done }
  ended = true
  await Promise.all(clients)
  return phase
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function measure(world: World, cpu: () => number): Promise<BenchResult[]> {
  const { runtime, day, contras, ask } = world
  const offices = await openOffices(runtime, BUSY + OFFICES + OPEN)
  const busy = await submitDays(world, offices.slice(0, BUSY), ENTRIES)
  const many = await submitDays(world, offices.slice(BUSY, BUSY + OFFICES), FEW)
  const alone: number[] = []
  for (const one of busy) alone.push(await milliseconds(() => ask('checker', closeDay, one)))
  console.log(`an office with ${ENTRIES.toLocaleString('en')} entries closes in ${alone.map((ms) => ms.toFixed(0)).join(', ')} ms`)

  const poster = createPoster(runtime)
  const tills = offices.slice(BUSY).map(({ till }) => till)
  const any = (some: readonly string[]) => some[Math.floor(Math.random() * some.length)] as string
  const post = () => poster.submit(journalOf(any(tills), any(contras), addDays(day, 1), runtime.clock.now()))
  await postDuring(post, () => pause(3), cpu)
  const samples: { free: Phase; closing: Phase; each: number }[] = []
  const size = Math.ceil(many.length / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    const some = many.slice(round * size, (round + 1) * size)
    const close = async () => {
      for (const one of some) await ask('checker', closeDay, one)
    }
    const closing = await postDuring(post, close, cpu)
    const free = await postDuring(post, () => pause(closing.seconds), cpu)
    samples.push({ free, closing, each: (1000 * closing.seconds) / some.length })
  }
  await poster.drain()
  const differences = await verifyLedger(runtime.db)
  if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
  const middle = (of: (sample: (typeof samples)[number]) => number) => median(samples.map(of))
  const show = (phase: 'free' | 'closing') =>
    `${Math.round(middle((sample) => sample[phase].rate)).toLocaleString('en')}/s at ${middle((sample) => sample[phase].cpu).toFixed(2)} ms of CPU`
  console.log(`posting alone ${show('free')}; while offices close ${show('closing')}, a close each ${middle(({ each }) => each).toFixed(0)} ms`)
  console.log(`by CPU a posting: ${middle(({ free, closing }) => free.cpu / closing.cpu).toFixed(2)}; load ${loadavg()[0]?.toFixed(1)}`)
  return [
    { name: `close of an office with ${ENTRIES.toLocaleString('en')} entries`, figure: median(alone), target: 1_000, better: 'lower', unit: 'ms' },
    {
      name: `posting at ${CLIENTS} clients while ${OFFICES} offices close one after another, to posting alone`,
      figure: middle(({ free, closing }) => closing.rate / free.rate),
      target: 0.9,
      better: 'higher',
      unit: 'ratio',
    },
  ]
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function prepare(connection: Connection, database: Parameters<typeof demoServer>[1]): Promise<{ world: World; close(): Promise<void> }> {
  const { runtime, app, address } = await demoServer(connection, database)
  const people = { maker: await signIn(address, 'ketoan', 'PP_CFM_NEW'), checker: await signIn(address, 'kiemsoat', 'PP_CFM_NEW') }
  const inputs = Array.from({ length: 500 }, (_, at) => ({ code: `BENCH-${at}`, name: `Tài khoản ${at}`, class: 'LIABILITY', chart: 'OTHER_PAYABLE' }) as const)
  const contras = await runtime.db.transaction().execute((tx) => openAccounts(tx, inputs))
  const world: World = {
    runtime,
    day: localDate(runtime.clock.now()),
    contras,
    async ask(as, contract, input) {
      const { status, body } = await call(`${address}/api${contract.path}`, people[as], JSON.stringify(input))
      if (status !== 200) throw new Error(`${contract.path} answers ${status}: ${body.slice(0, 300)}`)
    },
  }
  return { world, close: () => app.close() }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-day-close')
  const connection = connect(database.connectionString, { max: 20 })
  try {
    const { world, close } = await prepare(connection, database)
    try {
      return await measure(world, () => (cpuSeconds(database.pid) ?? Number.NaN) + ownCpu())
    } finally {
      await close()
    }
  } finally {
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
