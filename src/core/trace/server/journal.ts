import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { defineTraceStep, type TraceFacts } from './plug.ts'

const JOURNAL = 'ledger.journal'

/** Journals by their number: the record that one is about where the portal knows it, otherwise what it moved itself. */
export const journalTrace = defineTraceStep({
  type: JOURNAL,
  title: { vi: 'Bút toán', en: 'Journal' },
  async find(db, by) {
    const ids = 'ids' in by ? by.ids : /^[1-9]\d{0,17}$/.test(by.code) ? [by.code] : []
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('ledger.journal as j')
      .select(['j.id', 'j.occurred_at as at'])
      .where('j.id', '=', sql<string>`any(${ids}::bigint[])`)
      .execute()
    return rows.map(({ id, at }): TraceFacts => ({ type: JOURNAL, id, code: id, at }))
  },
  /** As the ledger shows one: an account of it lies within the scope. */
  async visible({ scope }, ids) {
    const rows = await scope
      .selectFrom('ledger.account as a')
      .innerJoin('ledger.entry as e', 'e.account_id', 'a.id')
      .select('e.journal_id as id')
      .where('e.journal_id', '=', sql<string>`any(${ids}::bigint[])`)
      .execute()
    return new Map(rows.map(({ id }) => [id, null]))
  },
  about: async (db, id) => (await heads(db, id)).map(({ sourceType, sourceId }) => ({ type: sourceType, id: sourceId })),
  moves: async (db, id) => ({ sources: await heads(db, id) }),
})

const heads = (db: Queryable, id: string) =>
  db.selectFrom('ledger.journal as j').select(['j.source_type as sourceType', 'j.source_id as sourceId']).where('j.id', '=', id).execute()
