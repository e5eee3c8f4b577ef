import type { RawBuilder } from 'kysely'
import type { DecidedContext } from '#core/approvals/server/public.ts'
import type { AccountInput } from '#core/ledger/server/public.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { ReconciliationContracts } from '../contract/contracts.ts'
import type { BreakKind, RequestKind, Resolution } from '../contract/machines.ts'
import type { RequestContracts } from '../contract/requests.ts'

/** Whose lines of which days are asked for. */
export interface LinesAsked {
  /** Null where both sides are our own records. */
  partnerId: string | null
  /** YYYY-MM-DD, both included. */
  from: string
  to: string
}

/**
 * One line of ours, as the plug's SQL selects it (columns by these names, in any order). Amounts are bigint hundredths, money to us positive.
 * `money`: whether money has moved; a line without explains a break of status and counts in no sum. Lines of one record (a payment, and what was given
 * back of it) share its `source_id`.
 */
export interface OurLine {
  source_id: string
  source_code: string
  day: string
  at: Date | null
  amount: string
  fee: string
  reference: string
  document_no: string
  counter_account: string
  counter_name: string
  text: string
  status: string
  money: boolean
}

/** A ledger account by its code, and what it is opened as where it is missing; without that it must be there. */
export interface SettlementAccount {
  code: string
  open?: Omit<AccountInput, 'code'>
}

/** Ledger accounts that settling a session posts on. */
export interface SettlementAccounts {
  /** What the partner owes us, or we owe it, of what is reconciled: emptied as far as both sides agree. */
  clearing: SettlementAccount
  /** Where the money lies that the statement speaks of. */
  bank: SettlementAccount
  fee: SettlementAccount
  /** Differences written off, against us and for us. */
  loss: SettlementAccount
  gain: SettlementAccount
  /** Where differences lie until they are explained: money that is missing, and money that is too much. */
  shortage: SettlementAccount
  surplus: SettlementAccount
}

/** One side of a break, for an action. */
export interface BreakLine {
  side: 'O' | 'T'
  no: number
  /** Whether it has moved money. */
  money: boolean
  sourceId: string | null
  sourceCode: string
  reference: string
  documentNo: string
  amount: Hundredths
  day: string
  at: Date | null
  counterAccount: string
  counterName: string
  text: string
  status: string
  fileName: string | null
  fileRow: number | null
}

export interface BreakFacts {
  id: string
  sessionId: string
  sessionCode: string
  partnerId: string | null
  kind: BreakKind
  lines: readonly BreakLine[]
}

export interface WantedOutcome {
  reason: string
  /** Account of whoever asked for it. */
  proposedBy: string
  outcome?: 'SUCCEEDED' | 'FAILED' | undefined
  amount?: Hundredths | undefined
}

/** Something that a resolution does with our records, carried out when two people have agreed. */
export interface BreakAction {
  /** Whether it can be done with a break at all. */
  fits(facts: BreakFacts): boolean
  /** What it lacks that only the records say, before anybody proposes it. */
  lacks?(tx: Tx, facts: BreakFacts): Promise<AppError | undefined>
  /** Checks again and does it. Throws AppError when it cannot be done any more: then nothing is decided. */
  apply(ctx: DecidedContext, facts: BreakFacts, wanted: WantedOutcome): Promise<void>
}

/** A transaction that a handling request is about, as it stands. */
export interface RequestedTransaction {
  id: string
  businessDate: string
  code: string
  service: string
  type: string
  status: string
  amount: Hundredths
  refunded: Hundredths
}

/** What a handling request wants of one transaction. */
export interface RequestWanted extends WantedOutcome {
  /** What it was agreed by; once each, for ever. */
  ref: string
  /** The line of the other side in the break that it came from. */
  line: BreakLine | undefined
}

/** What a handling request does with one transaction. */
export interface RequestAction {
  /** Why it cannot be done as the transaction stands; undefined where it can. */
  fits(transaction: RequestedTransaction): Text | undefined
  /** Checks again and does it. Throws AppError for what cannot be done; answers the state of the transaction by then. */
  apply(ctx: DecidedContext, transaction: RequestedTransaction, wanted: RequestWanted): Promise<{ status: string }>
}

/** What core/reconciliation does not know about one kind of records. Handed over by a sub-system through the composition root. */
export interface ReconciliationPlug {
  /** Sessions and configurations keep it. */
  key: string
  name: Text
  /** Which partners it is reconciled with; empty: with nobody, both sides are our own. */
  partnerKinds: readonly ('OWN' | 'BANK')[]
  /** SQL of our records as lines. It runs in the transaction that stages them. */
  ourLines(asked: LinesAsked): RawBuilder<OurLine>
  /** SQL of the other side, where that is our own records too. */
  theirLines?(asked: LinesAsked): RawBuilder<OurLine>
  /** SQL of our records that have come or changed since: source_id, source_code. */
  changedSince(asked: LinesAsked, since: Date): RawBuilder<{ source_id: string; source_code: string }>
  /** Address of one record; {id} is its source_id. Left out where it has no screen. */
  recordPath?: string
  /** Accounts of a partner's settlement. `bankAccountCode`: of the configuration, empty for the plug's own. Left out where nothing is posted. */
  accounts?(db: Queryable, partnerId: string, bankAccountCode: string): Promise<SettlementAccounts>
  actions: Partial<Record<Extract<Resolution, 'CREATE' | 'OUTCOME' | 'REFUND'>, BreakAction>>
}

/** A desk with the plugs that it shows. */
export interface ReconciliationDesk {
  contracts: ReconciliationContracts
}

/** A desk of handling requests with what its kinds do. */
export interface RequestDesk {
  contracts: RequestContracts
  actions: Partial<Record<RequestKind, RequestAction>>
}

/** Everything that the composition root hands to the module. */
export interface ReconciliationParts {
  plugs: readonly ReconciliationPlug[]
  desks: readonly ReconciliationDesk[]
  requestDesks: readonly RequestDesk[]
}

export function plugOf(plugs: readonly ReconciliationPlug[], key: string): ReconciliationPlug {
  const found = plugs.find((plug) => plug.key === key)
  if (!found) throw new Error(`no reconciliation plug ${key}`)
  return found
}
