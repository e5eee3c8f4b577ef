import { sql } from 'kysely'
import type { Runtime } from '#platform/server/module.ts'

/** A look whether anything was posted since the last one; costs nothing while no browser listens. */
export function newPostings({ db, live }: Pick<Runtime, 'db' | 'live'>, posted: () => void): () => Promise<void> {
  let known: string | undefined
  return async () => {
    if (live.size() === 0) {
      known = undefined
      return
    }
    const { rows } = await sql<{ last: string | null }>`select max(id)::text as last from ledger.journal`.execute(db)
    const last = rows[0]?.last ?? ''
    if (known !== undefined && known !== last) posted()
    known = last
  }
}
