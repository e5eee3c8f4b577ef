import { daysTopic, listDays } from '#core/cash/contract/day-close/days.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { showDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { openOneDay } from './day-actions.tsx'
import type { DayPaths } from './paths.ts'

/** The days of units, and how far each is on its way to its close. */
export default (paths: DayPaths) =>
  listScreen(listDays, {
    filters: ['text', { range: ['from', 'to'], label: 'businessDate', days: 7 }, 'status', 'whose', { field: 'unitId', input: UnitSelect }],
    columns: [
      { field: 'unitName', width: 260, fixed: 'start' },
      'businessDate',
      'status',
      { field: 'overdue', width: 100 },
      {
        field: 'closedBelow',
        render: ({ closedBelow, daysBelow }) => (daysBelow === 0 ? null : <span className="bt-num">{`${closedBelow}/${daysBelow}`}</span>),
      },
      { field: 'daysBelow', hidden: true },
      'closing',
      'submittedBy',
      'submittedAt',
      'closedBy',
      'closedAt',
      'closedLate',
      { field: 'unitCode', hidden: true },
      { field: 'unitLevel', hidden: true },
      { field: 'openedAt', hidden: true },
    ],
    detailPath: ({ id }) => fill(paths.day, { id }),
    nameOf: ({ unitName, businessDate }) => `${unitName} ${showDate(businessDate)}`,
    // What moves a day on stands on its page, beside its checklist.
    actions: [openOneDay],
    live: daysTopic,
  })
