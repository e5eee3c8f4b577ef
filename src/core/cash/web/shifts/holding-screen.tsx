import { listHoldings } from '#core/cash/contract/holdings.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { holdingActions, newHolding } from './holding-actions.tsx'
import type { CashPaths } from './paths.ts'

/** The list of holdings. */
export default (paths: CashPaths) =>
  listScreen(listHoldings, {
    filters: ['text', { field: 'unitId', input: UnitSelect }, 'kind', 'fill', 'status'],
    columns: [
      { field: 'code', width: 130, fixed: 'start' },
      'name',
      'kind',
      'unitName',
      'balance',
      'fill',
      'ceiling',
      'floor',
      'holderName',
      'tellerName',
      'counting',
      'status',
      { field: 'singleHanded', hidden: true },
      { field: 'ceilingPolicy', hidden: true },
      'updatedAt',
    ],
    detailPath: ({ id }) => fill(paths.holding, { id }),
    nameOf: ({ code }) => code,
    actions: [newHolding, ...holdingActions(paths)],
  })
