import type { PeriodInput } from '#core/ledger/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { cutOffMachine } from '../contract/periods.ts'
import type { Span } from './check.ts'

export type Period = RowOf<'cutoff.period'>

export const periods = defineRecord({
  table: 'cutoff.period',
  scoped: true,
  machine: cutOffMachine,
  picture: ({ code, service, granularity, starts_on, status, blockers, submitted_by, closed_by, note }) => ({
    ...{ code, service, granularity, startsOn: starts_on, status, blockers, submittedBy: submitted_by, closedBy: closed_by, note },
  }),
})

/** The head office stands for everything, journals of no unit included. */
const unitOf = ({ unit_id, head_unit_id }: Pick<Period, 'unit_id' | 'head_unit_id'>) => (unit_id === head_unit_id ? null : unit_id)

export const spanOf = (period: Period): Span => ({
  ...{ periodId: period.id, service: period.service, unitId: unitOf(period), from: period.starts_on, to: period.ends_on as string },
})

/** The period as the ledger closes and opens it. */
export const inLedger = (period: Period, at: Date): PeriodInput => ({
  ...{ service: period.service, unitId: unitOf(period), granularity: period.granularity as 'DAY', date: period.starts_on, at },
})

/** The code of the last snapshot of a closed period; undefined while it is being taken. */
export async function lastSnapshot(db: Queryable, { id, closings }: Pick<Period, 'id' | 'closings'>): Promise<string | undefined> {
  const row = await db.selectFrom('cutoff.snapshot').select('code').where('period_id', '=', id).where('number', '=', closings).executeTakeFirst()
  return row?.code
}
