import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { IMPORT_PAGE, type ImportContract, type ImportStatus } from '#kernel/import.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { labelPlace } from '#kernel/labels.ts'
import type { Language } from '#kernel/language.ts'
import { defineFileKind } from '../files/kind.ts'
import { storeFile } from '../files/store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { handleJob } from '../jobs/job.ts'
import { type CommandContext, defineModule, type Registrar, type RequestContext, type ServerModule } from '../module.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import { checkDirectory, formatOf } from './archive.ts'
import { showCell } from './cells.ts'
import { columnsOf, unmapped } from './columns.ts'
import { advance, giveBack, type KnownImport, runImport } from './run.ts'
import { resultOf, templateOf } from './sheets.ts'
import { importById, moveImport, type StoredImport, type StoredRow } from './store.ts'

/** Workbooks as they were uploaded; nobody fetches them, the result file has their rows. */
export const importSource = defineFileKind({ name: 'platform.import-source' })

const KEPT_MS = 7 * 86_400_000

/** Endpoints and the job of every import that the modules declare. */
export function importsModule(modules: readonly ServerModule[]): ServerModule {
  const known = new Map<string, KnownImport>()
  for (const module of modules) {
    for (const handler of module.imports ?? []) {
      const { contract } = handler
      const name = (language: Language) => module.labels?.[language].texts?.[`${labelPlace(contract.entity).last}File`] ?? FILE_NAMES.template[language]
      known.set(contract.path, { handler, columns: columnsOf(contract, modules), templateName: { vi: name('vi'), en: name('en') } })
    }
  }
  return defineModule({
    name: 'imports',
    errors: importErrors,
    register(on) {
      for (const entry of known.values()) registerImport(on, entry)
    },
    jobs: () => [handleJob(runImport, ({ id }, ctx) => advance(id, known, ctx), { onFailed: ({ id }, ctx) => giveBack(id, ctx) })],
  })
}

function registerImport(on: Registrar, entry: KnownImport): void {
  const { contract } = entry.handler
  on.download(contract.template, async (_input, { language }) => ({
    name: `${entry.templateName[language]}.xlsx`,
    contentType: XLSX_TYPE,
    stream: templateOf(entry.columns, language),
  }))
  on.upload(contract.upload, async (given, ctx, file) => {
    if (formatOf(file.name, file.content) === 'xlsx') await checkDirectory(file.content)
    const input = given as Record<string, string>
    return await begin(contract, ctx, file, { ...input, ...(await entry.handler.begin?.(input, ctx, file)) })
  })
  registerReads(on, entry)
  registerDecisions(on, entry)
}

const FILE_NAMES = { template: { vi: 'Mẫu nhập dữ liệu', en: 'Import template' }, result: { vi: 'Kết quả nhập', en: 'Import result' } }

async function begin(contract: ImportContract, ctx: CommandContext, file: { name: string; content: Buffer }, input: Record<string, string>) {
  const { tx, now, session } = ctx
  const contentType = file.name.toLowerCase().endsWith('.xlsx') ? XLSX_TYPE : 'application/vnd.ms-excel'
  const { id: file_id } = await storeFile(tx, {
    ...file,
    contentType,
    kind: importSource,
    ownerUserId: session.userId,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  })
  const created = await tx
    .insertInto('platform.import')
    .values({ path: contract.path, file_id, file_name: file.name, owner_id: session.userId, owner_account: session.account, input: JSON.stringify(input) })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await enqueue(tx, runImport, { id: created.id }, { key: created.id, userId: session.userId })
  ctx.subject(contract.entity, created.id, { after: { file: file.name, size: file.content.length } })
  return created
}

/** The caller's own import of this contract; 404 for any other. */
async function own(contract: ImportContract, ctx: RequestContext, id: string): Promise<StoredImport> {
  const stored = await importById(ctx.runtime.db, id)
  if (stored?.path !== contract.path || stored.owner_id !== ctx.session.userId) throw new AppError(errors.notFound)
  return stored
}

function headOf(stored: Pick<StoredImport, 'id' | 'version' | 'status' | 'file_name' | 'created_at' | 'total' | 'bad'>) {
  const { id, version, status, file_name, created_at, total, bad } = stored
  return { id, version, status: status as ImportStatus, fileName: file_name, createdAt: isoLocal(created_at), total, good: total - bad }
}

