import { BankSelect } from '#core/merchants/web/public.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'

/** The filters of reports whose reader chooses what they tell apart; they open with the last `days`. */
export const partFilters = (days: number) =>
  [
    { range: ['from', 'to'], label: 'period', days },
    'groupBy',
    'rowBy',
    { field: 'unitId', input: UnitSelect },
    { field: 'partnerId', input: PartnerSelect },
    'channel',
    { field: 'bankBin', input: BankSelect },
  ] as const

/** What such a report may tell apart, each a column of its own; the report shows the ones that were chosen. */
export const PART_COLUMNS = (['businessDate', 'month', 'provinceName', 'bankName', 'channel', 'partnerName'] as const).map(
  (field) => ({ field, fixed: 'start', width: 320 }) as const,
)
