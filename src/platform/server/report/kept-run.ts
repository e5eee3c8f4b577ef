import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import type { ReportContract } from '#kernel/report.ts'
import type { Queryable } from '../database/db.ts'
import { openCursor } from '../list/cursor.ts'
import type { Report, Runtime } from '../module.ts'
import { scopeKey } from '../scope-key.ts'
import type { ScopeGrant } from '../session/session.ts'
import type { ReportReader } from './report.ts'
import { fieldsOf, rowsOf } from './run.ts'
import { type DbLine, DETAIL, linesStatement, TOTAL } from './sql.ts'

type Fields = Record<string, unknown>

/** One statement of a report; adding up millions of rows takes its time. */
export const STATEMENT_TIMEOUT_MS = 600_000

/** What a report was taken for. Turning pages is none of these, and keeps nothing. */
export type Taking = { purpose: 'XLSX' | 'PDF' | 'PRINT' | 'FREEZE' } | { purpose: 'MAIL'; scheduleId: string }

type Source = Pick<Runtime, 'db' | 'pool'>

/** What a run proves. */
export interface RunFigures {
  rows: number
  totals: Fields
  hash: string
}

/** Adds up the figures of a run from its lines, in any order. */
export function createRunFigures(contract: ReportContract) {
  const toFields = fieldsOf(contract)
  const names = new Set([...contract.current, ...contract.groups.flatMap(({ name }) => (name === undefined ? [] : [name]))])
  const fixed = Object.keys(contract.row.shape).filter((field) => !names.has(field))
  const digests: Buffer[] = []
  let totals: Fields = {}
  return {
    add(line: DbLine): void {
      if (line._level !== DETAIL && line._level !== TOTAL) return
      const row = toFields(line)
      if (line._level === TOTAL) totals = Object.fromEntries(contract.totals.map((field) => [field, row[field]]))
      else
        digests.push(
          createHash('sha256')
            .update(JSON.stringify(fixed.map((field) => row[field])))
            .digest(),
        )
    },
    /** The order of rows goes by names, which change; so their digests are sorted. */
    figures(): RunFigures {
      const whole = createHash('sha256')
      for (const digest of digests.sort(Buffer.compare)) whole.update(digest)
      return { rows: digests.length, totals, hash: whole.digest('hex') }
    },
  }
}

export interface KeptRun {
  code: string
  add(line: DbLine): void
  /** Call when all lines are in; what bears the code may leave the house only afterwards. */
  keep(taking: Taking): Promise<RunFigures & { id: string }>
}

/** Draws the code of a run and looks which snapshots of the cut-off its days rest on; call before its rows are read. */
export async function beginRun(db: Queryable, report: Report, filter: Fields, reader: ReportReader): Promise<KeptRun> {
  const [snapshots, { rows: drawn }] = await Promise.all([
    snapshotsOf(db, report, filter, reader),
    sql<{ n: string }>`select nextval('report.run_number') as n`.execute(db),
  ])
  const { contract } = report
  const code = `BC${localDate(reader.now).slice(2).replaceAll('-', '')}-${String(drawn[0]?.n).padStart(6, '0')}`
  const adding = createRunFigures(contract)
  return {
    code,
    add: adding.add,
    async keep(taking) {
      const figures = adding.figures()
      // A period that was reopened meanwhile may have changed between the two looks.
      const after = snapshots.length === 0 ? [] : await snapshotsOf(db, report, filter, reader)
      const { account, fullName, userId, language, now, grant } = reader
      const { rows: kept } = await sql<{
        id: string
      }>`insert into report.run (code, report, definition, filter, scope, language, purpose, as_of, row_count, totals, hash, snapshots, schedule_id, user_id, account, full_name)
        values (${code}, ${contract.path}, ${contract.definition}, ${JSON.stringify(filter)}, ${scopeKey(grant)}, ${language}, ${taking.purpose}, ${now}, ${figures.rows},
          ${JSON.stringify(figures.totals)}, ${figures.hash}, ${String(after) === String(snapshots) ? snapshots : []}, ${'scheduleId' in taking ? taking.scheduleId : null},
          ${userId}, ${account}, ${fullName}) returning id`.execute(db)
      return { ...figures, id: String(kept[0]?.id) }
    },
  }
}

/** Every line of a report as it comes, so that none is held for longer than it takes to be counted in. */
async function readLines(
  { db, pool }: Source,
  { contract, ...rest }: Report,
  filter: Fields,
  reader: ReportReader,
  add: (line: DbLine) => void,
): Promise<void> {
  const statement = linesStatement(db, contract, rowsOf({ contract, ...rest }, filter, reader))
  const cursor = await openCursor<DbLine>(pool, statement, STATEMENT_TIMEOUT_MS, { scopeSql: reader.scope.sql })
  try {
    for await (const line of cursor.rows) add(line)
  } finally {
    cursor.close()
  }
}

/** The figures of a report as it is now. */
export async function figuresNow(source: Source, report: Report, filter: Fields, reader: ReportReader): Promise<RunFigures> {
  const adding = createRunFigures(report.contract)
  await readLines(source, report, filter, reader, adding.add)
  return adding.figures()
}

/** The whole report as it is now, kept: what somebody freezes on the screen. */
export async function freezeReport(tx: Queryable, source: Source, report: Report, filter: Fields, reader: ReportReader): Promise<{ id: string; code: string }> {
  const run = await beginRun(tx, report, filter, reader)
  await readLines(source, report, filter, reader, run.add)
  const { id } = await run.keep({ purpose: 'FREEZE' })
  return { id, code: run.code }
}

async function snapshotsOf(db: Queryable, { handler: { services } }: Report, filter: Fields, { grant }: ReportReader): Promise<string[]> {
  if (services === undefined || services.length === 0) return []
  const units = typeof filter.unitId === 'string' ? [filter.unitId] : unitsOf(grant)
  const { rows } = await sql<{
    snapshots: string[]
  }>`select report.snapshots_of(${[...services]}::text[], ${filter.from}::date, ${filter.to}::date, ${units}::bigint[]) as snapshots`.execute(db)
  return rows[0]?.snapshots ?? []
}

/** Null: the whole house. */
function unitsOf(grant: ScopeGrant): string[] | null {
  if (grant.kind === 'UNITS') return grant.units.map(({ id }) => id)
  return grant.kind === 'UNIT' || grant.kind === 'UNIT_AND_BELOW' ? [grant.unit.id] : null
}
