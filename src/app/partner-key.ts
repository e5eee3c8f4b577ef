/**
 * Keys of the gateway: `npm run -s partner-key -- PARTNER` gives a partner one and prints it, this once, as CLIENT_ID=… and SECRET=…;
 * `npm run -s partner-key -- revoke CLIENT_ID REASON` ends one. In the database of DATABASE_URL or DATA_DIR, whether its server runs or not.
 */
import { userInfo } from 'node:os'
import { issueGatewayKey, revokeGatewayKey } from '#core/partners/server/public.ts'
import { createAuditLog } from '#platform/server/audit/audit.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { reachEmbedded } from '#platform/server/database/embedded.ts'
import { StartupError } from '#platform/server/startup-error.ts'

const USAGE = `Say whose key:
  npm run -s partner-key -- PARTNER                    issues one
  npm run -s partner-key -- revoke CLIENT_ID REASON    ends one`

const tell = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const [first, clientId, ...words] = process.argv.slice(2)
  const reason = words.join(' ').trim()
  const revokes = first === 'revoke'
  if (first === undefined || (revokes ? clientId === undefined || reason === '' : clientId !== undefined)) throw new StartupError(USAGE)
  const config = loadConfig(process.env)
  const database =
    config.databaseUrl === undefined
      ? await reachEmbedded({ dataDir: config.dataDir, log: { info: () => undefined, warn: tell } })
      : { connectionString: config.databaseUrl, stop: () => Promise.resolve() }
  const connection = connect(database.connectionString, { max: 1, applicationName: 'buu-tram partner-key' })
  const keeper = { config, clock: systemClock, audit: createAuditLog(config.secretKey, systemClock) }
  const runBy = userInfo().username
  try {
    if (revokes) {
      await connection.db.transaction().execute((tx) => revokeGatewayKey(tx, keeper, clientId ?? '', { runBy, reason }))
      tell(`The key ${clientId} is revoked.`)
      return
    }
    const key = await connection.db.transaction().execute((tx) => issueGatewayKey(tx, keeper, first, { runBy }))
    // What is printed can be given to a program as its environment; the rest is for people.
    process.stdout.write(`CLIENT_ID=${key.clientId}\nSECRET=${key.secret}\n`)
    tell('The secret is shown this once. It works from now on.')
  } finally {
    await connection.close()
    await database.stop()
  }
}

try {
  await main()
  // Not exitCode: watching a PostgreSQL that goes on running would keep the process alive.
  process.exit(0)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  tell(error.message)
  process.exit(1)
}
