/**
 * Paying the people of payout lists, as the counter channel reports it (batches over signed HTTP: transaction, slip, line, till, person's day,
 * journal), against bare postings of two entries spread over 1,000 accounts (postMany, in groups of the size in which batches are stored),
 * in turns on one durable PostgreSQL. Once 50,000 payments of one list, whose account every payment debits, and once as many of 500 lists:
 * what the hot account costs is the difference. 500 tills, so that only the list is hot.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, postMany, verifyLedger } from '#core/ledger/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Runtime } from '#platform/server/module.ts'
import { openChannel } from '../src/app/simulator/channel.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { type BenchResult, median } from './result.ts'

const LINES = Number(process.env.LINES ?? 50_000)
const BATCH = Number(process.env.BATCH ?? 10_000)
const GROUP = 1_000
const ACCOUNTS = 1_000
const TILLS = 500
const LISTS = 500
const AMOUNT = 500_000

interface Line {
  id: string
  person: string
  till: string
  teller: string
}

/** Tills of post offices, each with a teller and cash. */
async function openTills({ db, pool }: Runtime): Promise<{ unitId: string; till: string; teller: string }[]> {
  const { rows: units } = await pool.query<{ id: string }>(
    "select id from organisation.unit where level in ('POST_OFFICE', 'PAYOUT_POINT', 'DISTRICT', 'PROVINCE') order by id",
  )
  const at = (n: number) => units[n % units.length]?.id ?? ''
  return db.transaction().execute(async (tx) => {
    const tills = await openHoldings(
      tx,
      Array.from({ length: TILLS }, (_, n) => ({ code: `B-${n}`, name: `Quầy ${n}`, kind: 'TILL' as const, unitId: at(n) })),
    )
    await sql`insert into organisation.staff (code, full_name, unit_id) select 'B-' || n, 'Giao dịch viên ' || n, u.id
      from unnest(${tills.map((_, n) => at(n))}::bigint[]) with ordinality as u (id, n)`.execute(tx)
    const [bank = ''] = await openAccounts(tx, [{ code: 'BENCH-BANK', name: 'Tiền gửi', class: 'ASSET', chart: 'BANK' }])
    await postMany(
      tx,
      tills.map(({ accountId }, n) => journal(`till:${n}`, at(n), [accountId, bank], 1_000_000_000_000_00n)),
    )
    return tills.map((_, n) => ({ unitId: at(n), till: `B-${n}`, teller: `B-${n + 1}` }))
  })
}

const today = localDate(new Date())
const journal = (key: string, officeUnitId: string | undefined, [debit, credit]: readonly [string, string], amount: bigint) => ({
  ...{
    businessKey: key,
    kind: 'TREASURY_RECEIVED',
    service: 'CASH',
    businessDate: today,
    occurredAt: new Date(),
    description: 'Chi trả',
    sourceType: 'bench',
    sourceId: key,
  },
  ...(officeUnitId === undefined ? {} : { officeUnitId }),
  entries: [
    { accountId: debit, side: 'D' as const, amount },
    { accountId: credit, side: 'C' as const, amount },
  ],
})

/** Approved lists with their money and their lines, which the tills pay in turn. */
async function makeLists(runtime: Runtime, name: string, lists: number, tills: Awaited<ReturnType<typeof openTills>>): Promise<Line[]> {
  const { db } = runtime
  return db.transaction().execute(async (tx) => {
    const { rows: owners } = await sql<{ partner: string; unit: string }>`
      select (select id from organisation.partner where kind = 'OWN' order by id limit 1) as partner, (select id from organisation.unit where level = 'HEAD_OFFICE') as unit`.execute(
      tx,
    )
    const { partner = '', unit = '' } = owners[0] ?? {}
    const { rows: programmes } = await sql<{ id: string }>`
      insert into payout.programme (code, name, partner_id, kind, unpaid) values (${name}, ${name}, ${partner}, 'OTHER', 'RETURN') returning id`.execute(tx)
    const { rows: made } = await sql<{ id: string }>`
      insert into payout.list (code, partner_id, programme_id, month, pay_from, pay_until, unit_id, control_count, control_total, line_count, total)
      select ${name} || '-' || n, ${partner}, ${programmes[0]?.id}, date_trunc('month', ${today}::date), ${today}::date - 1, ${today}::date + 1, ${unit}, ${LINES / lists},
        ${(LINES / lists) * AMOUNT}, ${LINES / lists}, ${(LINES / lists) * AMOUNT} from generate_series(1, ${lists}) n returning id`.execute(tx)
    const ids = made.map(({ id }) => id)
    const { rows } = await sql<{ id: string; person: string; n: number }>`
      insert into payout.line (list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, identity_number, amount, method, unit_id)
      select (${ids}::bigint[])[1 + n % ${lists}], 1 + n / ${lists}, ${partner}, ${programmes[0]?.id}, date_trunc('month', ${today}::date), 'NH' || n, 'Người hưởng ' || n,
        ${lists === 1 ? '0' : '1'} || lpad(n::text, 11, '0'), ${AMOUNT}, 'CASH', (${tills.map(({ unitId }) => unitId)}::bigint[])[1 + n % ${TILLS}]
      from generate_series(0, ${LINES - 1}) n returning id, identity_number as person, substr(beneficiary_code, 3)::int as n`.execute(tx)
    const accounts = await openAccounts(
      tx,
      ids.map((_, n) => ({
        code: `${name}-${n}`,
        name: `Phải trả ${name}-${n}`,
        class: 'LIABILITY' as const,
        chart: 'PAYOUT_PAYABLE' as const,
        minBalance: 0n,
      })),
    )
    const [bank = ''] = await openAccounts(tx, [{ code: `${name}-BANK`, name: 'Tiền gửi', class: 'ASSET', chart: 'BANK' }])
    await postMany(
      tx,
      accounts.map((account, n) => journal(`${name}:${n}`, undefined, [bank, account], BigInt(LINES / lists) * BigInt(AMOUNT) * 100n)),
    )
    await sql`update payout.list l set status = 'APPROVED', hash = sha256('x'), approved_at = now(), account_id = a.id
      from unnest(${ids}::bigint[], ${accounts}::bigint[]) as a (list_id, id) where l.id = a.list_id`.execute(tx)
    return rows
      .toSorted((a, b) => a.n - b.n)
      .map(({ id, person, n }) => ({ id, person, till: tills[n % TILLS]?.till ?? '', teller: tills[n % TILLS]?.teller ?? '' }))
  })
}

