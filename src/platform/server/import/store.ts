import { type Selectable, sql } from 'kysely'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import { type ImportEvent, type ImportStatus, importMachine } from '#kernel/import.ts'
import { fill, type Params, type Text } from '#kernel/language.ts'
import type { DB, Queryable, Tx } from '../database/db.ts'
import { type FireOptions, fire } from '../machine/fire.ts'
import type { RowProblem } from './handler.ts'
import type { ReadRow } from './read.ts'
import type { Cell } from './workbook.ts'

export type StoredImport = Omit<Selectable<DB['platform.import']>, 'mapping' | 'summary' | 'problem' | 'input'> & {
  input: Record<string, string>
  mapping: Record<string, number | null>
  summary: Record<string, number>
  problem: Problem | null
}

/** Why an import is refused. */
export interface Problem extends Text {
  code: string
}

/** Rows that are read or written at once. */
const BATCH = 1_000

export function problemOf(definition: ErrorDefinition, params: Params = {}): Problem {
  return { code: definition.code, vi: fill(definition.vi, params, 'vi'), en: fill(definition.en, params, 'en') }
}

export async function importById(db: Queryable, id: string): Promise<StoredImport | undefined> {
  return (await db.selectFrom('platform.import').selectAll().where('id', '=', id).executeTakeFirst()) as StoredImport | undefined
}

type ImportSet = NonNullable<FireOptions<'platform.import'>['set']>

/** Moves an import. Throws SYS-409 when somebody was faster, SYS-410 when its state does not allow the event. */
export async function moveImport(db: Queryable, { id, version }: { id: string; version: number }, event: ImportEvent, set: ImportSet = {}): Promise<number> {
  const moved = await fire(db, importMachine, 'platform.import', id, event, { version, set: { ...set, updated_at: sql`now()` } })
  return moved.version
}

/** Moves an import from one state, on behalf of its job; false when it is there no longer. */
export async function moveOn(
  db: Queryable,
  { id, status, version }: { id: string; status: ImportStatus; version?: number },
  event: ImportEvent,
  set: ImportSet,
): Promise<boolean> {
  try {
    await fire(db, importMachine, 'platform.import', id, event, { version, where: { status }, set: { ...set, updated_at: sql`now()` } })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Tells how far a step is, without a new version. False when the import is no longer in that state: it was given up. */
export async function storeProgress(db: Queryable, id: string, status: ImportStatus, done: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform.import')
    .set({ done, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertRows(tx: Tx, id: string, rows: readonly ReadRow[]): Promise<void> {
  if (rows.length === 0) return
  const numbers = rows.map(([number]) => number)
  const cells = rows.map(([, ...rest]) => JSON.stringify(rest))
  await sql`
    insert into platform.import_row (import_id, number, cells)
    select ${id}::uuid, r.number, r.cells::jsonb from unnest(${numbers}::int[], ${cells}::text[]) r (number, cells)`.execute(tx)
}

export interface StoredRow {
  number: number
  cells: Cell[]
  problems: (Text & { field: string | null })[] | null
}

/** All rows in their order, in batches. */
export async function* rowsOf(db: Queryable, id: string, which: 'all' | 'good' = 'all'): AsyncGenerator<StoredRow[]> {
  let after = 0
  for (;;) {
    let query = db.selectFrom('platform.import_row').select(['number', 'cells', 'problems']).where('import_id', '=', id).where('number', '>', after)
    if (which === 'good') query = query.where('problems', 'is', null)
    const rows = (await query.orderBy('number').limit(BATCH).execute()) as unknown as StoredRow[]
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)?.number ?? after
  }
}

/** Writes what is wrong with which row; rows that are not named have nothing. Answers how many have. */
export async function storeProblems(tx: Tx, id: string, problems: readonly RowProblem[]): Promise<number> {
  const byRow = new Map<number, (Text & { field: string | null })[]>()
  for (const { number, field, vi, en } of problems) {
    const known = byRow.get(number)
    if (known) known.push({ field, vi, en })
    else byRow.set(number, [{ field, vi, en }])
  }
  await tx.updateTable('platform.import_row').set({ problems: null }).where('import_id', '=', id).where('problems', 'is not', null).execute()
  const all = [...byRow]
  for (let at = 0; at < all.length; at += BATCH) {
    const part = all.slice(at, at + BATCH)
    await sql`
      update platform.import_row r set problems = p.problems::jsonb
      from unnest(${part.map(([number]) => number)}::int[], ${part.map(([, list]) => JSON.stringify(list))}::text[]) p (number, problems)
      where r.import_id = ${id}::uuid and r.number = p.number`.execute(tx)
  }
  return byRow.size
}
