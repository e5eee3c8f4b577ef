import { defineRecord } from '#platform/server/record/record.ts'
import { alertMachine } from '../contract/alerts.ts'

export const alerts = defineRecord({
  table: 'controls.alert',
  scoped: true,
  machine: alertMachine,
  picture: ({ rule, status, rows, note }) => ({ rule, status, rows, note }),
})
