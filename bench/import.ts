/**
 * Imports from spreadsheets as people meet them: 15,000 areas from the upload to the last row kept, 50,000 rows from the upload to the preview
 * with every error reported, the memory of the process that reads, and a bomb of 4 GiB.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { serverModules } from '#app/modules.ts'
import { createRuntime } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import { seedAdministrativeAreas } from '#core/masterdata/server/areas/seed.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { storeFile } from '#platform/server/files/store.ts'
import { checkDirectory, formatOf } from '#platform/server/import/archive.ts'
import { importSource } from '#platform/server/import/module.ts'
import { readWorkbook } from '#platform/server/import/read.ts'
import { runImport } from '#platform/server/import/run.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { bomb } from '../test/hostile-workbooks.ts'
import { startTemporary } from '../test/temporary.ts'
import { type Aoa, workbook } from '../test/workbooks.ts'
import type { BenchResult } from './result.ts'

const MB = 1_048_576
const HEADER = ['STT', 'Mã đơn vị', 'Loại đơn vị', 'Tên đơn vị', 'Mã đơn vị cấp trên', 'Hiệu lực từ', 'Hiệu lực đến', 'Mã đơn vị cũ']

/** Communes under codes that nobody has; every `wrong`-th row has an error. */
function sheet(codes: readonly string[], wrong: number): Buffer {
  const rows = codes.map((code, at) => [at + 1, code, at % wrong === 0 && wrong < codes.length ? 'Làng' : 'Xã', `Xã Thứ ${at}`, '01', '01/01/2040', null, null])
  return workbook([HEADER, ...rows] as Aoa)
}

/** Greatest memory of any process that this one has started since. */
function watchChildren(): () => number {
  let most = 0
  const timer = setInterval(() => {
    for (const task of readdirSync('/proc/self/task')) {
      const children = readFileSync(`/proc/self/task/${task}/children`, 'latin1').trim().split(' ').filter(Boolean)
      for (const child of children) {
        try {
          if (readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('reader-process'))
            most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'latin1'))?.[1] ?? 0) / 1024)
        } catch {
          // It has just ended.
        }
      }
    }
  }, 10)
  return () => {
    clearInterval(timer)
    return most
  }
}

async function upload(runtime: Runtime, content: Buffer): Promise<string> {
  return await runtime.db.transaction().execute(async (tx) => {
    if (formatOf('a.xlsx', content) === 'xlsx') await checkDirectory(content)
    const { id: file_id } = await storeFile(tx, { name: 'a.xlsx', contentType: 'x/y', kind: importSource, ownerUserId: '1', content })
    const { id } = await tx
      .insertInto('platform.import')
      .values({ path: importAreas.path, file_id, file_name: 'a.xlsx', owner_id: '1', owner_account: 'bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function work(runtime: Runtime, id: string): Promise<{ status: string; bad: number; total: number }> {
  const handlers = serverModules.flatMap((module) => module.jobs?.(runtime) ?? [])
  const handler = handlers.find(({ definition }) => definition.name === runImport.name)
  const ctx = { runtime, signal: new AbortController().signal, log: runtime.log, jobId: crypto.randomUUID(), userId: '1', progress: async () => undefined }
  await handler?.run({ id }, ctx)
  return await runtime.db.selectFrom('platform.import').select(['status', 'bad', 'total']).where('id', '=', id).executeTakeFirstOrThrow()
}

function assert(condition: boolean, what: unknown): void {
  if (!condition) throw new Error(JSON.stringify(what))
}

async function figures(runtime: Runtime): Promise<BenchResult[]> {
  await runtime.db.transaction().execute((tx) => seedAdministrativeAreas(tx))
  const { rows } = await runtime.pool.query(`
    select lpad(n::text, 5, '0') as code from generate_series(1, 99999) n
    where lpad(n::text, 5, '0') not in (select code from masterdata.administrative_area where level = 'COMMUNE' and valid_to is null) order by 1`)
  const free = rows.map(({ code }: { code: string }) => code)
  const areas = sheet(free.slice(0, 15_000), Number.POSITIVE_INFINITY)
  const many = sheet(free.slice(15_000, 65_000), 10)

  const began = performance.now()
  const first = await upload(runtime, areas)
  const ready = await work(runtime, first)
  assert(ready.status === 'READY' && ready.bad === 0, ready)
  await runtime.db.updateTable('platform.import').set({ status: 'IMPORTING', mode: 'ALL' }).where('id', '=', first).execute()
  const done = await work(runtime, first)
  assert(done.status === 'DONE', done)
  const kept = (performance.now() - began) / 1000

  const peak = watchChildren()
  const start = performance.now()
  const checked = await work(runtime, await upload(runtime, many))
  assert(checked.status === 'READY' && checked.total === 50_000 && checked.bad === 5_000, checked)
  const seconds = (performance.now() - start) / 1000
  return [
    { name: 'import of 15,000 areas, read, checked twice and kept', figure: kept, target: 5, better: 'lower', unit: 's' },
    { name: 'import of 50,000 rows, read and checked, 5,000 with errors', figure: seconds, target: 15, better: 'lower', unit: 's' },
    { name: 'memory of the process that reads 50,000 rows', figure: peak(), target: 512, better: 'lower', unit: 'MB' },
  ]
}

/** Refused for what it says, and where it lies, for what it does. */
async function bombs(): Promise<BenchResult[]> {
  const [honest, lying] = [bomb(), bomb(1_000)]
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const start = performance.now()
  const caughtEarly = await checkDirectory(honest).then(
    () => false,
    () => true,
  )
  const seconds = (performance.now() - start) / 1000
  const peak = watchChildren()
  const begun = performance.now()
  const caught = await (async () => {
    try {
      for await (const part of readWorkbook('a.xlsx', lying)) assert(!part, 'a bomb was read')
      return false
    } catch {
      return true
    }
  })()
  const lied = (performance.now() - begun) / 1000
  assert(caughtEarly && caught, { caughtEarly, caught })
  return [
    { name: 'bomb of 4 GiB refused', figure: Math.max(seconds, 0.001), target: 1, better: 'lower', unit: 's' },
    { name: 'bomb of 4 GiB that says it is small refused', figure: lied, target: 1, better: 'lower', unit: 's' },
    { name: 'growth of the server’s memory by both', figure: Math.max(0, process.memoryUsage.rss() - before) / MB, target: 100, better: 'lower', unit: 'MB' },
    { name: 'memory of the process that looked into it', figure: peak(), target: 150, better: 'lower', unit: 'MB' },
  ]
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-import')
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  limitStatements(connection.pool)
  try {
    const config = loadConfig({ DATA_DIR: database.dataDir, DEMO: '0' })
    const runtime = createRuntime(config, connection, createLogger('warn'), systemClock)
    return [...(await bombs()), ...(await figures(runtime))]
  } finally {
    await connection.close()
    await database.stop()
  }
}
