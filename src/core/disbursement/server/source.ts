import type { Hundredths } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'

/** What a source owes to one account. */
export interface Owed {
  id: string
  /** Of whom it is for, as people of the source know them. */
  code: string
  name: string
  bankBin: string
  accountNumber: string
  /** Whose account it is, as the source has it. */
  accountName: string
  amount: Hundredths
  /** Whose it is to see it. */
  unitId: string
  /** What the receiver reads. */
  content: string
}

/** Why something waits, and the held account whose decision ends that. */
export interface Held extends Stamp {
  reason: string
  holdId: string
}

/** A record whose money goes out by transfer. */
export interface SourceRecord {
  code: string
  unitId: string
  /** Who gives the money. */
  payer: string
  /** It pays now: approved, and not closed. */
  open: boolean
}

/**
 * What is paid by transfer (payout lists, settlements of merchants): a plug of its owner, handed in by the composition root. Each call is inside the
 * transaction in which the transfer moves, with any number of items; what it throws stops the transfer too.
 */
export interface DisbursementSource {
  /** Stands in rows for ever; its words are those of the enum `sourceKind` in the labels of this module. */
  kind: string
  find(db: Queryable, sourceId: string): Promise<SourceRecord | undefined>
  /** What is to be transferred now, and was neither sent nor held. */
  due(db: Queryable, sourceId: string, now: Date): Promise<Owed[]>
  /** Of these what is still owed as it stands, locked, with the ledger account that holds its money. */
  stillOwed(tx: Tx, itemIds: readonly string[], now: Date): Promise<Map<string, Owed & { accountId: string }>>
  /** The reference of a payment of the same, or of what repeats it, of which reports contradict what stands: until that is settled it is not paid (again). */
  disputed(db: Queryable, itemId: string): Promise<string | undefined>
  /**
   * The account that an item is paid to by now, where accounts have a record of their own with rules for changing them: a held one is corrected to that
   * alone. Missing where a correction is how they change.
   */
  accountNow?(db: Queryable, itemId: string): Promise<Pick<Owed, 'bankBin' | 'accountNumber'> | undefined>
  sent(tx: Tx, itemIds: readonly string[], step: Stamp): Promise<void>
  paid(tx: Tx, itemIds: readonly string[], step: Stamp & { businessDate: string }): Promise<void>
  /** It did not go: owed again. */
  failed(tx: Tx, itemIds: readonly string[], step: Stamp): Promise<void>
  unknown(tx: Tx, itemIds: readonly string[], step: Stamp): Promise<void>
  /**
   * Transfers that had failed were made after all: what they pay is marked as paid. Answers the amount that was still owed, and the account that
   * holds it; missing where nothing was owed any more. Throws while it is being paid in another way.
   */
  madeAfterAll(tx: Tx, itemIds: readonly string[], step: Stamp & { businessDate: string }): Promise<Map<string, { accountId: string; amount: Hundredths }>>
  /** More was paid by a transfer than was still owed: what it pays had been paid by another one, or its money has gone on. Missing where nothing waits for that. */
  paidTwice?(tx: Tx, itemId: string, transfer: { transferId: string; reference: string; amount: Hundredths }, step: Stamp): Promise<void>
  /** Where money that came back belongs, locked. */
  returnsTo(tx: Tx, itemIds: readonly string[]): Promise<Map<string, string>>
  /** It had been paid and has come back: owed again and held, or given up where the record is closed. */
  returned(tx: Tx, itemIds: readonly string[], step: Held): Promise<void>
  /** Nothing more is sent for it until `release` names the same hold; harmless for what waits for nothing. */
  hold(tx: Tx, itemIds: readonly string[], step: Held): Promise<void>
  release(tx: Tx, itemIds: readonly string[], step: Stamp & Pick<Held, 'holdId'>): Promise<void>
  /** Where the record stands, and who may open it. */
  screen: { permission: string; path(sourceId: string): string }
}

/** Sources by kind. Throws when two have the same. */
export class Sources {
  readonly all: readonly DisbursementSource[]
  readonly #byKind: ReadonlyMap<string, DisbursementSource>

  constructor(all: readonly DisbursementSource[]) {
    this.all = all
    this.#byKind = new Map(all.map((source) => [source.kind, source]))
    if (this.#byKind.size < all.length) throw new Error('two sources of transfers have one kind')
  }

  find(kind: string): DisbursementSource | undefined {
    return this.#byKind.get(kind)
  }

  /** Throws for a kind that this program does not have, which no transfer may be of. */
  of(kind: string): DisbursementSource {
    const source = this.#byKind.get(kind)
    if (!source) throw new Error(`no source of transfers ${kind}`)
    return source
  }
}
