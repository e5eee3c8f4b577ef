/**
 * A payout list of 50,000 people as its maker meets it: from the uploaded workbook to the last line kept, every check made twice (at the preview
 * and in the transaction that keeps the lines), against 50,000 lines of the month before.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { WORKPLACES } from '#app/applications.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { serverModules } from '#app/modules.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { seedDemoUsers } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { importLines } from '#core/payouts/contract/import.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { storeFile } from '#platform/server/files/store.ts'
import { checkDirectory } from '#platform/server/import/archive.ts'
import { importSource } from '#platform/server/import/module.ts'
import { runImport } from '#platform/server/import/run.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../test/temporary.ts'
import { workbook } from '../test/workbooks.ts'
import type { BenchResult } from './result.ts'

const PEOPLE = 50_000
const MONTHS = ['2026-10-01', '2026-11-01']
const TITLES = [
  'Mã người hưởng',
  'Họ tên',
  'Ngày sinh',
  'Số căn cước',
  'Địa chỉ',
  'Mã điểm chi trả',
  'Số tiền',
  'Hình thức chi',
  'Mã ngân hàng',
  'Số tài khoản',
  'Chủ tài khoản',
]

/** The same people each month, a tenth of them paid to an account; a few hundred get another amount than before, or stand there newly. */
function sheet(points: readonly string[], month: number): Buffer {
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const who = n < 300 ? n + month * PEOPLE : n
    const account = n % 10 === 0
    return [
      `NH${String(who).padStart(6, '0')}`,
      `Nguyễn Văn ${who}`,
      `01/0${1 + (n % 9)}/19${50 + (n % 40)}`,
      `0010${50 + (n % 40)}${String(who).padStart(6, '0')}`,
      `Số ${n % 90}, tổ ${n % 12}`,
      account ? null : (points[n % points.length] ?? null),
      500_000 + (n % 24) * 125_000 + (n % 100 === 7 ? month * 2_000_000 : 0),
      account ? 'Tài khoản' : 'Tiền mặt',
      ...(account ? ['970436', `0011${String(1_000_000 + who)}`, `NGUYEN VAN ${who}`] : [null, null, null]),
    ]
  })
  return workbook([TITLES, ...rows])
}

async function world(runtime: Runtime): Promise<{ points: string[]; listIds: string[] }> {
  const { db } = runtime
  await syncCatalogue(db, systemRegistry())
  await db.transaction().execute(async (tx) => {
    await seedDemoOrganisation(tx, runtime, 'small')
    await seedDemoUsers(tx, runtime, WORKPLACES)
  })
  await prepareMasterData(runtime)
  const { rows: units } = await sql<{ id: string; code: string }>`
    select id, code from organisation.unit where level in ('POST_OFFICE', 'PAYOUT_POINT') order by id limit 200`.execute(db)
  await db.transaction().execute((tx) =>
    openHoldings(
      tx,
      units.map(({ id, code }) => ({ code: `B-${code}`, name: `Quỹ ${code}`, kind: 'VAULT' as const, unitId: id })),
    ),
  )
  const { rows } = await sql<{ id: string }>`
    with payer as (select id from organisation.partner where kind = 'OWN' order by id limit 1),
      programme as (insert into payout.programme (code, name, partner_id, kind, unpaid) select 'BENCH', 'Lương hưu', id, 'PENSION', 'RETURN' from payer returning id, partner_id)
    insert into payout.list (code, partner_id, programme_id, month, pay_from, pay_until, control_count, control_total, unit_id, created_by, updated_by)
    select 'BENCH-' || m, p.partner_id, p.id, m::date, m::date, m::date + 27, ${PEOPLE}, 0, u.id, 'bench', 'bench'
      from programme p, organisation.unit u, unnest(${MONTHS}::text[]) m where u.level = 'HEAD_OFFICE' order by m returning id`.execute(db)
  return { points: units.map(({ code }) => code), listIds: rows.map(({ id }) => id) }
}

async function work(runtime: Runtime, id: string) {
  const handler = serverModules.flatMap((module) => module.jobs?.(runtime) ?? []).find(({ definition }) => definition.name === runImport.name)
  const ctx = { runtime, signal: new AbortController().signal, log: runtime.log, jobId: crypto.randomUUID(), userId: '1', progress: async () => undefined }
  await handler?.run({ id }, ctx)
  return await runtime.db.selectFrom('platform.import').select(['status', 'bad', 'total', 'summary']).where('id', '=', id).executeTakeFirstOrThrow()
}

function assert(condition: boolean, what: unknown): void {
  if (!condition) throw new Error(JSON.stringify(what))
}

/** Seconds from the upload to the preview, and to the last line kept. */
async function imported(runtime: Runtime, listId: string, content: Buffer): Promise<{ preview: number; kept: number }> {
  const began = performance.now()
  const id = await runtime.db.transaction().execute(async (tx) => {
    await checkDirectory(content)
    const { id: file_id } = await storeFile(tx, { name: 'a.xlsx', contentType: 'x/y', kind: importSource, ownerUserId: '1', content })
    const input = { listId, fileHash: createHash('sha256').update(content).digest('hex') }
    const values = { path: importLines.path, file_id, file_name: 'a.xlsx', owner_id: '1', owner_account: 'bench', input: JSON.stringify(input) }
    return (await tx.insertInto('platform.import').values(values).returning('id').executeTakeFirstOrThrow()).id
  })
  const ready = await work(runtime, id)
  const preview = (performance.now() - began) / 1000
  assert(ready.status === 'READY' && ready.bad === 0 && ready.total === PEOPLE, ready)
  await runtime.db.updateTable('platform.import').set({ status: 'IMPORTING', mode: 'ALL' }).where('id', '=', id).execute()
  const done = await work(runtime, id)
  assert(done.status === 'DONE', done)
  console.log(`   ${JSON.stringify(done.summary)}`)
  return { preview, kept: (performance.now() - began) / 1000 }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-payout')
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  limitStatements(connection.pool)
  try {
    const runtime = createRuntime(loadConfig({ DATA_DIR: database.dataDir, DEMO: '0' }), connection, createLogger('warn'), systemClock)
    const { points, listIds } = await world(runtime)
    const [first = '', second = ''] = listIds
    await imported(runtime, first, sheet(points, 0))
    const content = sheet(points, 1)
    globalThis.gc?.()
    const { preview, kept } = await imported(runtime, second, content)
    return [
      { name: 'payout list of 50,000 lines: upload, read, checked', figure: preview, target: 15, better: 'lower', unit: 's' },
      { name: 'payout list of 50,000 lines: to the last line kept, checked twice', figure: kept, target: 15, better: 'lower', unit: 's' },
    ]
  } finally {
    await connection.close()
    await database.stop()
  }
}
