import { sql } from 'kysely'
import type { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { fieldNames } from '#platform/server/labels.ts'
import type { Registrar, Report, RequestContext, ServerModule } from '#platform/server/module.ts'
import { figuresNow, freezeReport } from '#platform/server/report/kept-run.ts'
import { conditionWords } from '#platform/server/report/layout.ts'
import { readerOf } from '#platform/server/report/send.ts'
import { scopeKey } from '#platform/server/scope-key.ts'
import { reportErrors } from '../contract/errors.ts'
import { freezeRun, listRuns, MOST_RUNS, type Run, type RunPurpose, type RunState, verifyRun } from '../contract/run.ts'
import { exportable } from './schedules.ts'

interface Kept {
  id: string
  code: string
  report: string
  purpose: z.output<typeof RunPurpose>
  filter: Record<string, unknown>
  definition: number
  asOf: Date
  rowCount: string
  totals: Record<string, string | number | null>
  hash: string
  snapshots: string[]
  stands: boolean
  account: string
  fullName: string
}

/** Runs of one's own, or with one's own scope; newest first. */
async function keptRuns({ runtime, session }: RequestContext, which: { report: string; code: string } | { id: string }): Promise<Kept[]> {
  const wanted = 'id' in which ? sql`r.id = ${which.id}` : sql`r.report = ${which.report} and (${which.code} = '' or r.code = upper(${which.code}))`
  const { rows } = await sql<Kept>`
    select r.id, r.code, r.report, r.purpose, r.filter, r.definition, r.as_of as "asOf", r.row_count as "rowCount", r.totals, r.hash, r.snapshots,
      report.snapshots_stand(r.snapshots) as stands, r.account, r.full_name as "fullName"
    from report.run r where ${wanted} and (r.user_id = ${session.userId} or r.scope = ${scopeKey(session.scope)})
    order by r.id desc limit ${MOST_RUNS}`.execute(runtime.db)
  return rows
}

const stateOf = ({ snapshots, stands }: Kept): z.output<typeof RunState> => (snapshots.length === 0 ? 'OPEN' : stands ? 'VALID' : 'SUPERSEDED')

export function registerRuns(on: Registrar, reports: readonly Report[], modules: () => readonly ServerModule[]): void {
  const totalsOf = ({ contract }: Report, totals: Kept['totals'], { language }: RequestContext) => {
    const nameOf = fieldNames(modules(), contract.entity, language)
    return contract.totals.map((field) => ({ field, name: nameOf(field), value: totals[field] ?? null }))
  }

  on.query(listRuns, async ({ report: path, code = '' }, ctx) => {
    const report = exportable(reports, path, ctx)
    const kept = await keptRuns(ctx, { report: path, code })
    return Promise.all(kept.map((run) => shown(run, report, ctx)))
  })

  async function shown(run: Kept, report: Report, ctx: RequestContext): Promise<Run> {
    const { id, code, purpose, filter, definition, asOf, rowCount, totals, hash, snapshots, account, fullName } = run
    return {
      ...{ id, code, purpose, definition, hash, snapshots, account, fullName },
      state: stateOf(run),
      from: String(filter.from),
      to: String(filter.to),
      conditions: await conditionWords(report, filter, readerOf(ctx), modules()),
      asOf: isoLocal(asOf),
      rowCount: Number(rowCount),
      totals: totalsOf(report, totals, ctx),
    }
  }

  on.command(freezeRun, async ({ report: path, filter }, ctx) => {
    const report = exportable(reports, path, ctx)
    const checked = report.contract.filter.safeParse(filter)
    if (!checked.success) throw new AppError(errors.validation, {}, { fields: fieldErrors(checked.error, ctx.language) })
    const { id, code } = await freezeReport(ctx.tx, ctx.runtime, report, checked.data, readerOf(ctx))
    ctx.subject('report.run', id, { after: { code, report: path } })
    return { id, code }
  })

  on.query(verifyRun, async ({ id }, ctx): Promise<OutputOf<typeof verifyRun>> => {
    const [run] = await keptRuns(ctx, { id })
    if (!run) throw new AppError(reportErrors.unknownRun)
    const report = exportable(reports, run.report, ctx)
    const checked = report.contract.filter.safeParse(run.filter)
    if (!checked.success) throw new AppError(reportErrors.unknownReport)
    const now = await figuresNow(ctx.runtime, report, checked.data, readerOf(ctx))
    const sameDefinition = run.definition === report.contract.definition
    const sameTotals = report.contract.totals.every((field) => String(run.totals[field] ?? '') === String(now.totals[field] ?? ''))
    return {
      same: sameDefinition ? now.hash === run.hash : sameTotals,
      sameDefinition,
      rowCount: now.rows,
      hash: now.hash,
      totals: totalsOf(report, now.totals as Kept['totals'], ctx),
    }
  })
}
