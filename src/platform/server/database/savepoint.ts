import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Work whose failure leaves the transaction as it was before, so that it goes on or the work is done in another way. Throws what the work throws; may be nested. */
export async function behindSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint behind`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint behind`.execute(tx)
    throw error
  } finally {
    await sql`release savepoint behind`.execute(tx)
  }
}
