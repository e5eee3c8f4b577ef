import { addDays } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import type { FeeInput } from '../contract/fees.ts'
import { writeFees } from './fees.ts'
import { policies } from './record.ts'

/** A policy that was agreed before this system had it, with its revisions in the order of their days. */
export interface AgreedPolicy {
  code: string
  service: string
  name: string
  revisions: readonly { effectiveFrom: string; fees: readonly FeeInput[] }[]
}

/** Stores policies as agreed, for a new system that takes over what is in force: their revisions may begin on days that have gone. */
export async function createAgreedPolicies(tx: Tx, given: readonly AgreedPolicy[], stamp: Stamp): Promise<void> {
  for (const { code, service, name, revisions } of given) {
    for (const [at, { effectiveFrom, fees }] of revisions.entries()) {
      const next = revisions[at + 1]
      const { id } = await tx
        .insertInto('policy.policy')
        .values({
          code,
          service,
          name,
          revision: at + 1,
          effective_from: effectiveFrom,
          effective_to: next ? addDays(next.effectiveFrom, -1) : null,
          created_by: stamp.by,
          created_at: stamp.at,
          updated_by: stamp.by,
          updated_at: stamp.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeFees(tx, id, fees)
      const draft = await policies.lock(tx, { id })
      const submitted = await policies.save(tx, stamp, draft, {}, 'submit')
      await policies.save(tx, stamp, submitted, {}, 'approve')
    }
  }
}
