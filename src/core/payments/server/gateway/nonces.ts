import { CompiledQuery } from 'kysely'
import { type Batcher, createBatcher } from '#platform/server/batcher.ts'
import type { Database } from '#platform/server/database/db.ts'

export interface NonceUse {
  clientId: string
  nonce: string
  at: Date
}

const USE_NONCES = 'select client_id, nonce from payment.use_nonces($1::text[], $2::text[], $3::timestamptz[])'

/**
 * Uses nonces up: true for each that was new. One statement. It does not wait for the disk: whatever a call changes afterwards is
 * committed later in the same log, so a call that had an effect can never be replayed, not even over a crash.
 */
async function useNonces(db: Database, uses: readonly NonceUse[]): Promise<boolean[]> {
  const columns = [uses.map((use) => use.clientId), uses.map((use) => use.nonce), uses.map((use) => use.at.toISOString())]
  const { rows } = await db.executeQuery<{ client_id: string; nonce: string }>(CompiledQuery.raw(USE_NONCES, columns))
  const fresh = new Set(rows.map((row) => `${row.client_id} ${row.nonce}`))
  // The second of two equal ones in a group finds its name taken away.
  return uses.map(({ clientId, nonce }) => fresh.delete(`${clientId} ${nonce}`))
}

const MAX_BATCH = 256
/** While one group is being committed, the next is being made ready. */
const LANES = 2

/** One a runtime, whichever module takes the call: calls that come together use their nonces up together. */
const spenders = new WeakMap<Database, Batcher<NonceUse, boolean>>()

/** True when the nonce was new; it is used up from now on. */
export function spendNonce(db: Database, use: NonceUse): Promise<boolean> {
  const spender = spenders.get(db) ?? createBatcher({ maxBatch: MAX_BATCH, lanes: LANES, run: (uses: NonceUse[]) => useNonces(db, uses) })
  spenders.set(db, spender)
  return spender.submit(use)
}

/** Longer than a timestamp can pass: 300 s of the past and of the future. */
const KEEP_MS = 900_000

/** Forgets nonces whose timestamps are refused by now. */
export async function forgetNonces(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('payment.gateway_nonce')
    .where('used_at', '<', new Date(now.getTime() - KEEP_MS))
    .execute()
}
