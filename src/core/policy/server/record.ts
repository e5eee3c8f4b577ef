import type { Queryable } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { policyMachine } from '../contract/policies.ts'
import { feesOf, feeText } from './fees.ts'

export type Row = RowOf<'policy.policy'>

export const policies = defineRecord({
  table: 'policy.policy',
  machine: policyMachine,
  picture: async (row, tx) => ({
    code: row.code,
    revision: row.revision,
    description: row.description,
    status: row.status,
    ...(await shownOf(tx, row)),
  }),
  form: async ({ description }, { id, name, effective_from, effective_to }, tx) => ({
    name,
    description,
    effectiveFrom: effective_from,
    effectiveTo: effective_to,
    fees: await feesOf(tx, id),
  }),
})

/** What people see of a revision when they decide on it or compare it with another. */
export async function shownOf(db: Queryable, row: Row): Promise<Record<string, string | null>> {
  const fees = await feesOf(db, row.id)
  return { name: row.name, service: row.service, effectiveFrom: row.effective_from, effectiveTo: row.effective_to, fees: fees.map(feeText).join('\n') }
}
