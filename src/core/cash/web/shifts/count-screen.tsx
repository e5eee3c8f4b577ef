import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listCounts } from '../../contract/counts.ts'
import type { CashPaths } from './paths.ts'

/** Cash counts of the scope. */
export default (paths: CashPaths) =>
  listScreen(listCounts, {
    filters: ['text', { range: ['from', 'to'], label: 'businessDate', days: 7 }, 'varianceStatus', 'reason', { field: 'unitId', input: UnitSelect }],
    columns: [
      { field: 'code', width: 160, fixed: 'start' },
      { field: 'holdingCode', width: 130 },
      { field: 'reason', width: 110 },
      { field: 'counted', width: 146 },
      { field: 'ledgerBalance', width: 146 },
      { field: 'variance', width: 130 },
      { field: 'varianceLeft', width: 150 },
      'varianceStatus',
      'unitName',
      'counterName',
      'countedAt',
      'businessDate',
      'shiftCode',
    ],
    detailPath: ({ id }) => fill(paths.count, { id }),
    nameOf: ({ code }) => code,
  })
