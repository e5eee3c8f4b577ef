import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestRuntime, testClock, testRuntime } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import type { Tx } from '../database/db.ts'
import type { JobContext } from '../module.ts'
import { defineModule, type ServerModule } from '../module.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, handleJob } from './job.ts'
import { cancelJob, retryJob, runScheduleNow } from './manage.ts'
import { createRunner } from './runner.ts'
import { nextRun } from './schedules.ts'
import { handlersOf, startJobs } from './start.ts'

const note = defineJob({ name: 'test.note', title: { vi: 'Việc thử', en: 'Test job' }, input: z.strictObject({ text: z.string().min(1) }), retries: 2 })
const slow = defineJob({
  name: 'test.slow',
  title: { vi: 'Việc thử', en: 'Test job' },
  input: z.strictObject({ text: z.string() }),
  timeoutSeconds: 3_600,
  lane: 'export',
})
const long = defineJob({ name: 'test.long', title: { vi: 'Việc thử', en: 'Test job' }, input: z.strictObject({ text: z.string() }), timeoutSeconds: 3_600 })
const chain = defineJob({ name: 'test.chain', title: { vi: 'Việc thử', en: 'Test job' }, input: z.strictObject({ left: z.number() }) })

let runtime: TestRuntime
let notes: string[]
let onNote: (text: string, ctx: JobContext) => Promise<void>
let failures: string[]
let onFailure: (tx: Tx) => Promise<void>
let modules: ServerModule[]
const ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  runtime = await testRuntime({ clock: testClock() })
  notes = []
  failures = []
  onFailure = async () => undefined
  onNote = async (text) => {
    notes.push(text)
  }
  modules = [
    defineModule({
      name: 'test',
      register: () => undefined,
      jobs: ({ db }) => [
        handleJob(note, ({ text }, ctx) => onNote(text, ctx), {
          onFailed: async ({ text }, { tx, end }, error) => {
            await onFailure(tx)
            failures.push(`${text} ${end} ${error}`)
          },
        }),
        handleJob(slow, ({ text }, ctx) => onNote(text, ctx)),
        handleJob(long, ({ text }, ctx) => onNote(text, ctx)),
        handleJob(chain, async ({ left }) => {
          notes.push(`left ${left}`)
          if (left > 0) await db.transaction().execute((tx) => enqueue(tx, chain, { left: left - 1 }))
        }),
      ],
      schedules: [{ job: note, cron: '0 8 * * *', input: { text: 'good morning' } }],
    }),
  ]
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await runtime.database.drop()
})

const inTx = <T>(work: Parameters<ReturnType<TestRuntime['db']['transaction']>['execute']>[0]) => runtime.db.transaction().execute(work) as Promise<T>
const ask = (text: string, options = {}) => inTx<string>((tx) => enqueue(tx, note, { text }, options))
const run = (failures?: 'allowed') => runJobs({ runtime }, { modules, ...(failures ? { failures } : {}) })
const record = (id: string) => runtime.db.selectFrom('platform.job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function start(timing?: { heartbeatSeconds: number; monitorSeconds: number }): Promise<() => Promise<void>> {
  const end = await startJobs(runtime, modules, timing ? { timing } : {})
  ends.push(end)
  return end
}

