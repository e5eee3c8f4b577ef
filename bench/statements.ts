/**
 * A statement of a million lines in csv as the server meets it: from the bytes that have come to the last line staged, in flat memory; then a page of the
 * workbench over a million lines, with its number of rows and its sum.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { WORKPLACES } from '#app/applications.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { serverModules } from '#app/modules.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { seedDemoUsers } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { keepParts } from '#core/reconciliation/server/statements/parts.ts'
import { showDate } from '#kernel/dates.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { runList } from '#platform/server/list/list.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { ListHandler, RequestContext, Runtime } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { partnerReconciliation } from '#subsystems/par/contract/reconciliation.ts'
import { startTemporary } from '../test/temporary.ts'
import { type BenchResult, median } from './result.ts'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const DAY = '2026-11-02'
const BATCH = 10_000
const MB = 1_048_576

const FORMAT = {
  kind: 'CSV',
  header: { row: 1 },
  columns: ['day', 'time', 'reference', 'documentNo', 'amount', 'balance', 'counterAccount', 'counterName', 'text'].map((field, at) => ({
    field,
    by: { place: at + 1 },
  })),
}

/** The lines of a day at a bank, a thousand at a time; some hundred bytes each. */
function* file(): Generator<Buffer> {
  yield Buffer.from('Ngày,Giờ,Mã,Số CT,Số tiền,Số dư,TK đối ứng,Tên đối ứng,Nội dung\r\n')
  let balance = 1_000_000_000
  for (let from = 0; from < LINES; from += BATCH) {
    let text = ''
    for (let n = from; n < Math.min(from + BATCH, LINES); n++) {
      const amount = 10_000 + ((n * 7919) % 5_000) * 1_000
      balance += amount
      const second = Math.floor((n * 86_399) / LINES)
      const time = [second / 3600, (second / 60) % 60, second % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
      text += `${showDate(DAY)},${time},T${String(n).padStart(10, '0')},FT26${String(n).padStart(9, '0')},${amount},${balance},${100_000_000_000 + n},NGUYEN VAN ${n % 5_000},TT T${String(n).padStart(10, '0')} don hang ${n % 9_973}\r\n`
    }
    yield Buffer.from(text)
  }
}

async function world({ db }: Runtime): Promise<{ sessionId: string; statementId: string; bytes: number }> {
  const document = SetupDocument.parse({ format: FORMAT, rules: [{ name: 'Mã tham chiếu', keys: ['REFERENCE'] }], fee: {} })
  const { rows } = await sql<{ id: string }>`
    with unit as (select id from organisation.unit where level = 'HEAD_OFFICE' limit 1), partner as (select id from organisation.partner where kind = 'BANK' order by id limit 1),
      setup as (insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
        select 'BENCH', 'Bench', 'QR', p.id, u.id, u.id, 'bench', now(), 'bench', now() from unit u, partner p returning id, partner_id, unit_id)
    insert into reconciliation.revision (setup_id, number, document, edited_at, created_by, created_at, updated_by, updated_at)
    select id, 1, ${JSON.stringify(document)}::jsonb, now(), 'bench', now(), 'bench', now() from setup returning id`.execute(db)
  const revisionId = rows[0]?.id ?? ''
  await sql`update reconciliation.revision set status = 'ACTIVE' where id = ${revisionId}`.execute(db)
  await sql`update reconciliation.setup set status = 'ACTIVE', revision_id = ${revisionId}`.execute(db)
  await sql`select reconciliation.ensure_partitions(${DAY}::date, ${DAY}::date)`.execute(db)
  const { rows: made } = await sql<{ id: string }>`
    insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select 'BENCH', s.id, ${revisionId}, s.plug, s.partner_id, ${DAY}, ${DAY}, s.unit_id, s.unit_id, 'bench', now(), 'bench', now() from reconciliation.setup s returning id`.execute(
    db,
  )
  const sessionId = made[0]?.id ?? ''
  const hash = createHash('sha256')
  return db.transaction().execute(async (tx) => {
    const { id: statementId } = await tx
      .insertInto('reconciliation.statement')
      .values({
        session_id: sessionId,
        origin: 'UPLOAD',
        file_name: 'bench.csv',
        bytes: '0',
        status: 'UPLOADING',
        uploaded_by: 'bench',
        uploaded_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    let bytes = 0
    let waiting = Buffer.alloc(0)
    const keep = async (all: Buffer) => {
      await keepParts(tx, statementId, bytes, all)
      bytes += all.length
    }
    for (const part of file()) {
      hash.update(part)
      waiting = Buffer.concat([waiting, part])
      const whole = Math.floor(waiting.length / MB) * MB
      if (whole > 0) await keep(waiting.subarray(0, whole))
      waiting = waiting.subarray(whole)
    }
    await keep(waiting)
    await tx
      .updateTable('reconciliation.statement')
      .set({ status: 'READING', bytes: String(bytes), received: String(bytes), sha256: hash.digest() })
      .where('id', '=', statementId)
      .execute()
    return { sessionId, statementId, bytes }
  })
}

/** Seconds until the statement is staged, and by how much the process has grown on the way, in MB. */
async function read(runtime: Runtime, { sessionId, statementId }: { sessionId: string; statementId: string }): Promise<{ seconds: number; grown: number }> {
  const handler = serverModules.flatMap((module) => module.jobs?.(runtime) ?? []).find(({ definition }) => definition.name === 'reconciliation.read-statement')
  const jobId = crypto.randomUUID()
  await runtime.db.updateTable('reconciliation.session').set({ task: 'READ', task_job: jobId }).where('id', '=', sessionId).execute()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const began = performance.now()
  const ctx = { runtime, signal: new AbortController().signal, log: runtime.log, jobId, userId: null, progress: async () => undefined }
  await handler?.run({ statementId, next: [], thenMatch: false }, ctx)
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const row = await runtime.db
    .selectFrom('reconciliation.statement')
    .select(['status', 'accepted', 'fault'])
    .where('id', '=', statementId)
    .executeTakeFirstOrThrow()
  if (row.status !== 'STAGED' || row.accepted !== LINES) throw new Error(JSON.stringify(row))
  return { seconds, grown: (most - before) / MB }
}

/** Milliseconds of a page of one side, with its number of rows and its sum. */
async function page(runtime: Runtime, sessionId: string): Promise<number> {
  // As after a matching: whether lines are matched or not, the page reads the same rows.
  await sql`update reconciliation.session set matched_at = now() where id = ${sessionId}`.execute(runtime.db)
  const entry = [...systemRegistry().entries.values()].find(({ contract }) => contract.path === partnerReconciliation.sessions.lines.path)
  if (entry?.kind !== 'list') throw new Error('there is no list of lines')
  const session = { userId: '1', account: 'bench', permissions: new Set<string>(), scope: { kind: 'ALL' as const } }
  const scope = scopeOf(runtime.db, session)
  const ctx = { runtime, scope, db: scope.db, session, language: 'vi', now: new Date() } as unknown as RequestContext
  const times: number[] = []
  for (let n = 0; n < 15; n++) {
    const began = performance.now()
    const input = { searchSdi: { sessionId, side: 'THEIRS' }, pageInfo: { currentPage: 1 + n * 7, pageSize: 100 as const } }
    const { result, totalRecord } = await runList(entry.contract, entry.handler as ListHandler<never, never>, input, ctx)
    if (result.length !== 100 || totalRecord !== LINES) throw new Error(`${result.length} of ${totalRecord}`)
    times.push(performance.now() - began)
  }
  return median(times)
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-statements')
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  limitStatements(connection.pool)
  try {
    const runtime = createRuntime(loadConfig({ DATA_DIR: database.dataDir, DEMO: '0' }), connection, createLogger('warn'), systemClock)
    await syncCatalogue(runtime.db, systemRegistry())
    await runtime.db.transaction().execute(async (tx) => {
      await seedDemoOrganisation(tx, runtime, 'small')
      await seedDemoUsers(tx, runtime, WORKPLACES)
    })
    await prepareMasterData(runtime)
    const made = await world(runtime)
    const { seconds, grown } = await read(runtime, made)
    const lines = LINES.toLocaleString('en')
    return [
      { name: `csv of ${lines} lines (${Math.round(made.bytes / MB)} MB), read and staged`, figure: seconds, target: 20, better: 'lower', unit: 's' },
      { name: 'growth of the server process meanwhile', figure: grown, target: 200, better: 'lower', unit: 'MB' },
      { name: `page of 100 among ${lines} lines, with total and sum`, figure: await page(runtime, made.sessionId), target: 200, better: 'lower', unit: 'ms' },
    ]
  } finally {
    await connection.close()
    await database.stop()
  }
}