function registerReads(on: Registrar, { handler: { contract }, columns }: KnownImport): void {
  on.query(contract.recent, async (_input, { runtime: { db }, session }) => {
    const rows = await db
      .selectFrom('platform.import')
      .select(['id', 'version', 'status', 'file_name', 'created_at', 'total', 'bad'])
      .where('owner_id', '=', session.userId)
      .where('path', '=', contract.path)
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute()
    return rows.map(headOf)
  })
  on.query(contract.state, async ({ id }, ctx) => {
    const stored = await own(contract, ctx, id)
    const { sheet, sheets, header, mapping, done, bad, problem, summary } = stored
    const mode = stored.mode as 'ALL' | 'GOOD' | null
    return {
      ...headOf(stored),
      ...{ sheet, sheets, header, mapping, done, bad, mode, summary },
      problem: problem && { code: problem.code, message: problem[ctx.language] },
    }
  })
  on.query(contract.rows, async ({ id, bad, page }, ctx) => {
    const stored = await own(contract, ctx, id)
    let query = ctx.runtime.db.selectFrom('platform.import_row').select(['number', 'cells', 'problems']).where('import_id', '=', id)
    if (bad) query = query.where('problems', 'is not', null)
    const rows = (await query
      .orderBy('number')
      .limit(IMPORT_PAGE)
      .offset((page - 1) * IMPORT_PAGE)
      .execute()) as unknown as StoredRow[]
    return { totalRecord: bad ? stored.bad : stored.total, result: rows.map((row) => shownRow(row, stored, ctx.language)) }
  })
  on.download(contract.result, async ({ id }, ctx) => {
    const stored = await own(contract, ctx, id)
    if (stored.status !== 'DONE' && stored.status !== 'READY') throw new AppError(errors.state)
    const name = stored.file_name.replace(/\.xlsx?$/i, '')
    return {
      name: `${FILE_NAMES.result[ctx.language]} - ${name}.xlsx`,
      contentType: XLSX_TYPE,
      stream: resultOf(ctx.runtime.db, stored, columns, ctx.language),
    }
  })
}

function shownRow({ number, cells, problems }: StoredRow, { header }: StoredImport, language: Language) {
  return {
    number,
    cells: header.map((_title, at) => showCell(cells[at])),
    problems: (problems ?? []).map((one) => ({ field: one.field, message: one[language] })),
  }
}

function registerDecisions(on: Registrar, { handler: { contract }, columns }: KnownImport): void {
  const subject = contract.entity

  on.command(contract.map, async ({ id, version, mapping }, ctx) => {
    const stored = await own(contract, ctx, id)
    const given = Object.fromEntries(columns.map(({ field }) => [field, mapping[field] ?? null]))
    const used = Object.values(given).filter((at) => at !== null)
    if (used.some((at) => at >= stored.header.length) || new Set(used).size < used.length) throw new AppError(errors.validation)
    const missing = unmapped(columns, given)
    if (missing.length > 0) throw new AppError(importErrors.unmapped, { fields: missing.map(({ title }) => title[ctx.language]).join(', ') })
    const next = await moveImport(ctx.tx, { id, version }, 'map', {
      mapping: JSON.stringify(given),
      done: 0,
      bad: 0,
      problem: null,
    })
    await enqueue(ctx.tx, runImport, { id }, { key: id, userId: ctx.session.userId })
    ctx.subject(subject, id, { before: stored.mapping, after: given })
    return { id, version: next }
  })

  on.command(contract.start, async ({ id, version, mode }, ctx) => {
    const { total, bad } = await own(contract, ctx, id)
    if (mode === 'ALL' && bad > 0) throw new AppError(importErrors.badRows, { count: bad })
    if (bad >= total) throw new AppError(importErrors.noGoodRows)
    const next = await moveImport(ctx.tx, { id, version }, 'start', { mode, done: 0, problem: null })
    await enqueue(ctx.tx, runImport, { id }, { key: id, userId: ctx.session.userId })
    ctx.subject(subject, id, { after: { mode, rows: total - bad, left: bad } })
    return { id, version: next }
  })

  on.command(contract.cancel, async ({ id, version }, ctx) => {
    await own(contract, ctx, id)
    const next = await moveImport(ctx.tx, { id, version }, 'cancel')
    ctx.subject(subject, id, { after: { status: 'CANCELLED' } })
    return { id, version: next }
  })
}
