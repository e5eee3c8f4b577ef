import type { Registrar } from '#platform/server/module.ts'
import { getDebtLevels } from '../../contract/reports.ts'
import { readLevels } from './levels.ts'
import { cobReports } from './reports.ts'

export function registerReports(on: Registrar): void {
  for (const report of cobReports) on.report(report)
  on.query(getDebtLevels, (_input, { db }) => readLevels(db))
}
