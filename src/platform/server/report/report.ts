import type { ModuleLabels } from '#kernel/labels.ts'
import type { Language } from '#kernel/language.ts'
import type { ReportContract, ReportRowOf } from '#kernel/report.ts'
import type { Report, ReportContext, ReportHandler } from '../module.ts'

/** Ties a report's contract to its query, which must select every field of the row; registered with `on.report`. */
export function implementReport<C extends ReportContract, Row extends Record<keyof ReportRowOf<C>, unknown>>(
  contract: C,
  labels: Record<Language, ModuleLabels>,
  handler: ReportHandler<C, Row>,
): Report {
  return { contract, labels, handler: handler as unknown as Report['handler'] }
}

/** Who takes a report, as its head says. */
export interface ReportReader extends ReportContext {
  account: string
  fullName: string
  /** Where they work: the unit, or the partner, that issues the paper. */
  unitId: string | null
  partnerId: string | null
}
