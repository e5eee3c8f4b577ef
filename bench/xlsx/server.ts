/**
 * The whole system with its jobs, in a process of its own, for bench/xlsx/end-to-end.ts: nothing of the caller counts into its memory. Asked 'begin' it
 * notes the resident memory of now, asked 'peak' it answers what was added to it at most since then, in MB.
 */
import { createRuntime, systemRegistry, systemServer } from '#app/server.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { startJobs } from '#platform/server/jobs/start.ts'
import { createLogger } from '#platform/server/logging.ts'

const SAMPLE_MS = 20

const connection = connect(String(process.env.DATABASE_URL), { max: 20 })
limitStatements(connection.pool)
const runtime = createRuntime(loadConfig(process.env), connection, createLogger('warn'))
const registry = systemRegistry()
const app = await systemServer(runtime, registry)
await startJobs(runtime, registry.modules)

let before = 0
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, SAMPLE_MS)
process.on('message', (question) => {
  if (question === 'begin') before = peak = process.memoryUsage.rss()
  else process.send?.({ growth: (peak - before) / 2 ** 20 })
})
process.once('disconnect', () => process.exit(0))
process.send?.({ address: await app.listen({ port: 0, host: '127.0.0.1' }) })
