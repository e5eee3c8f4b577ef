/**
 * Posting through the ledger (createPoster: group commit) against the single-statement limit: one plpgsql call a posting that writes the
 * same rows to tables with the same columns and unique indexes, but without foreign keys, checks, triggers, limits, periods or a result a line.
 * Both at 64 clients, distinct business keys, one durable PostgreSQL, in turns; spread over 1,000 accounts, and with one hot account.
 * Each journal has an entry on a till: bound to the business date of its unit, never below its limit, with balances by date.
 */
import { sql } from 'kysely'
import { makeTables } from '#app/tables.ts'
import { type AccountInput, createPoster, openAccounts, verifyLedger } from '#core/ledger/server/public.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import { startTemporary } from '../test/temporary.ts'
import { type BenchResult, median } from './result.ts'

const CLIENTS = 64
const ACCOUNTS = 1_000
const TILLS = 500
const UNITS = 50
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 3)

const LIMIT = `
create schema bare;
create table bare.account (like ledger.account including defaults including indexes) with (fillfactor = 60);
create table bare.journal (like ledger.journal including defaults including indexes including identity);
create table bare.entry (like ledger.entry including defaults including indexes);
grant usage on schema bare to buutram_system;
grant insert on bare.account to buutram_system;
create function bare.post(key text, day date, at timestamptz, what text, source text, debit bigint, credit bigint, amount numeric) returns bigint language plpgsql as $$
declare
  journal bigint;
  low constant bigint := least(debit, credit);
  high constant bigint := greatest(debit, credit);
  b numeric;
  v bigint;
begin
  insert into bare.journal (business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
    values (key, 'QR_PAID', 'QR', day, at, what, 'payment.transaction', source, 2) returning id into journal;
  update bare.account set balance = balance + case low when debit then amount else -amount end, version = version + 1 where id = low returning balance, version into b, v;
  insert into bare.entry values (journal, case low when debit then 1 else 2 end, low, case low when debit then 'D' else 'C' end, amount, 'VND', b, v);
  update bare.account set balance = balance + case high when debit then amount else -amount end, version = version + 1 where id = high returning balance, version into b, v;
  insert into bare.entry values (journal, case high when debit then 1 else 2 end, high, case high when debit then 'D' else 'C' end, amount, 'VND', b, v);
  return journal;
end $$;`

interface Posting {
  key: string
  debit: string
  credit: string
}
type PostOne = (posting: Posting) => Promise<unknown>

const DAY = '2026-11-21'
const AT = new Date('2026-11-21T03:00:00Z')

/** Postings a second of 64 clients that each wait for their answer. */
async function rate(post: PostOne, pick: () => Posting, seconds: number): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < end) {
      await post(pick())
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done / (performance.now() - start)) * 1000
}

function throughLedger(ledger: Connection): { post: PostOne; drain(): Promise<void> } {
  const poster = createPoster(ledger)
  return {
    drain: () => poster.drain(),
    post: ({ key, debit, credit }) =>
      poster.submit({
        businessKey: key,
        kind: 'QR_PAID',
        service: 'QR',
        businessDate: DAY,
        occurredAt: AT,
        description: 'Thanh toán QR',
        sourceType: 'payment.transaction',
        sourceId: key,
        entries: [
          { accountId: debit, side: 'D', amount: 15_000_000n },
          { accountId: credit, side: 'C', amount: 15_000_000n },
        ],
      }),
  }
}

function oneCallEach(bare: Connection): PostOne {
  const at = AT.toISOString()
  return ({ key, debit, credit }) =>
    bare.pool.query({
      name: 'post',
      text: 'select bare.post($1, $2, $3, $4, $5, $6, $7, $8)',
      values: [key, DAY, at, 'Thanh toán QR', key, debit, credit, '150000.00'],
    })
}

