import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listCounts } from '../../contract/counts.ts'
import type { CashPaths } from './paths.ts'

/** Cash counts of the scope. */
export default (paths: CashPaths) =>
  listScreen(listCounts, {
    filters: ['text', { field: 'unitId', input: UnitSelect }, 'reason', 'varianceStatus', { range: ['from', 'to'], label: 'businessDate', days: 7 }],
    columns: [
      { field: 'code', fixed: 'start' },
      'holdingCode',
      'unitName',
      'reason',
      'counted',
      'ledgerBalance',
      'variance',
      'varianceStatus',
      'counterName',
      'countedAt',
      'businessDate',
      'shiftCode',
    ],
    detailPath: ({ id }) => fill(paths.count, { id }),
    nameOf: ({ code }) => code,
  })