test('runs after the commit, never after a rollback, and what is wrong is refused where it is asked for', async () => {
  await ask('committed')
  await expect(
    inTx(async (tx) => {
      await enqueue(tx, note, { text: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect(inTx((tx) => enqueue(tx, note, { text: '' }))).rejects.toThrow(z.ZodError)
  await inTx((tx) => enqueue(tx, chain, { left: 2 }))
  await run()
  expect(notes).toEqual(['committed', 'left 2', 'left 1', 'left 0'])
})

test('of one key at most one waits; while it runs the next may be asked for', async () => {
  const first = await ask('a', { key: 'k' })
  expect(await ask('b', { key: 'k' })).toBe(first)
  expect(await ask('c', { key: 'other' })).not.toBe(first)
  onNote = async (text) => {
    notes.push(text)
    if (text === 'a') await ask('after a', { key: 'k' })
  }
  await run()
  expect(notes).toEqual(['a', 'c', 'after a'])
})

test('waits for its time', async () => {
  const at = new Date(runtime.clock.now().getTime() + 60_000)
  await ask('later', { startAfter: at })
  await run()
  expect(notes).toEqual([])
  ;(runtime.clock as ReturnType<typeof testClock>).set(at)
  await run()
  expect(notes).toEqual(['later'])
})

test('is tried again, is kept when it fails for good, and can be given its tries again', async () => {
  onNote = async () => {
    throw new Error('no luck')
  }
  const id = await ask('unlucky')
  expect((await run('allowed')).map(({ outcome }) => outcome)).toEqual(['RETRYING', 'RETRYING', 'FAILED'])
  expect(await record(id)).toMatchObject({ state: 'FAILED', tries: 3, last_error: 'Error: no luck' })
  onNote = async (text) => {
    notes.push(text)
  }
  expect(await inTx((tx) => retryJob(tx, id))).toBe(true)
  expect(await inTx((tx) => retryJob(tx, id))).toBe(false)
  await run()
  expect(await record(id)).toMatchObject({ state: 'DONE', tries: 1, last_error: null })
  expect(notes).toEqual(['unlucky'])
})

test('a stale delivery and a cancelled job do nothing', async () => {
  const runner = createRunner(runtime, handlersOf(modules, runtime))
  const id = await ask('once')
  expect(await runner.run(id, randomUUID())).toEqual({ outcome: null })
  const delivery = randomUUID()
  await runtime.db.updateTable('platform.job').set({ delivery }).where('id', '=', id).execute()
  expect(await runner.run(id, delivery)).toEqual({ outcome: 'DONE' })
  expect(await runner.run(id, delivery)).toEqual({ outcome: null })
  const other = await ask('cancelled')
  expect(await inTx((tx) => cancelJob(tx, other))).toBe(true)
  expect(await inTx((tx) => cancelJob(tx, other))).toBe(false)
  await run()
  expect(notes).toEqual(['once'])
})

test('a job that ends its process each time is given up', async () => {
  const id = await ask('poison')
  await runtime.db.updateTable('platform.job').set({ state: 'RETRYING', tries: 3 }).where('id', '=', id).execute()
  await run('allowed')
  expect(await record(id)).toMatchObject({ state: 'FAILED', last_error: expect.stringContaining('ended') })
  expect(notes).toEqual([])
})

test('who asked hears once that it failed for good, was given up or cancelled, again after further tries, and at least once', async () => {
  onNote = async () => {
    throw new Error('no luck')
  }
  onFailure = async (tx) => {
    await enqueue(tx, chain, { left: 1 })
    throw new Error('the hook fails as well')
  }
  const id = await ask('a')
  await run('allowed')
  expect(failures).toEqual([])
  onFailure = async (tx) => {
    await enqueue(tx, chain, { left: 0 })
  }
  await run('allowed')
  await run('allowed')
  expect(failures).toEqual(['a FAILED Error: no luck'])
  // What the hook that threw had written was rolled back.
  expect(notes).toEqual(['left 0'])
  onFailure = async () => undefined
  await inTx((tx) => retryJob(tx, id))
  await run('allowed')
  expect(failures).toEqual(['a FAILED Error: no luck', 'a FAILED Error: no luck'])

  failures = []
  const cancelled = await ask('b')
  await inTx((tx) => cancelJob(tx, cancelled))
  const poison = await ask('c')
  await runtime.db.updateTable('platform.job').set({ state: 'RETRYING', tries: 3 }).where('id', '=', poison).execute()
  await run('allowed')
  expect(failures.sort()).toEqual(['b CANCELLED ', expect.stringMatching(/^c FAILED .*ended/)])
})

test('a process that runs jobs tells of a cancelled one at once', async () => {
  await start()
  const id = await ask('later', { startAfter: new Date(Date.now() + 3_600_000) })
  await inTx((tx) => cancelJob(tx, id))
  await expect.poll(() => failures, { timeout: 60_000 }).toEqual(['later CANCELLED '])
})

test('exports of one person go one after the other, and hold up neither those of others nor other long work', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  onNote = async (text) => {
    notes.push(text)
    if (text.startsWith('slow')) await held
  }
  for (const text of ['slow 1', 'slow 2']) await inTx((tx) => enqueue(tx, slow, { text }, { userId: '1' }))
  await start()
  await expect.poll(() => notes, { timeout: 60_000 }).toHaveLength(1)
  await inTx((tx) => enqueue(tx, slow, { text: 'slow of another' }, { userId: '2' }))
  await inTx((tx) => enqueue(tx, long, { text: 'import' }))
  await expect.poll(() => notes.length, { timeout: 60_000 }).toBe(3)
  expect(notes.filter((text) => /slow \d/.test(text))).toHaveLength(1)
  expect(notes).toEqual(expect.arrayContaining(['slow of another', 'import']))
  release()
  await expect.poll(() => notes.filter((text) => /slow \d/.test(text)).length, { timeout: 60_000 }).toBe(2)
})

test('tells how far it is', async () => {
  const id = await ask('long')
  onNote = async (_text, { progress }) => {
    await progress(1, 10, 'first')
    await progress(2, 10, 'too soon to be written')
    expect(await record(id)).toMatchObject({ progress_done: '1', progress_total: '10', progress_note: 'first' })
    await progress(10, 10)
  }
  await run()
  expect(await record(id)).toMatchObject({ state: 'DONE', progress_done: '10', progress_total: '10' })
})

test('schedules: next run in the local time zone; run now', async () => {
  expect(nextRun('0 8 * * *', new Date('2026-03-01T00:59:59Z'))).toEqual(new Date('2026-03-01T01:00:00Z'))
  expect(nextRun('0 8 * * *', new Date('2026-03-01T01:00:00Z'))).toEqual(new Date('2026-03-02T01:00:00Z'))
  await start()
  expect(await inTx((tx) => runScheduleNow(tx, 'test.unknown'))).toBeUndefined()
  const id = await inTx<string>((tx) => runScheduleNow(tx, note.name))
  await expect.poll(async () => (await record(id)).state, { timeout: 60_000 }).toBe('DONE')
  expect(notes).toEqual(['good morning'])
})

test('the queue delivers: at once, after its delay when it failed, stopped when cancelled', async () => {
  let failures = 1
  let stopped: unknown
  onNote = async (text, { signal }) => {
    if (text === 'fails once' && failures-- > 0) throw new Error('not yet')
    if (text === 'endless')
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stopped = signal.reason
          reject(signal.reason)
        }),
      )
    notes.push(text)
  }
  await ask('before the start')
  await start()
  await ask('fails once')
  const endless = await ask('endless')
  await expect.poll(() => [...notes].sort(), { timeout: 60_000 }).toEqual(['before the start', 'fails once'])
  await expect.poll(async () => (await record(endless)).state, { timeout: 60_000 }).toBe('RUNNING')
  await inTx((tx) => cancelJob(tx, endless))
  await expect.poll(() => String(stopped), { timeout: 60_000 }).toContain('cancelled')
  expect(await record(endless)).toMatchObject({ state: 'CANCELLED' })
})

test('when the process ends, a running job is handed back and another process does it', async () => {
  let begun = 0
  onNote = (text, { signal }) => {
    begun += 1
    if (begun > 1) {
      notes.push(text)
      return Promise.resolve()
    }
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const id = await ask('moved')
  const end = await start()
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(1)
  await end()
  expect(await record(id)).toMatchObject({ state: 'WAITING', delivery: null, tries: 0 })
  await start()
  await expect.poll(async () => (await record(id)).state, { timeout: 60_000 }).toBe('DONE')
  expect(notes).toEqual(['moved'])
})
