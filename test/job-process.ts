/** A process that runs jobs, as the server would: made to be killed. DATABASE_URL says where. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#platform/server/database/connect.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { startJobs } from '#platform/server/jobs/start.ts'
import { createLogger } from '#platform/server/logging.ts'
import { createRuntime } from '../src/app/server.ts'
import { testConfig } from './config.ts'

/** Leaves one mark a number, however often it runs. Never given up: in this test it is killed again and again. */
export const leaveMark = defineJob({
  name: 'test.leave-mark',
  title: { vi: 'Việc thử', en: 'Test job' },
  input: z.strictObject({ number: z.number() }),
  retries: 10_000,
})
/** Whose keys the marks are. */
export const MARKS = 'test.leave-mark'

if (process.argv[1] === import.meta.filename) {
  const runtime = createRuntime(testConfig(), connect(process.env.DATABASE_URL ?? '', { max: 6 }), createLogger('silent'))
  let holding = false
  /** Once asked to, stands still with a job in hand until it is killed. */
  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      if (!holding) return resolve()
      process.send?.('HOLDING')
    })
  const handler = handleJob(leaveMark, async ({ number }) => {
    await delay(Math.random() * 30)
    if (number % 2 === 0) await hold()
    await sql`insert into platform.idempotency_key (client, key, request_hash) values (${MARKS}, ${String(number)}, sha256('x')) on conflict do nothing`.execute(
      runtime.db,
    )
    if (number % 2 === 1) await hold()
    await delay(Math.random() * 30)
  })
  await startJobs(runtime, [{ jobs: () => [handler] }], { timing: { heartbeatSeconds: 10, monitorSeconds: 2 } })
  process.on('message', () => {
    holding = true
  })
  process.on('disconnect', () => process.exit())
  process.send?.('READY')
}
