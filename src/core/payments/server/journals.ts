import type { JournalInput } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { gatewayErrors } from '../contract/errors.ts'
import type { Direction, TransactionType } from '../contract/transaction.ts'
import type { Accounts, AdvanceEvent, Booked, Charged, PaymentService, PostingEvent, StoredTransaction } from './service.ts'
import type { Settings } from './settings.ts'

/** The accounts that a transaction's postings may name: those its service shares, the partner's, and its own. Throws GTW-007 for a partner that may not report. */
function accountsFor(transaction: StoredTransaction, own: Accounts, settings: Settings): Accounts {
  const partnerClearing = settings.clearing.get(transaction.partnerId)
  if (!partnerClearing) throw new AppError(gatewayErrors.partnerNotEnabled)
  return { ...settings.services.get(transaction.service), partnerClearing, ...own }
}

interface JournalOptions {
  own?: Accounts | undefined
  /** When it happened. */
  at: Date
  /** The day it counts for. */
  businessDate: string
  charged?: Charged
  key?: string
}

/** The journal of one event of a transaction; its business key lets it stand once for ever. */
export function journalOf(
  service: PaymentService,
  event: PostingEvent | AdvanceEvent,
  transaction: StoredTransaction,
  { own = {}, at, businessDate, charged = transaction, key = event }: JournalOptions,
  settings: Settings,
): JournalInput {
  const accounts = accountsFor(transaction, own, settings)
  const { kind, text, entries } = wordsOf(service, event, accounts, charged, transaction.type)
  return {
    businessKey: `payment:${transaction.code}:${key}`,
    kind,
    service: transaction.service,
    businessDate,
    occurredAt: at,
    description: text(transaction.code),
    sourceType: 'payment.transaction',
    sourceId: transaction.id,
    officeUnitId: transaction.place.officeUnitId,
    entries,
  }
}

function wordsOf(service: PaymentService, event: PostingEvent | AdvanceEvent, accounts: Accounts, charged: Charged, type: TransactionType) {
  if (event === 'paid' || event === 'refunded' || event === 'cancelled') {
    const words = (event === 'paid' && service.journalsByType?.[type]) || service.journals[event]
    if (!words) throw new Error(`service ${service.declaration.code} offers no cancellations`)
    return { ...words, entries: service.postingsFor(event, accounts, charged, type) }
  }
  if (!service.advance) throw new Error(`service ${service.declaration.code} takes no cash before its outcome`)
  return { ...service.advance.kinds[event], entries: service.advance.postingsFor(event, accounts, charged) }
}

/** What a transaction posts that comes to a status; undefined when nothing moves. */
export function eventOf(
  service: PaymentService,
  { type, direction }: { type: TransactionType; direction: Direction },
  from: string | undefined,
  to: string,
): PostingEvent | AdvanceEvent | undefined {
  if (type === 'REFUND') return to === 'SUCCEEDED' ? 'refunded' : undefined
  const advance = service.advance !== undefined && direction === 'IN'
  if (to === 'SUCCEEDED') return advance && from === 'UNKNOWN' ? 'moved' : 'paid'
  if (!advance) return undefined
  if (to === 'UNKNOWN') return 'taken'
  return to === 'FAILED' && from === 'UNKNOWN' ? 'given' : undefined
}

interface BookedFor extends Pick<Booked, 'id' | 'event' | 'journalId'> {
  service: PaymentService
  journal: JournalInput
}

/** What the services keep of their own of what was posted, which names the journals. */
export async function followBooked(tx: Tx, posted: readonly BookedFor[], now: Date): Promise<void> {
  for (const [service, own] of Map.groupBy(posted, (one) => one.service)) {
    const booked = own.map(({ id, event, journalId, journal: { businessDate, occurredAt } }) => ({ id, event, journalId, businessDate, occurredAt }))
    await service.booked?.(booked, { tx, now })
  }
}

/** The own accounts of stored transactions, in order; one look-up a service. */
export async function ownAccounts(
  tx: Tx,
  services: ReadonlyMap<string, PaymentService>,
  transactions: readonly StoredTransaction[],
): Promise<(Accounts | undefined)[]> {
  const found: (Accounts | undefined)[] = new Array(transactions.length)
  for (const [code, places] of Map.groupBy(transactions.keys(), (at) => (transactions[at] as StoredTransaction).service)) {
    const accounts = await services.get(code)?.accountsOf?.(
      tx,
      places.map((at) => transactions[at] as StoredTransaction),
    )
    for (const [n, at] of places.entries()) found[at] = accounts?.[n]
  }
  return found
}
