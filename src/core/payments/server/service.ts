import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { AccountInput, EntryInput } from '#core/ledger/server/public.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { AuditLog } from '#platform/server/audit/audit.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import type { Condition } from '#platform/server/list/where.ts'
import type { LineOf } from '../contract/gateway.ts'
import type { ServiceDeclaration } from '../contract/service.ts'
import type { Direction, TransactionStatus, TransactionType } from '../contract/transaction.ts'

/** Ledger accounts by the part they play in a service's postings; `partnerClearing` is that of the partner who reported. */
export type Accounts = Readonly<Record<string, string>>

/** Cash whose outcome is unknown, see `advance`. */
export type AdvanceEvent = 'taken' | 'moved' | 'given'

/** What moves money: the transaction succeeds, all or a part of it is given back, or it is cancelled on its own day. */
export type PostingEvent = 'paid' | 'refunded' | 'cancelled'

interface JournalWords {
  kind: string
  text(code: string): string
}

export interface Charged {
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
}

/** One reported line, as a service gets it. */
export interface ReportedLine<Facts> {
  facts: Facts
  partnerId: string
  language: Language
  /** It tells what has happened, so that nothing of our own state may refuse it; else it asks to begin something. */
  fact: boolean
}

export interface AdmissionContext {
  tx: Tx
  /** Outside of the transaction: for parameters, which are read once a second there. */
  db: Database
  now: Date
  /** Of the system: what a service tells its customers in secret is hashed under a key derived from it. */
  secretKey: Buffer
}

/** For records of a service's own that follow its transactions. */
export interface FollowContext extends AdmissionContext {
  audit: AuditLog
}

/** A transaction that was stored or has moved on, as a service follows it with records of its own. */
export interface Followed extends Charged {
  id: string
  code: string
  type: TransactionType
  status: TransactionStatus
  /** Where it stood before; undefined for a first report. */
  from: TransactionStatus | undefined
  /** The day that it counts for. */
  businessDate: string
  occurredAt: Date
  /** As `Admission.creditedAccount`, of what has come or got an outcome. */
  creditedAccount?: string | null
}

/** Who pays or is paid; without `account` in cash. */
export interface StoredParty {
  name: string
  account?: string
  bankBin?: string
}

/** Where a transaction belongs: the unit columns of all four levels. */
export interface UnitPlace {
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
}

/** What follows from a line that may be stored. */
export interface Admission<Own = Record<string, unknown>> {
  payer: StoredParty
  payee: StoredParty
  memo?: string | undefined
  place: UnitPlace
  merchantId?: string
  tellerStaffId?: string
  /** The order, slip or line that it pays: while one payment of it is under way or unknown, no other is begun (PAY-018). */
  orderRef?: string
  /** The account of the operator that the money was sent to, where the channel names it. */
  creditedAccount?: string | undefined
  /** The fee plan that the customer has of its own, where it has one. */
  feePlanId?: string | null
  /** Accounts of this transaction alone, where it has such. */
  accounts?: Accounts
  own: Own
  /** For `stored` of the service. */
  follow?: unknown
}

/**
 * The table of a service's own columns, found by the key of the transaction (id, business_date); `columns`: field of the declaration →
 * column. It has the unit columns and partner_id as well, by which row-level security guards it (checked when the service is registered).
 */
export interface OwnColumns {
  table: string
  columns: Readonly<Record<string, string>>
  /** Conditions of its own filters (list/where.ts); columns are references under `o`: is('o.counter'). */
  where?: Readonly<Record<string, Condition>>
}

/** A journal that was posted about a transaction. */
export interface Booked {
  /** The transaction; of what gives a payment back through its partner, that payment. */
  id: string
  event: PostingEvent | AdvanceEvent
  journalId: string
  /** The day of the journal. */
  businessDate: string
  occurredAt: Date
}

/** A stored transaction, as far as its postings depend on it. */
export interface StoredTransaction extends Charged {
  id: string
  code: string
  service: string
  type: TransactionType
  direction: Direction
  partnerId: string
  place: UnitPlace
  merchantId: string | null
}

/** What puts right what an outcome has booked, or should have; what falls to `waiting` lies in suspense until people say where it belongs. */
export interface Correction {
  entries: EntryInput[]
  waiting: readonly string[]
}

/**
 * A payment service: what core/payments does not know about its transactions. Defined by the sub-system, handed to `paymentsModule`
 * by the composition root; a test composes its own.
 */
