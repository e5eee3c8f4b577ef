import { defineRecord } from '#platform/server/record/record.ts'
import { varianceMachine } from '../contract/counts.ts'
import { shiftMachine } from '../contract/shifts.ts'

export const shifts = defineRecord({
  table: 'cash.shift',
  scoped: true,
  machine: shiftMachine,
  picture: ({ code, business_date: businessDate, status, abandoned }) => ({ code, businessDate, status, abandoned }),
})

/** Differences that counts have found; in the audit log they belong to their count. */
export const variances = defineRecord({
  table: 'cash.variance',
  subject: 'cash.count',
  scoped: true,
  machine: varianceMachine,
  picture: ({ status }) => ({ varianceStatus: status }),
})
