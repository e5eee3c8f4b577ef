/**
 * The feed of events of cash on delivery in batches over signed HTTP (kept, folded, booked: of the three events of an item one is a collection, with its
 * journal and position), against bare COPY and upsert of the same rows, without checks, folding or books, in turns on one durable PostgreSQL. Postmen of
 * many offices, so that no account is hot.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Runtime } from '#platform/server/module.ts'
import { openCouriers } from '#subsystems/cob/server/couriers/open.ts'
import { openChannel } from '../src/app/simulator/channel.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { type BenchResult, median } from './result.ts'

const EVENTS = Number(process.env.EVENTS ?? 90_000)
const BATCH = 9_000
const COURIERS = 300
const KINDS = ['OUT_FOR_DELIVERY', 'DELIVERED', 'COLLECTED'] as const

interface Told {
  reference: string
  item: string
  kind: (typeof KINDS)[number]
  at: string
  courier: string
}

async function openPostmen({ db, pool }: Runtime): Promise<string[]> {
  const { rows: units } = await pool.query<{ id: string; code: string }>(
    "select id, code from organisation.unit where level = 'POST_OFFICE' and status = 'ACTIVE' order by id limit $1",
    [COURIERS],
  )
  const inputs = Array.from({ length: COURIERS }, (_, n) => ({ code: `BENCH-${n}`, name: `Bưu tá ${n}`, unitId: units[n % units.length]?.id ?? '' }))
  await db.transaction().execute((tx) => openCouriers(tx, inputs, { by: 'bench', at: new Date() }))
  return units.map(({ code }) => code)
}

const itemCode = (n: number) => `BENCH${String(n).padStart(9, '0')}`
const at = new Date(Date.now() - 7_200_000)

const itemOf = (n: number, units: readonly string[]): string =>
  JSON.stringify({
    ...{ code: itemCode(n), acceptedAt: isoLocal(at), acceptedUnit: units[(n * 7) % units.length], deliveryUnit: units[n % units.length] },
    ...{ sender: { name: 'Cửa hàng' }, receiver: { name: 'Lê Thị Mai', address: '12 Hàng Bài' }, codAmount: '350000', postage: '30000' },
  })

/** The events of a batch, those of an item apart from each other. */
function eventsOf(first: number): Told[] {
  const items = Array.from({ length: BATCH / KINDS.length }, (_, n) => first + n)
  return KINDS.flatMap((kind, step) =>
    items.map((n) => ({
      ...{ reference: `${kind}-${n}`, item: itemCode(n), kind, courier: `BENCH-${n % COURIERS}` },
      at: isoLocal(new Date(at.getTime() + (step + 1) * 60_000)),
    })),
  )
}

const lineOf = (told: Told): string => JSON.stringify(told.kind === 'COLLECTED' ? { ...told, amount: '350000' } : told)

/** Tables with the same columns that count, a key each and nothing else. */
const BARE = `
  create schema bench;
  create table bench.event (reference text primary key, item text not null, kind text not null, at timestamptz not null, courier text not null, amount numeric(20,2));
  create table bench.item (code text primary key, state text not null, courier text not null, amount numeric(20,2));`

async function bare({ pool }: Pick<Runtime, 'pool'>, events: readonly Told[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('create temporary table told (like bench.event) on commit drop')
    const rows = events.map(({ reference, item, kind, at, courier }) =>
      [reference, item, kind, at, courier, kind === 'COLLECTED' ? '350000' : '\\N'].join('\t'),
    )
    await pipeline(Readable.from(`${rows.join('\n')}\n`), client.query(copyFrom('copy told from stdin')))
    await client.query('insert into bench.event select * from told on conflict do nothing')
    await client.query(`
      insert into bench.item select distinct on (item) item, kind, courier, max(amount) over (partition by item) from told order by item, at desc
      on conflict (code) do update set state = excluded.state, courier = excluded.courier, amount = coalesce(excluded.amount, bench.item.amount)`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const rateOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (BATCH / (performance.now() - start)) * 1000
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-cob-feed')
  const connection = connect(database.connectionString, { max: 20 })
  const owner = connect(database.connectionString, { as: 'owner' })
  try {
    const { config, runtime, app, address: baseUrl } = await demoServer(connection, database)
    const partner = await partnerByClientId(runtime.db, config, 'gw-saoviet')
    await runtime.db.transaction().execute((tx) => enablePartners(tx, [partner?.partnerId ?? '']))
    const units = await openPostmen(runtime)
    await owner.pool.query(BARE)
    const channel = openChannel({ baseUrl, clientId: 'gw-saoviet', secret: partner?.secret ?? '' })
    const send = async (path: string, lines: readonly string[]) => {
      const { status, envelope } = await channel(path, `${lines.join('\n')}\n`)
      const data = envelope.data as { created: number; results: { status: string }[] } | null
      if (data?.created !== lines.length)
        throw new Error(`${status} ${envelope.message} ${JSON.stringify(data?.results.find((line) => line.status !== 'created'))}`)
    }
    const step = BATCH / KINDS.length
    const items = EVENTS / KINDS.length
    for (let from = 0; from < items; from += step)
      await send(
        '/cob-101/v1/items/batch',
        Array.from({ length: step }, (_, n) => itemOf(from + n, units)),
      )
    await connection.pool.query('vacuum analyze')
    const samples: { feed: number; bare: number }[] = []
    for (let from = 0; from < items; from += step) {
      const events = eventsOf(from)
      const feed = await rateOf(() => send('/cob-101/v1/events/batch', events.map(lineOf)))
      samples.push({ feed, bare: await rateOf(() => bare(owner, events)) })
    }
    const { rows } = await connection.pool.query<{ collected: number; same: boolean }>(
      `select count(*) filter (where money_state = 'COLLECTED' and delivery_state = 'DELIVERED')::int as collected,
         (select sum(amount) from cob.position) = (select sum(a.balance) from ledger.account a join cob.courier c on c.account_id = a.id) as same
       from cob.item where code like 'BENCH%'`,
    )
    if (rows[0]?.collected !== items || !rows[0].same) throw new Error(`not everything is booked: ${JSON.stringify(rows[0])}`)
    await app.close()
    const differences = await verifyLedger(runtime.db)
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    // The first batch warms up plans and caches.
    const later = samples.length > 1 ? samples.slice(1) : samples
    const of = (which: 'feed' | 'bare') => median(later.map((sample) => sample[which]))
    console.log(`events fed ${Math.round(of('feed')).toLocaleString('en')}/s; bare COPY and upsert ${Math.round(of('bare')).toLocaleString('en')}/s`)
    return [
      {
        name: `${EVENTS.toLocaleString('en')} events in batches of ${BATCH.toLocaleString('en')}`,
        figure: of('feed'),
        target: 3_000,
        better: 'higher',
        unit: 'events/s',
      },
      {
        name: 'events of the feed : bare COPY and upsert of the same rows',
        ...{ figure: median(later.map(({ feed, bare }) => feed / bare)), target: 0.05, better: 'higher', unit: 'ratio' },
      },
    ]
  } finally {
    await owner.close()
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
