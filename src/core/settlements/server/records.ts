import { noteText } from '#core/disbursement/server/public.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { settlementMachine } from '../contract/machine.ts'

export const SETTLEMENT = 'settlement.settlement'

export const settlements = defineRecord({
  table: SETTLEMENT,
  scoped: true,
  machine: settlementMachine,
  lock: 'for no key update',
  picture: (row) => ({ code: row.code, status: row.status, net: row.net, holdReason: noteText(row.hold_reason).vi, stepNote: row.step_note }),
})
