import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { alertMachine } from '../contract/alerts.ts'

export type AlertRow = RowOf<'controls.alert'>

export const alerts = defineRecord({
  table: 'controls.alert',
  scoped: true,
  machine: alertMachine,
  picture: ({ rule, status, rows, note }) => ({ rule, status, rows, note }),
})