export interface PaymentService<Facts = unknown, Own = Record<string, unknown>> {
  declaration: ServiceDeclaration
  /** Accounts that all its postings share, by part; opened when the system starts, with one for what other accounts refuse. */
  accounts: Readonly<Record<string, AccountInput>>
  /** Who and what must exist: a refusal or an admission for each, in order, with statements for all of them together. */
  admit(lines: readonly ReportedLine<Facts>[], ctx: AdmissionContext): Promise<(AppError | Admission<Own>)[]>
  /** The accounts that `Admission.accounts` named, of stored transactions, in order. */
  accountsOf?(tx: Tx, transactions: readonly StoredTransaction[]): Promise<Accounts[]>
  /**
   * The facts of a line in the one form whose hash is stored for ever, amount and time normalised already; left out: all fields in
   * alphabetical order. Changing it makes strangers of the transactions stored before.
   */
  canonical?(facts: Facts): unknown
  /** The business dates that days of units count for, in order; left out: the days themselves. */
  businessDates?(tx: Tx, asked: readonly { unitId: string; day: string }[]): Promise<string[]>
  /** Kind and words of its journals; 'cancelled' where it offers cancellations. */
  journals: Record<Exclude<PostingEvent, 'cancelled'>, JournalWords> & { cancelled?: JournalWords }
  /** Of types whose 'paid' is called otherwise. */
  journalsByType?: Partial<Record<TransactionType, JournalWords>>
  /**
   * Records of its own for reports that were stored, in the same transaction; one call for all of them. Answers accounts that take the place of
   * those of `Admission.accounts`, by transaction.
   */
  stored?(made: readonly (Followed & { follow: unknown })[], ctx: FollowContext): Promise<ReadonlyMap<string, Accounts>>
  /** The same for outcomes. */
  settled?(changes: readonly Followed[], ctx: FollowContext): Promise<void>
  /** Records of its own that name the journals of its transactions, in the same transaction, once they are posted; one call for all of them. */
  booked?(journals: readonly Booked[], ctx: { tx: Tx; now: Date }): Promise<void>
  /** Throws why a payment is not cancelled, beside what holds for every service; what it locks here stays so until it is. */
  cancellable?(tx: Tx, id: string): Promise<void>
  /**
   * Two people say that what contradicts the outcome of a transaction is right; its state stays, `businessDate` is the day that this counts for. Books the
   * difference its own way and answers true, or what is to be booked, or false: then all but the partner's part goes to the suspense account. Throws where
   * it cannot be told yet.
   */
  contradicted?(transaction: Followed, ctx: AdmissionContext): Promise<boolean | Correction>
  /** What the caller alone is told beside the receipt of a single report, and nothing stores; the same at each repetition. */
  told?(line: ReportedLine<Facts>, status: TransactionStatus, secretKey: Buffer): Readonly<Record<string, string>> | undefined
  /**
   * For services that take cash in at a counter: while nobody knows what became of it, it lies in the till all the same. 'taken' posts it,
   * 'moved' moves it on when the transaction has succeeded, in the place of 'paid', and 'given' when it has failed.
   */
  advance?: {
    kinds: Record<AdvanceEvent, { kind: string; text(code: string): string }>
    postingsFor(event: AdvanceEvent, accounts: Accounts, charged: Charged): EntryInput[]
  }
  /** The entries of an event, in order. Pure; debits equal credits, nothing is posted over 0. */
  postingsFor(event: PostingEvent, accounts: Accounts, charged: Charged, type: TransactionType): EntryInput[]
  /** Whether a user reads no journals just now, because their entries or balances would tell what that person counts. SQL. */
  hidesJournals?(userId: string): RawBuilder<boolean>
  /** Of its transactions `t`: those that lists and their sums leave out for a user, for the same reason. SQL. */
  leavesOut?(userId: string): RawBuilder<boolean>
  /** Conditions of filters that its contracts have beside those of every service, on `t` (list/where.ts). */
  where?: Readonly<Record<string, Condition>>
  /** Where its own columns lie; left out by a service that declares none. */
  own?: OwnColumns
}

/** The service as the gateway holds it, whatever its lines: they are parsed with the declaration's schema before they are handed in. */
export function definePaymentService<D extends ServiceDeclaration>(
  service: Omit<PaymentService<LineOf<D>, z.output<D['own']>>, 'declaration'> & { declaration: D },
): PaymentService {
  const { declaration, own } = service
  const missing = Object.keys(declaration.own.shape).filter((field) => own?.columns[field] === undefined)
  if (missing.length > 0) throw new Error(`no column for ${missing.join(', ')} of ${declaration.code}`)
  return service as unknown as PaymentService
}

/** Services by code. Throws when two have the same. */
export function servicesByCode(services: readonly PaymentService[]): ReadonlyMap<string, PaymentService> {
  const byCode = new Map(services.map((service) => [service.declaration.code, service]))
  if (byCode.size < services.length) throw new Error('two payment services have one code')
  return byCode
}
