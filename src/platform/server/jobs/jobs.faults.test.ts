import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testRuntime } from '../../../../test/app.ts'
import { leaveMark, MARKS } from '../../../../test/job-process.ts'
import { enqueue } from './enqueue.ts'

/** kill -9 of one of two processes that run jobs, while more and more are asked for. `npm run test:faults` kills 200 times. */
const KILLS = process.env.FAULTS === 'full' ? 200 : 1
const PROCESSES = 2
const JOBS_BETWEEN = 30
const ROOT = join(import.meta.dirname, '../../../..')

test('kill -9 of what runs jobs: nothing that was committed is lost or done twice, nothing rolled back is done', {
  timeout: 60_000 + 30_000 * KILLS,
}, async () => {
  const runtime = await testRuntime()
  const { connectionString } = runtime.database
  let asked = 0

  async function start(): Promise<ChildProcess> {
    const child = fork(join(ROOT, 'test/job-process.ts'), { env: { ...process.env, DATABASE_URL: connectionString } })
    await once(child, 'message')
    return child
  }
  async function ask(): Promise<void> {
    for (let count = 0; count < JOBS_BETWEEN; count++) {
      asked += 1
      await runtime.db.transaction().execute((tx) => enqueue(tx, leaveMark, { number: asked }))
      const undone = runtime.db.transaction().execute(async (tx) => {
        await enqueue(tx, leaveMark, { number: -asked })
        throw new Error('rolled back')
      })
      await expect(undone).rejects.toThrow('rolled back')
    }
  }
  const states = async () => {
    const { rows } = await runtime.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from platform.job where name = $1 group by 1',
      [leaveMark.name],
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }

  let children: ChildProcess[] = []
  try {
    children = await Promise.all(Array.from({ length: PROCESSES }, start))
    for (let kill = 0; kill < KILLS; kill++) {
      const [victim, ...others] = children as [ChildProcess, ...ChildProcess[]]
      // In the middle of its work: with a job in hand, before or after it has left its mark.
      const holding = once(victim, 'message')
      victim.send('HOLD')
      await ask()
      await holding
      victim.kill('SIGKILL')
      children = [...others, await start()]
    }
    await expect.poll(states, { timeout: 120_000, interval: 500 }).toEqual({ DONE: asked })
    const { rows } = await runtime.pool.query<{ key: string }>('select key from platform.idempotency_key where client = $1', [MARKS])
    expect(rows.map(({ key }) => Number(key)).sort((a, b) => a - b)).toEqual(Array.from({ length: asked }, (_, n) => n + 1))
    const { rows: again } = await runtime.pool.query('select 1 from platform.job where name = $1 and tries > 1', [leaveMark.name])
    expect(again.length).toBeGreaterThan(0)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await runtime.database.drop()
  }
})
