import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { lineMachine, lotMachine } from '../../contract/issuances/machines.ts'

export const LOT = 'cob.issuance'
export const LINE = 'cob.issuance_line'
export const ATTEMPT = 'cob.issuance_attempt'

export const lots = defineRecord({
  table: LOT,
  scoped: true,
  machine: lotMachine,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    name: row.name,
    status: row.status,
    lineCount: row.line_count,
    total: row.total,
    fileName: row.file_name,
    note: row.note,
  }),
  form: ({ name, note }) => ({ name, note }),
})
export type LotRow = RowOf<typeof LOT>

export const lines = defineRecord({
  table: LINE,
  scoped: true,
  machine: lineMachine,
  lock: 'for no key update',
  picture: (row) => ({ reference: row.reference, status: row.status, courierId: row.courier_id, attempts: row.attempts }),
})
export type LineRow = RowOf<typeof LINE>

/** Codes of items: that of the lot and the number of the line in four digits. */
export const itemCode = (lot: string, lineNo: number): string => `${lot}-${String(lineNo).padStart(4, '0')}`