const reportOf = ({ id, person, till, teller }: Line): string =>
  JSON.stringify({
    externalRef: `BENCH-${id}`,
    service: 'PAYOUT',
    type: 'PAYOUT',
    channel: 'COUNTER',
    currency: 'VND',
    occurredAt: isoLocal(new Date(Date.now() - 1_000)),
    amount: String(AMOUNT),
    till,
    teller,
    lineCode: `DC${id.padStart(9, '0')}`,
    payee: { name: 'Người hưởng', identityType: 'CCCD', identityNumber: person },
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' },
  })

const rateOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (BATCH / (performance.now() - start)) * 1000
}

/** Both ratios; the figures behind them are printed. */
export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-payout-pay')
  const connection = connect(database.connectionString, { max: 20 })
  try {
    const { config, runtime, app, address: baseUrl } = await demoServer(connection, database)
    const partner = await partnerByClientId(runtime.db, config, 'gw-saoviet')
    const channel = openChannel({ baseUrl, clientId: 'gw-saoviet', secret: partner?.secret ?? '' })
    const tills = await openTills(runtime)
    const [one, many] = [await makeLists(runtime, 'BENCH-ONE', 1, tills), await makeLists(runtime, 'BENCH-MANY', LISTS, tills)]
    const spread = await runtime.db.transaction().execute((tx) =>
      openAccounts(
        tx,
        Array.from({ length: ACCOUNTS }, (_, n) => ({
          code: `BENCH-${n}`,
          name: `Tài khoản ${n}`,
          class: 'ASSET' as const,
          chart: 'OTHER_RECEIVABLE' as const,
        })),
      ),
    )
    await connection.pool.query('vacuum analyze')
    const pay = (lines: readonly Line[]) =>
      rateOf(async () => {
        const { status, envelope } = await channel('/og-002/v1/transactions/batch', `${lines.map(reportOf).join('\n')}\n`)
        const data = envelope.data as { refused: number; results: { status: string }[] } | null
        if (status !== 200 || data?.refused !== 0)
          throw new Error(`${status} ${envelope.message} ${JSON.stringify(data?.results.find((line) => line.status === 'refused'))}`)
      })
    const post = () => {
      const groups = Array.from({ length: BATCH / GROUP }, (_, group) =>
        Array.from({ length: GROUP }, (_, n) => {
          const at = (group * GROUP + n) * 2
          return journal(randomUUID(), undefined, [spread[at % ACCOUNTS] ?? '', spread[(at + 1 + 2 * group) % ACCOUNTS] ?? ''], BigInt(AMOUNT) * 100n)
        }),
      )
      return rateOf(async () => {
        for (const group of groups) await runtime.db.transaction().execute((tx) => postMany(tx, group))
      })
    }
    const samples: { one: number; many: number; post: number }[] = []
    for (let from = 0; from < LINES; from += BATCH)
      samples.push({ post: await post(), one: await pay(one.slice(from, from + BATCH)), many: await pay(many.slice(from, from + BATCH)) })
    const { rows } = await connection.pool.query<{ paid: number; left: string }>(
      "select count(*) filter (where t.status = 'PAID')::int as paid, (select sum(a.balance)::text from ledger.account a join payout.list l on l.account_id = a.id) as left from payout.line t",
    )
    if (rows[0]?.paid !== LINES * 2 || Number(rows[0].left) !== 0) throw new Error(`not everybody was paid: ${JSON.stringify(rows[0])}`)
    await app.close()
    const differences = await verifyLedger(runtime.db)
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    const show = (rate: keyof (typeof samples)[number]) => Math.round(median(samples.map((sample) => sample[rate]))).toLocaleString('en')
    console.log(`payments of one list ${show('one')}/s, of ${LISTS} lists ${show('many')}/s; bare postings of two entries, spread ${show('post')}/s`)
    // The first batch warms up plans and caches.
    const later = samples.length > 1 ? samples.slice(1) : samples
    const figure = (name: string, target: number, of: 'post' | 'many') => ({
      ...{ name, target, better: 'higher' as const, unit: 'ratio' },
      figure: median(later.map((sample) => sample.one / sample[of])),
    })
    return [
      figure(`${LINES.toLocaleString('en')} payments of one list : bare spread posting of two entries in groups of 1,000`, 0.5, 'post'),
      figure(`payments of one list : payments of ${LISTS} lists`, 0.9, 'many'),
    ]
  } finally {
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
