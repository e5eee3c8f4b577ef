import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { dayMachine } from '../../contract/day-close/machine.ts'

export type Day = RowOf<'cash.day_close'>

export const days = defineRecord({
  table: 'cash.day_close',
  scoped: true,
  machine: dayMachine,
  picture: (row) => ({
    unitId: row.unit_id,
    businessDate: row.business_date,
    status: row.status,
    submittedBy: row.submitted_by,
    closedBy: row.closed_by,
    closedLate: row.closed_late,
  }),
})