/** A till and an account that is none, in either order; with `hot`, always the same till. */
function picker(ids: string[], name: string, hot: boolean): () => Posting {
  let count = 0
  const any = (from: number, to: number) => ids[from + Math.floor(Math.random() * (to - from))] as string
  return () => {
    count += 1
    const till = hot ? (ids[0] as string) : any(0, TILLS)
    const other = any(TILLS, ids.length)
    const key = `${name}:${count}`
    return count % 2 === 0 ? { key, debit: till, credit: other } : { key, debit: other, credit: till }
  }
}

/** The first TILLS of them belong to units, which keep their days. */
async function openAll(ledger: Connection): Promise<string[]> {
  return ledger.db.transaction().execute(async (tx) => {
    await sql`insert into organisation.unit (code, name, level) values ('HO', 'HO', 'HEAD_OFFICE')`.execute(tx)
    await sql`insert into organisation.unit (code, name, level, parent_id) select 'P' || n, 'P' || n, 'PROVINCE', h.id from generate_series(1, ${UNITS}) n, organisation.unit h`.execute(
      tx,
    )
    const { rows: units } = await sql<{ id: string }>`
      insert into ledger.unit_day (unit_id, closed_through) select id, '2026-11-20' from organisation.unit where level = 'PROVINCE' returning unit_id as id`.execute(
      tx,
    )
    return openAccounts(
      tx,
      Array.from({ length: ACCOUNTS }, (_, at): AccountInput => {
        const account = { code: `A${at}`, name: `Tài khoản ${at}`, class: 'ASSET' } as const
        const unitId = units[at % units.length]?.id ?? null
        return at < TILLS ? { ...account, chart: 'CASH_TILL', unitId, dayUnitId: unitId, minBalance: -(10n ** 15n) } : { ...account, chart: 'BANK' }
      }),
    )
  })
}

const show = (value: number) => Math.round(value).toLocaleString('en')

/** Both ratios, ledger to limit; the figures behind them are printed. */
export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-posting')
  const ledger = connect(database.connectionString, { max: 10 })
  // Its tables are made here, and by whom they are measured.
  const bare = connect(database.connectionString, { max: CLIENTS, as: 'owner' })
  try {
    await makeTables(database.connectionString)
    const ids = await openAll(ledger)
    await bare.pool.query(LIMIT)
    // The owner sees no account.
    await ledger.pool.query('insert into bare.account select * from ledger.account')
    await bare.pool.query('vacuum analyze')
    const { post: viaLedger, drain } = throughLedger(ledger)
    const viaCalls = oneCallEach(bare)
    const results: BenchResult[] = []
    for (const kind of ['spread', 'hot'] as const) {
      const samples = { ledger: [] as number[], limit: [] as number[] }
      for (let round = 0; round <= ROUNDS; round++) {
        const seconds = round === 0 ? 1 : SECONDS
        const limit = await rate(viaCalls, picker(ids, `limit-${kind}-${round}`, kind === 'hot'), seconds)
        const through = await rate(viaLedger, picker(ids, `ledger-${kind}-${round}`, kind === 'hot'), seconds)
        // The first round warms up plans and caches.
        if (round > 0) {
          samples.ledger.push(through)
          samples.limit.push(limit)
        }
      }
      const where = kind === 'hot' ? 'one hot account' : `${ACCOUNTS.toLocaleString('en')} accounts`
      const ratio = median(samples.ledger.map((value, at) => value / (samples.limit[at] as number)))
      console.log(`${where}: ledger ${show(median(samples.ledger))}/s, one function call each ${show(median(samples.limit))}/s`)
      results.push({
        name: `posting at ${CLIENTS} clients, ${where}, to one function call each`,
        figure: ratio,
        unit: 'ratio',
        target: kind === 'hot' ? 5 : 1.5,
        better: 'higher',
      })
    }
    await drain()
    const differences = await verifyLedger(ledger.db)
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    return results
  } finally {
    await bare.close()
    await ledger.close()
    await database.stop()
  }
}

if (import.meta.main) await run()
