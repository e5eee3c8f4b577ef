import { z } from 'zod'
import { defineCommand, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, enumOf, Flag, Id, KeyFilter, Money, NameText, recordOf, Text, Timestamp } from '#kernel/primitives.ts'

export const RunPurpose = enumOf('reports.purpose', ['XLSX', 'PDF', 'PRINT', 'MAIL', 'FREEZE'])
/** VALID: every period that it rests on stands as it was closed; SUPERSEDED: one was reopened since; OPEN: a day of it was not closed when it was taken. */
export const RunState = enumOf('reports.runState', ['VALID', 'SUPERSEDED', 'OPEN'])

/** Runs that are shown, newest first. */
export const MOST_RUNS = 50

/** Added up columns with what they are called, in the order of the report. */
const Totals = z.array(z.object({ field: z.string(), name: Text, value: z.union([Money, z.number()]).nullable() }))

export const Run = z.object({
  id: Id,
  code: CodeText,
  purpose: RunPurpose,
  state: RunState,
  from: DateOnly,
  to: DateOnly,
  /** The conditions beside the period, in words. */
  conditions: z.array(z.string()),
  definition: Count,
  asOf: Timestamp,
  rowCount: Count,
  totals: Totals,
  hash: z.string(),
  /** Of the cut-off, that its figures rest on. */
  snapshots: z.array(z.string()),
  account: CodeText,
  fullName: NameText,
})
export type Run = z.output<typeof Run>

const ReportPath = z
  .string()
  .max(200)
  .regex(/^\/[\w/-]+$/)

/** Runs of a report that the caller took, or that others took with the same scope; `code` as it stands on paper finds one. */
export const listRuns = defineQuery({
  method: 'POST',
  path: '/report-admin/runs/v1/search',
  permission: SIGNED_IN,
  summary: { vi: 'Các lần lập báo cáo đã lưu', en: 'Kept runs of a report' },
  input: { report: ReportPath, code: KeyFilter },
  output: z.array(Run),
})

/** Keeps the report as it stands now, as if it had been printed. Needs the right to export it. */
export const freezeRun = defineCommand({
  path: '/report-admin/runs/v1/freeze',
  permission: SIGNED_IN,
  summary: { vi: 'Chốt số liệu báo cáo', en: 'Freeze a report' },
  input: { report: ReportPath, filter: recordOf(z.string().max(64), z.unknown(), 50) },
  output: z.object({ id: Id, code: CodeText }),
})

/** The same report now, with the same conditions, beside what the run kept; keeps nothing. Needs the scope that the run was taken with. */
export const verifyRun = defineQuery({
  method: 'POST',
  path: '/report-admin/runs/v1/verify',
  permission: SIGNED_IN,
  summary: { vi: 'Lập lại và đối chiếu với lần đã lưu', en: 'Run again and compare with what was kept' },
  input: { id: Id },
  output: z.object({
    same: Flag,
    /** False: the report is made in another way since, so that totals alone are compared. */
    sameDefinition: Flag,
    rowCount: Count,
    hash: z.string(),
    totals: Totals,
  }),
})
