import { type SqlBool, sql } from 'kysely'
import { TREASURY } from '../treasury/record.ts'
import { defineTraceStep } from './trace.ts'

/** Cash between holdings and banks; on its way it lies with a courier. */
export const treasuryTrace = defineTraceStep({
  name: 'TREASURY',
  proves: sql<SqlBool>`c.key = 'CASH_IN_TRANSIT'`,
  sources: async (_db, { type, id }) => (type === TREASURY ? [{ sourceType: TREASURY, sourceId: id }] : []),
})
