import { UnitSelect } from '#core/organisation/web/public.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listShifts } from '../../contract/shifts.ts'
import type { CashPaths } from './paths.ts'
import { shiftActions } from './shift-actions.tsx'

/** Shifts of all tellers of the scope. */
export default (paths: CashPaths) =>
  listScreen(listShifts, {
    filters: ['text', { field: 'unitId', input: UnitSelect }, 'status', 'whose', 'unclosed', { range: ['from', 'to'], label: 'businessDate', days: 7 }],
    columns: [
      { field: 'code', fixed: 'start' },
      'tellerName',
      'tillCode',
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
