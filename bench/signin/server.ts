/** The whole system in a process of its own, for bench/signin.ts: `send` says where it listens. */
import { createRuntime, systemRegistry, systemServer } from '#app/server.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { createLogger } from '#platform/server/logging.ts'

const connection = connect(String(process.env.DATABASE_URL), { max: 20 })
limitStatements(connection.pool)
const app = await systemServer(createRuntime(loadConfig(process.env), connection, createLogger('warn')), systemRegistry())
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('disconnect', () => process.exit(0))
