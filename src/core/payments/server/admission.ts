import { createHash } from 'node:crypto'
import type { JournalInput } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import { gatewayErrors, paymentErrors } from '../contract/errors.ts'
import type { GatewayTransaction } from '../contract/gateway.ts'
import { chargeOf, type FeePlan } from './fees.ts'
import { postingsFor } from './postings.ts'
import type { IngestLine, PATHS } from './receipts.ts'
import type { Settings } from './settings.ts'

/** How far a channel's clock may be ahead. */
const AHEAD_MS = 300_000

export interface PayableMerchant {
  id: string
  code: string
  status: string
  officeUnitId: string | null
  payableAccountId: string
  plan: FeePlan
}

/** A report that may be stored, with everything that follows from it. */
export interface Admitted {
  line: IngestLine
  /** sha256 of the reported facts, however they were written down. */
  hash: Buffer
  merchant: PayableMerchant
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
  occurredAt: Date
  businessDate: string
  status: keyof typeof PATHS
}

/** A refusal that names the field it is about. */
export function refusal(definition: ErrorDefinition, field: string, language: Language, params: Record<string, string | number> = {}): AppError {
  return new AppError(definition, params, { fields: [{ field, code: definition.code, message: fill(definition[language], params) }] })
}

/** The same facts give the same hash: amounts and times in one form, fields in one order. */
export function factsHash(facts: GatewayTransaction): Buffer {
  const { payer, outcome } = facts
  const canonical = [
    [facts.externalRef, facts.service, facts.type, facts.channel, facts.merchantCode, formatMoney(parseMoney(facts.amount)), facts.currency],
    [payer.name, payer.account, payer.bankBin, facts.memo ?? null, new Date(facts.occurredAt).toISOString()],
    outcome ? [outcome.status, outcome.code, outcome.message, outcome.evidence?.bankReference ?? null, outcome.evidence?.bankTime ?? null] : null,
  ]
  return createHash('sha256').update(JSON.stringify(canonical)).digest()
}

/** Refuses a time that lies ahead, or further back than channels may report. */
export function checkTime(at: Date, field: string, now: Date, settings: Settings, language: Language): AppError | undefined {
  if (at.getTime() > now.getTime() + AHEAD_MS) return refusal(paymentErrors.inFuture, field, language)
  const days = settings.backdateDays
  if (localDate(at) < addDays(localDate(now), -days)) return refusal(paymentErrors.tooOld, field, language, { days })
  return undefined
}

/** Decides whether a report may be stored; pure. Answers the refusal or what is to be stored. */
export function admit(line: IngestLine, merchant: PayableMerchant | undefined, settings: Settings, now: Date): AppError | Admitted {
  const { facts, language } = line
  const { merchantCode, service } = facts
  if (!settings.clearing.has(line.caller.partnerId)) return new AppError(gatewayErrors.partnerNotEnabled)
  if (service !== 'QR' || !settings.services.has(service)) return refusal(paymentErrors.serviceNotAccepted, 'service', language, { service })
  const amount = parseMoney(facts.amount)
  if (amount > settings.qrTransferCap) return refusal(paymentErrors.overCap, 'amount', language, { cap: (settings.qrTransferCap / 100n).toString() })
  const occurredAt = new Date(facts.occurredAt)
  const untimely = checkTime(occurredAt, 'occurredAt', now, settings, language)
  if (untimely) return untimely
  if (!merchant) return refusal(paymentErrors.merchantUnknown, 'merchantCode', language, { merchantCode })
  if (merchant.status !== 'ACTIVE') return refusal(paymentErrors.merchantInactive, 'merchantCode', language, { merchantCode })
  const { fee, tax } = chargeOf(amount, merchant.plan, settings.vatBps)
  return {
    line,
    hash: factsHash(facts),
    merchant,
    amount,
    fee,
    tax,
    occurredAt,
    businessDate: localDate(occurredAt),
    status: facts.outcome?.status ?? 'INITIATED',
  }
}

/** What a payment's journal is made from. */
export interface Paid {
  id: string
  code: string
  partnerId: string
  officeUnitId: string | null
  payableAccountId: string
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
  at: Date
}

/** The journal of a QR payment that succeeded; its business key lets it stand once for ever. */
export function paidJournal(paid: Paid, settings: Settings): JournalInput {
  const shared = settings.services.get('QR')
  const bankClearing = settings.clearing.get(paid.partnerId)
  if (!shared || !bankClearing) throw new AppError(gatewayErrors.partnerNotEnabled)
  return {
    businessKey: `payment:${paid.code}:paid`,
    kind: 'QR_PAID',
    service: 'QR',
    businessDate: localDate(paid.at),
    occurredAt: paid.at,
    description: `Thanh toán QR ${paid.code}`,
    sourceType: 'payment.transaction',
    sourceId: paid.id,
    officeUnitId: paid.officeUnitId,
    entries: postingsFor('paid', { bankClearing, merchantPayable: paid.payableAccountId, feeIncome: shared.feeIncome, taxPayable: shared.taxPayable }, paid),
  }
}
