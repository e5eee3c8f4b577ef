/**
 * Verifies the books and their seals: `npm run -s verify-ledger [-- BLOCK:HASH]`, with a block and its hash from the log also that no
 * block up to it is missing. Prints what is wrong and where, a line each; ends with 0 when the books are sound, 1 when they are not.
 */
import { sql } from 'kysely'
import { type SealAnchor, trialBalance, verifyLedger } from '#core/ledger/server/public.ts'
import { loadConfig } from '#platform/server/config.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { reachEmbedded } from '#platform/server/database/embedded.ts'
import { StartupError } from '#platform/server/startup-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function anchorOf(given: string | undefined): SealAnchor | undefined {
  if (given === undefined) return undefined
  const [, block, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(given) ?? []
  if (block === undefined || hash === undefined)
    throw new StartupError('A kept seal is BLOCK:HASH, as the log has them: npm run -s verify-ledger -- 12:9f86d0…')
  return { block, hash }
}

/** Runs `work` on two connections that see one snapshot; postings go on meanwhile. */
async function underSnapshot<T>({ db }: Connection, work: (tx: Tx, beside: Tx) => Promise<T>): Promise<T> {
  const reading = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const settings = sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true)`
  return reading().execute(async (tx) => {
    await settings.execute(tx)
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
    return reading().execute(async (beside) => {
      await sql`set transaction snapshot ${sql.lit(rows[0]?.id)}`.execute(beside)
      await settings.execute(beside)
      return work(tx, beside)
    })
  })
}

/** Number of differences. */
async function verify(connection: Connection, secretKey: Buffer, anchor: SealAnchor | undefined): Promise<number> {
  return underSnapshot(connection, async (tx, beside) => {
    const differences = await verifyLedger(tx, { secretKey, beside, ...(anchor && { anchor }) })
    for (const { kind, subject, detail } of differences) say(`${kind} ${subject}: ${detail}`)
    let unbalanced = 0
    for (const { currency, debit, difference } of await trialBalance(tx)) {
      if (difference === 0n) continue
      unbalanced += 1
      say(`TRIAL ${currency}: debits of ${debit} hundredths differ from credits by ${difference}`)
    }
    const { rows } = await sql<{ journals: string; entries: string; sealed: string; block: string | null; hash: string | null }>`
      select (select count(*) from ledger.journal) as journals, (select count(*) from ledger.entry) as entries,
          (select coalesce(sum(cardinality(journal_ids)), 0) from ledger.journal_seal) as sealed, s.block, encode(s.hash, 'hex') as hash
        from (select) x left join lateral (select block, hash from ledger.journal_seal order by block desc limit 1) s on true`.execute(tx)
    const found = differences.length + unbalanced
    const [books] = rows
    say(
      `${found === 0 ? 'The books are sound' : `${found} differences`}: ${books?.journals} journals, ${books?.entries} entries, ${books?.sealed} journals sealed`,
    )
    if (books?.block) say(`Last seal ${books.block}:${books.hash}`)
    return found
  })
}

async function main(): Promise<number> {
  const anchor = anchorOf(process.argv[2])
  const config = loadConfig(process.env)
  const toStderr = (line: string) => process.stderr.write(`${line}\n`)
  const database =
    config.databaseUrl === undefined
      ? await reachEmbedded({ dataDir: config.dataDir, log: { info: () => undefined, warn: toStderr } })
      : { connectionString: config.databaseUrl, stop: () => Promise.resolve() }
  const connection = connect(database.connectionString, { max: 2, applicationName: 'buu-tram verify-ledger' })
  try {
    return (await verify(connection, config.secretKey, anchor)) === 0 ? 0 : 1
  } finally {
    await connection.close()
    await database.stop()
  }
}

try {
  // Not exitCode: watching a PostgreSQL that goes on running would keep the process alive.
  process.exit(await main())
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
