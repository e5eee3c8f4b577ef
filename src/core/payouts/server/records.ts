import { statusMachine } from '#core/masterdata/contract/status.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { payoutErrors } from '../contract/errors.ts'
import { listMachine, receiptMachine, versionMachine } from '../contract/machine.ts'

export const PROGRAMME = 'payout.programme'
export const LIST = 'payout.list'
export const LINE = 'payout.line'
export const RECEIPT = 'payout.receipt'
export const VERSION = 'payout.version'

/** The service under which the money of lists moves in the ledger. */
export const LEDGER_SERVICE = 'CASH'

export const programmes = defineRecord({
  table: PROGRAMME,
  machine: statusMachine,
  unique: { column: 'code', error: payoutErrors.codeTaken },
  picture: (row) => ({
    code: row.code,
    name: row.name,
    partnerId: row.partner_id,
    kind: row.kind,
    unpaid: row.unpaid,
    tolerance: row.tolerance_percent,
    listDay: row.list_day,
    reportDay: row.report_day,
    status: row.status,
  }),
  form: ({ name, kind, unpaid, tolerance }) => ({ name, kind, unpaid, tolerance }),
})

export const lists = defineRecord({
  table: LIST,
  scoped: true,
  machine: listMachine,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    status: row.status,
    payFrom: row.pay_from,
    payUntil: row.pay_until,
    controlCount: row.control_count,
    controlTotal: row.control_total,
    lineCount: row.line_count,
    total: row.total,
    contentVersion: row.content_version,
    hash: row.hash === null ? null : hex(row.hash),
    note: row.note,
    settledReference: row.settled_reference,
  }),
  form: ({ payFrom, payUntil, controlCount, controlTotal, note }) => ({ payFrom, payUntil, controlCount, controlTotal, note }),
})
export type ListRow = RowOf<typeof LIST>

/** It pays now: approved, and not closed. */
export const isRunning = (status: string): boolean => status === 'APPROVED' || status === 'PAYING'

export const receipts = defineRecord({
  table: RECEIPT,
  machine: receiptMachine,
  picture: (row) => ({
    code: row.code,
    partnerId: row.partner_id,
    bankId: row.bank_id,
    bankReference: row.bank_reference,
    amount: row.amount,
    receivedOn: row.received_on,
    status: row.status,
    note: row.note,
  }),
})

export const versions = defineRecord({
  table: VERSION,
  machine: versionMachine,
  picture: (row) => ({ listId: row.list_id, number: row.number, status: row.status, reason: row.reason, delta: row.delta, lineDelta: row.line_delta }),
})
export type VersionRow = RowOf<typeof VERSION>

export const hex = (bytes: Buffer): string => bytes.toString('hex')

/** Whose record a list is, for requests about it. */
export const placeOf = (row: ListRow) => ({
  ...unitsOf(row),
  partnerId: row.partner_id,
})
