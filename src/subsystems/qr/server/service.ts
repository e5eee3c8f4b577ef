import { type SqlBool, sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { merchantErrors } from '#core/merchants/contract/errors.ts'
import { overLimits, type PayableMerchant, type PaymentRequest, payableAccounts, payableMerchants } from '#core/merchants/server/public.ts'
import { type Accounts, type Admission, businessDates, definePaymentService, type Followed, type ReportedLine } from '#core/payments/server/public.ts'
import { creditErrors } from '#core/vietqr/contract/errors.ts'
import { instantTransferCap } from '#core/vietqr/contract/parameters.ts'
import { type CreditedAccount, closePaid, creditedAccounts, refusalOf } from '#core/vietqr/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { qrErrors } from '../contract/errors.ts'
import { type QrReport, qrService } from '../contract/service.ts'
import { postingsFor } from './postings.ts'

type Line = ReportedLine<QrReport>

/** The accounts that were paid to, of what was stored or moved on. */
const paidTo = (made: readonly Followed[]): string[] => made.flatMap(({ status, creditedAccount }) => (status === 'SUCCEEDED' ? (creditedAccount ?? []) : []))

/** Payments by a code are those to its account. */
const accountOf = (code: string) =>
  sql<string>`(select a.number from vietqr.code_directory c join vietqr.account_directory a on a.id = c.account_id where c.code = ${code.toUpperCase()})`
const ofCode = (code: string) => sql<SqlBool>`t.credited_account = ${accountOf(code)}`

/** Payments to an account of the operator, or by a code. */
export const creditedTo = (accountOrCode: string) => sql<SqlBool>`t.credited_account in (${accountOrCode.toUpperCase()}, ${accountOf(accountOrCode)})`

/** Payments to merchants by QR code. */
export const qrPayments = definePaymentService({
  declaration: qrService,
  accounts: {
    feeIncome: { code: '5113.QR', name: 'Doanh thu phí dịch vụ QR', class: 'INCOME', chart: 'FEE_INCOME' },
    taxPayable: { code: '33311.QR', name: 'Thuế GTGT phải nộp dịch vụ QR', class: 'LIABILITY', chart: 'OUTPUT_TAX' },
  },
  journals: {
    paid: { kind: 'QR_PAID', text: (code) => `Thanh toán ${code}` },
    refunded: { kind: 'QR_REFUND', text: (code) => `Hoàn tiền giao dịch ${code}` },
    cancelled: { kind: 'QR_CANCEL', text: (code) => `Huỷ giao dịch ${code}` },
  },
  postingsFor,
  // The order in which QR payments have been hashed from the first one on; what came later stands at the end, where it is given.
  canonical: ({ payer, outcome, ...facts }) => [
    [facts.externalRef, facts.service, facts.type, facts.channel, facts.merchantCode, facts.amount, facts.currency],
    [payer.name, payer.account, payer.bankBin, facts.memo ?? null, facts.occurredAt],
    outcome ? [outcome.status, outcome.code, outcome.message, outcome.evidence?.bankReference ?? null, outcome.evidence?.bankTime ?? null] : null,
    ...(facts.virtualAccount !== undefined ? [facts.orderCode ?? null, facts.virtualAccount] : facts.orderCode === undefined ? [] : [facts.orderCode]),
  ],
  async admit(lines, { tx, db, now }) {
    const [merchants, cap, accounts] = await Promise.all([
      payableMerchants(tx, [...new Set(lines.map(({ facts }) => facts.merchantCode))]),
      parameter(db, instantTransferCap),
      creditedAccounts(
        tx,
        lines.flatMap(({ facts }) => facts.virtualAccount ?? []),
      ),
    ])
    const judged = lines.map((line) =>
      admit(line, { merchant: merchants.get(line.facts.merchantCode), account: accounts.get(line.facts.virtualAccount ?? ''), cap, now }),
    )
    const over = await overLimits(tx, await dated(tx, requestsOf(lines, judged, merchants), now))
    return judged.map((one, at) => over.get(at) ?? one)
  },
  async stored(made, ctx) {
    await closePaid(ctx.tx, ctx.audit, paidTo(made), ctx.now)
    return new Map()
  },
  settled: (changes, ctx) => closePaid(ctx.tx, ctx.audit, paidTo(changes), ctx.now),
  where: { creditedAccount: (number: string) => sql<SqlBool>`t.credited_account = ${number.toUpperCase()}`, qrCode: ofCode },
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

interface Known {
  merchant: PayableMerchant | undefined
  account: CreditedAccount | undefined
  cap: Hundredths
  now: Date
}

/** Whether a payment may be stored; pure. */
function admit(line: Line, { merchant, account, cap, now }: Known): AppError | Admission<Record<string, never>> {
  const { facts, language, fact } = line
  const { merchantCode, orderCode, payer, memo, virtualAccount } = facts
  const amount = parseMoney(facts.amount)
  if (!fact && amount > cap) return refusedField('amount', qrErrors.overCap, language, { cap: moneyText(cap) })
  if (!merchant) return refusedField('merchantCode', merchantErrors.unknown, language, { merchantCode })
  if (!fact && merchant.status !== 'ACTIVE') return refusedField('merchantCode', merchantErrors.inactive, language, { merchantCode })
  const wrongAccount = virtualAccount === undefined ? undefined : accountFault(line, virtualAccount, account, merchant, now)
  if (wrongAccount) return wrongAccount
  // What is paid once has one payment under way at a time, whatever order the payer names.
  const order = account?.singleUse ? account.number : orderCode
  return {
    payer,
    payee: { name: merchant.settlementName, account: merchant.settlementAccount, bankBin: merchant.settlementBankBin },
    memo,
    place: merchant,
    merchantId: merchant.id,
    ...(order === undefined ? {} : { orderRef: `${merchant.code} ${order}` }),
    creditedAccount: virtualAccount,
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

/** Requests with the days they will be stored under: a limit of a day is that of the day a payment counts for, which a closed day hands on. */
async function dated(tx: Tx, requests: ReadonlyMap<number, PaymentRequest>, now: Date): Promise<ReadonlyMap<number, PaymentRequest>> {
  const limited = [...requests].filter(([, { merchant }]) => merchant.limitDay !== null)
  const days = await businessDates(
    tx,
    limited.map(([, { merchant, day }]) => ({ service: qrPayments, place: merchant, day, look: true })),
    localDate(now),
  )
  return new Map([...requests, ...limited.map(([at, request], n) => [at, { ...request, day: days[n] as string }] as const)])
}

/** Why a payment to an account of the operator is refused: it is none of this merchant's, or nothing is to be begun by it. */
function accountFault(
  { facts, language, fact }: Line,
  number: string,
  account: CreditedAccount | undefined,
  merchant: PayableMerchant,
  now: Date,
): AppError | undefined {
  const at = 'virtualAccount'
  if (!account) return refusedField(at, creditErrors.unknownAccount, language, { account: number })
  if (account.merchantId !== merchant.id) return refusedField(at, creditErrors.otherMerchant, language, { account: number, merchantCode: merchant.code })
  const refusal = fact ? undefined : refusalOf(account, parseMoney(facts.amount), now)
  return refusal && refusedField(refusal.error === creditErrors.otherAmount ? 'amount' : at, refusal.error, language, refusal.params)
}
