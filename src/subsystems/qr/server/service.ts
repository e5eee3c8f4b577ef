import { parameter } from '#core/masterdata/server/public.ts'
import { merchantErrors } from '#core/merchants/contract/errors.ts'
import { overLimits, type PayableMerchant, type PaymentRequest, payableAccounts, payableMerchants } from '#core/merchants/server/public.ts'
import { type Accounts, type Admission, definePaymentService, type ReportedLine } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { qrErrors } from '../contract/errors.ts'
import { instantTransferCap } from '../contract/parameters.ts'
import { type QrReport, qrService } from '../contract/service.ts'
import { postingsFor } from './postings.ts'

type Line = ReportedLine<QrReport>

/** Payments to merchants by QR code. */
export const qrPayments = definePaymentService({
  declaration: qrService,
  accounts: {
    feeIncome: { code: '5113.QR', name: 'Doanh thu phí dịch vụ QR', class: 'INCOME', chart: 'FEE_INCOME' },
    taxPayable: { code: '33311.QR', name: 'Thuế GTGT phải nộp dịch vụ QR', class: 'LIABILITY', chart: 'OUTPUT_TAX' },
  },
  journals: {
    paid: { kind: 'QR_PAID', text: (code) => `Thanh toán QR ${code}` },
    refunded: { kind: 'QR_REFUND', text: (code) => `Hoàn tiền giao dịch QR ${code}` },
  },
  postingsFor,
  // The order in which QR payments have been hashed from the first one on; what came later stands at the end, where it is given.
  canonical: ({ payer, outcome, ...facts }) => [
    [facts.externalRef, facts.service, facts.type, facts.channel, facts.merchantCode, facts.amount, facts.currency],
    [payer.name, payer.account, payer.bankBin, facts.memo ?? null, facts.occurredAt],
    outcome ? [outcome.status, outcome.code, outcome.message, outcome.evidence?.bankReference ?? null, outcome.evidence?.bankTime ?? null] : null,
    ...(facts.orderCode === undefined ? [] : [facts.orderCode]),
  ],
  async admit(lines, { tx, db }) {
    const [merchants, cap] = await Promise.all([
      payableMerchants(tx, [...new Set(lines.map(({ facts }) => facts.merchantCode))]),
      parameter(db, instantTransferCap),
    ])
    const judged = lines.map((line) => admit(line, merchants.get(line.facts.merchantCode), cap))
    const over = await overLimits(tx, requestsOf(lines, judged, merchants))
    return judged.map((one, at) => over.get(at) ?? one)
  },
  async accountsOf(tx, transactions) {
    const accounts = await payableAccounts(
      tx,
      transactions.flatMap(({ merchantId }) => merchantId ?? []),
    )
    return transactions.map(({ merchantId }): Accounts => {
      const merchantPayable = accounts.get(merchantId ?? '')
      return merchantPayable === undefined ? {} : { merchantPayable }
    })
  },
})

/** Whether a payment may be stored; pure. */
function admit({ facts, language, fact }: Line, merchant: PayableMerchant | undefined, cap: Hundredths): AppError | Admission<Record<string, never>> {
  const { merchantCode, orderCode, payer, memo } = facts
  const amount = parseMoney(facts.amount)
  if (!fact && amount > cap) return refusedField('amount', qrErrors.overCap, language, { cap: (cap / 100n).toString() })
  if (!merchant) return refusedField('merchantCode', merchantErrors.unknown, language, { merchantCode })
  if (!fact && merchant.status !== 'ACTIVE') return refusedField('merchantCode', merchantErrors.inactive, language, { merchantCode })
  return {
    payer,
    payee: { name: merchant.settlementName, account: merchant.settlementAccount, bankBin: merchant.settlementBankBin },
    memo,
    place: merchant,
    merchantId: merchant.id,
    ...(orderCode === undefined ? {} : { orderRef: `${merchant.code} ${orderCode}` }),
    feePlanId: merchant.feePlanId,
    accounts: { merchantPayable: merchant.payableAccountId },
    own: {},
  }
}

/** The lines that ask for a payment and are not refused already; what has happened is no request. */
function requestsOf(
  lines: readonly Line[],
  judged: readonly (AppError | Admission)[],
  merchants: ReadonlyMap<string, PayableMerchant>,
): ReadonlyMap<number, PaymentRequest> {
  return new Map(
    lines.flatMap(({ facts, language, fact }, at) => {
      const merchant = merchants.get(facts.merchantCode)
      if (fact || merchant === undefined || judged[at] instanceof AppError) return []
      return [[at, { merchant, amount: parseMoney(facts.amount), day: localDate(new Date(facts.occurredAt)), language }] as const]
    }),
  )
}
