import type { Fault, Verdict } from '../contract/answer.ts'

/** What a partner said, or why it said nothing that counts. */
export interface PartnerAnswer {
  verdict: Verdict
  /** The partner's code as received; null where no answer could be read. */
  code: string | null
  partnerReference: string | null
  /** The partner's own words, as received; empty where there are none. */
  message: string
  /** The body as received, cut at 16 KiB, secrets blanked; empty where nothing came. */
  raw: string
  /** When it was received, or given up. */
  at: Date
  /** The row of partner.exchange. */
  exchangeId: string
  /** Why the verdict is UNKNOWN; null where the partner's own code says so, and beside any other verdict. */
  fault: Fault | null
  /** False only where nothing has left this system: it may be asked again as if it had never been. */
  sent: boolean
}

/** Whose account it is, as the bank says; null unless the verdict is SUCCEEDED. */
export interface AccountNameAnswer extends PartnerAnswer {
  accountName: string | null
}

/** A statement as the partner made it; null unless the verdict is SUCCEEDED. PENDING: not made yet. */
export interface StatementAnswer extends PartnerAnswer {
  file: StatementFile | null
}

export interface StatementFile {
  name: string
  contentType: string
  bytes: Buffer
  /** Hex SHA-256 of the bytes. */
  sha256: string
}

/** A transaction as the partner knows it. Amounts are decimal strings as everywhere. */
export interface InquiryRequest {
  /** Under which it was reported or sent: the externalRef. */
  reference: string
  amount: string
  occurredAt: Date
}

export interface RefundRequest {
  /** Of the refund itself, never used before; the partner does one thing once under it. */
  reference: string
  /** Of the transaction that is given back. */
  originalReference: string
  amount: string
  reason: string
}

export interface PayoutRequest {
  /** Never used before; the partner pays once under it. */
  reference: string
  amount: string
  /** Six digits. */
  bankBin: string
  account: string
  accountName: string
  /** What the receiver reads. */
  content: string
}

/**
 * The one way to reach a partner. No call throws for a partner's fault: time-outs, 5xx, what cannot be read, is too large, late, wrongly signed,
 * speaks of something else, or carries a code that nobody has agreed on are UNKNOWN, never FAILED, whatever the number of tries.
 */
export interface PartnerConnector {
  inquire(partnerId: string, request: InquiryRequest): Promise<PartnerAnswer>
  accountName(partnerId: string, request: { bankBin: string; account: string }): Promise<AccountNameAnswer>
  refund(partnerId: string, request: RefundRequest): Promise<PartnerAnswer>
  payout(partnerId: string, request: PayoutRequest): Promise<PartnerAnswer>
  /** `day`: YYYY-MM-DD. */
  statement(partnerId: string, request: { day: string }): Promise<StatementAnswer>
}
