import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'

/** A record by what the audit log and journals call it. */
export interface TraceSubject {
  type: string
  id: string
}

/** A record as a line of life shows it. */
export interface TraceFacts extends TraceSubject {
  code: string
  at: Date
  status?: { machine: string; value: string }
  /** Decimal string. */
  amount?: string
}

/** What moved the money of a record. */
export interface Moved {
  /** The journals about a record, whole. */
  sources?: readonly { sourceType: string; sourceId: string }[]
  /** A record's share of journals that moved the money of several, in order. */
  shares?: readonly Share[]
  /** Accounts from which everything went that other journals took: many payments are one step, as the balance has it. */
  rest?: readonly { accountId: string }[]
}

export interface Share {
  /** Null where money changed its purpose and no account. */
  journalId: string | null
  /** The journal after which it stands in the order. */
  order: string
  at: Date
  from: string
  to: string
  /** Decimal string. */
  amount: string
}

export interface TraceParts {
  subjects: readonly TraceSubject[]
  count: number
  /** Null for whom may not open it. */
  path: string | null
}

/** Who asks, as far as it matters for what is shown. */
export type TraceReader = Pick<RequestContext, 'scope' | 'session' | 'db'>

/** Records of one type, their money and what they have to do with others: a plug of the composition root, each area adds its own. */
export interface TraceStep {
  /** What the audit log and journals call its records: 'payment.transaction'. */
  type: string
  title: Text
  /**
   * Of the accounts `a` with their chart lines `c`: those that hold money of such records and nothing else. What the steps of all of them
   * leave there adds up to the balances.
   */
  proves?: RawBuilder<SqlBool>
  /** The same of accounts that stand on either side: what lies there is missing elsewhere, or owed. */
  eitherSide?: RawBuilder<SqlBool>
  /** What its records show of somebody's money is personal: each look at one is kept in the audit log. */
  personal?: boolean
  /** By whole codes of theirs (20 at most) or by ids; of anybody, by indexes alone. `scope`: of who asks, for codes that many records may bear. */
  find(db: Queryable, by: { code: string; scope: TraceReader['scope'] } | { ids: readonly string[] }): Promise<TraceFacts[]>
  /** Those within the reader's scope, with the address of the screen for whom may open it. */
  visible(reader: TraceReader, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  /** Whose money a record is about; left out, or none: its own. */
  about?(db: Queryable, id: string): Promise<readonly TraceSubject[]>
  /** Its records that are about any of these, by id. */
  of?(db: Queryable, subjects: readonly TraceSubject[]): Promise<readonly string[]>
  /** What moved the money of one of its records. */
  moves?(db: Queryable, id: string): Promise<Moved>
  /** Of a record that has no money of its own: the first of those whose money it is, how many there are, and where all of them are listed. */
  parts?(reader: TraceReader, id: string): Promise<TraceParts>
}

export const defineTraceStep = (step: TraceStep): TraceStep => step

/** The ids among some subjects that are of a type. */
export const idsOf = (subjects: readonly TraceSubject[], type: string): string[] => subjects.flatMap((one) => (one.type === type ? [one.id] : []))

/** The same address for every record that was found; null for whom may not open it. */
export function opened(rows: readonly { id: string }[], screen: { permission: string; path(id: string): string } | undefined, { session }: TraceReader) {
  const path = screen && session.permissions.has(screen.permission) ? screen.path : undefined
  return new Map(rows.map(({ id }) => [id, path?.(id) ?? null]))
}

/** Accounts on which money lies among other money: vaults, tills, couriers and banks, what partners and payers have to settle, differences. */
export const KEEPS_MONEY = sql<SqlBool>`c.key in ('CASH_VAULT', 'CASH_TILL', 'CASH_IN_TRANSIT', 'BANK', 'BANK_IN_TRANSIT', 'PARTNER_CLEARING', 'MERCHANT_PAYABLE',
  'PAYOUT_FUNDS', 'SHORTAGE_PENDING', 'SHORTAGE_RECEIVABLE', 'SURPLUS_PENDING', 'SURPLUS_PAYABLE')`
