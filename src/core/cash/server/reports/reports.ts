import type { Report, ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { CASH_LEVELS, cashBooks, cashSummaries } from '../../contract/reports/reports.ts'
import { en } from '../../labels/reports/en.ts'
import { vi } from '../../labels/reports/vi.ts'
import { bookRows, type KindNames } from './book.ts'
import { summaryRows } from './summary.ts'

export interface CashReportParts {
  /** Services whose journals touch holdings: days are closed when they are closed for all of them. */
  services: readonly string[]
  kinds: KindNames
}

/** The six: summary and cash book, of payout points, post offices and districts. */
export function cashReports({ services, kinds }: CashReportParts): Report[] {
  const labels = { vi, en }
  return [
    ...CASH_LEVELS.map((level) =>
      implementReport(cashSummaries[level], labels, { services, query: ({ filter }, ctx) => summaryRows(level, filter, ctx), describe }),
    ),
    ...CASH_LEVELS.map((level) =>
      implementReport(cashBooks[level], labels, { services, query: ({ filter }, ctx) => bookRows(level, filter, ctx, kinds), describe }),
    ),
  ]
}

async function describe({ unitId, placeId }: { unitId?: string | undefined; placeId?: string | undefined }, { scope }: ReportContext) {
  const ids = [unitId, placeId].filter((id) => id !== undefined)
  if (ids.length === 0) return {}
  const units = await scope.selectFrom('organisation.unit as u').select(['u.id', 'u.code', 'u.name']).where('u.id', 'in', ids).execute()
  const named = (id: string | undefined) => {
    const unit = units.find((one) => one.id === id)
    return unit && `${unit.name} (${unit.code})`
  }
  return { unitId: named(unitId), placeId: named(placeId) }
}
