import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listShifts } from '../../contract/shifts.ts'
import type { CashPaths } from './paths.ts'
import { shiftActions } from './shift-actions.tsx'

/** Shifts of all tellers of the scope. */
export default (paths: CashPaths) =>
  listScreen(listShifts, {
    filters: ['text', { range: ['from', 'to'], label: 'businessDate', days: 7 }, 'status', 'whose', 'unclosed', { field: 'unitId', input: UnitSelect }],
    columns: [
      { field: 'code', width: 160, fixed: 'start' },
      'tellerName',
      { field: 'tillCode', width: 130 },
      'unitName',
      'businessDate',
      'status',
      'openedAt',
      'closedAt',
      'abandoned',
      'updatedAt',
    ],
    detailPath: ({ id }) => fill(paths.shift, { id }),
    nameOf: ({ code }) => code,
    actions: shiftActions(paths),
  })
