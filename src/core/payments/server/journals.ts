import type { JournalInput } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { gatewayErrors } from '../contract/errors.ts'
import type { Accounts, Charged, PaymentService, PostingEvent, StoredTransaction } from './service.ts'
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
  event: PostingEvent,
  transaction: StoredTransaction,
  { own = {}, at, businessDate, charged = transaction, key = event }: JournalOptions,
  settings: Settings,
): JournalInput {
  const { kind, text } = service.journals[event]
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
    entries: service.postingsFor(event, accountsFor(transaction, own, settings), charged, transaction.type),
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
