import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { Side } from '../contract/account.ts'

export interface JournalEntry {
  line: number
  accountId: string
  accountCode: string
  accountName: string
  side: Side
  /** Decimal strings. */
  amount: string
  currency: string
  balanceAfter: string
}

export interface Journal {
  id: string
  businessKey: string
  kind: string
  service: string
  businessDate: string
  occurredAt: Date
  recordedAt: Date
  description: string
  reversesJournalId: string | null
  reversedByJournalId: string | null
  entries: JournalEntry[]
}

/** The journals of one source (reversals included) with their entries, in the order of recording. For detail screens. */
export async function journalsOf(db: Queryable, { sourceType, sourceId }: { sourceType: string; sourceId: string }): Promise<Journal[]> {
  const journals = await heads(db).where('j.source_type', '=', sourceType).where('j.source_id', '=', sourceId).orderBy('j.id').execute()
  return withEntries(db, journals)
}

/** One journal with its entries and what it is about. */
export async function journalWhole(db: Queryable, id: string): Promise<(Journal & { sourceType: string; sourceId: string }) | undefined> {
  const journals = await heads(db).select(['j.source_type as sourceType', 'j.source_id as sourceId']).where('j.id', '=', id).execute()
  return (await withEntries(db, journals))[0]
}

function heads(db: Queryable) {
  return db
    .selectFrom('ledger.journal as j')
    .leftJoin('ledger.journal as r', 'r.reverses_journal_id', 'j.id')
    .select(['j.id', 'j.business_key as businessKey', 'j.kind', 'j.service', 'j.business_date as businessDate', 'j.occurred_at as occurredAt'])
    .select(['j.recorded_at as recordedAt', 'j.description', 'j.reverses_journal_id as reversesJournalId', 'r.id as reversedByJournalId'])
}

async function withEntries<J extends Omit<Journal, 'entries'>>(db: Queryable, journals: readonly J[]): Promise<(J & Pick<Journal, 'entries'>)[]> {
  if (journals.length === 0) return []
  const entries = await db
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.account_directory as a', 'a.id', 'e.account_id')
    .select(['e.journal_id as journalId', 'e.line', 'e.account_id as accountId', sql<string>`a.code`.as('accountCode'), sql<string>`a.name`.as('accountName')])
    .select(['e.side', 'e.amount', 'e.currency', 'e.balance_after as balanceAfter'])
    .where('e.journal_id', '=', sql<string>`any(${journals.map(({ id }) => id)}::bigint[])`)
    .orderBy('e.journal_id')
    .orderBy('e.line')
    .execute()
  const byJournal = Map.groupBy(entries, (entry) => entry.journalId)
  return journals.map((journal) => ({
    ...journal,
    entries: (byJournal.get(journal.id) ?? []).map(({ journalId: _, side, ...entry }) => ({ ...entry, side: side as Side })),
  }))
}

/**
 * The journals as a reader may see them: who may see a payment sees all its entries, but the running balance of an account
 * (the operator's fee income, a merchant's whole credit) only where the account itself lies within the reader's scope.
 */
export async function withOwnBalances(scope: Scope, journals: Journal[]) {
  const ids = [...new Set(journals.flatMap(({ entries }) => entries.map(({ accountId }) => accountId)))]
  const within =
    ids.length === 0 ? [] : await scope.selectFrom('ledger.account as a').select('a.id').where('a.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
  const own = new Set(within.map(({ id }) => id))
  return journals.map((journal) => ({
    ...journal,
    entries: journal.entries.map((entry) => ({ ...entry, balanceAfter: own.has(entry.accountId) ? entry.balanceAfter : null })),
  }))
}
