import { sql } from 'kysely'
import { activeBanks } from '#core/masterdata/server/public.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import {
  type LineOfStatement,
  partnerAccounts,
  type ReconciliationPlug,
  type TransactionActions,
  transactionActions,
  transactionLines,
} from '#core/reconciliation/server/public.ts'
import { creditedAccounts } from '#core/vietqr/server/public.ts'
import { qrPlug } from '../contract/reconciliation-place.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { qrPayments } from './service.ts'

const { code } = qrPayments.declaration

/** Words of a text that may be the number of a virtual account, or of a bank. */
const wordsOf = (text: string): string[] => [...new Set(text.toUpperCase().match(/[A-Z0-9]{6,19}/g) ?? [])]

/**
 * A statement line as a payment by QR. It says enough where it names who paid and one virtual account of the operator, which belongs to a merchant. The
 * payer's bank is the one that the text names by its number, else the bank whose statement it is.
 */
const lineOf: LineOfStatement = async (tx, { text, counterAccount, counterName }, partnerId) => {
  const words = wordsOf(text)
  const [account, ...more] = [...(await creditedAccounts(tx, words)).values()]
  if (!account || more.length > 0 || counterAccount === '' || counterName === '') return undefined
  const { rows } = await sql<{ merchantCode: string; bin: string | null }>`
    select m.code as "merchantCode", p.bin from merchants.merchant m, organisation.partner p where m.id = ${account.merchantId} and p.id = ${partnerId}`.execute(
    tx,
  )
  const [found] = rows
  const banks = await activeBanks(tx)
  const bankBin = words.find((word) => banks.has(word)) ?? found?.bin
  if (!found || !bankBin) return undefined
  const payer = { name: counterName, account: counterAccount, bankBin }
  return { type: 'PAYMENT', channel: 'QR', merchantCode: found.merchantCode, virtualAccount: account.number, payer, memo: text.slice(0, 210) }
}

/** Payments by QR, reconciled with the banks and wallets that report them. */
export const qrReconciliationPlug = (parts: Pick<TransactionActions, 'payments' | 'byStatement'>): ReconciliationPlug => ({
  ...qrPlug,
  partnerKinds: ['OWN', 'BANK'],
  ...transactionLines({ key: qrPlug.key, services: [code] }),
  recordPath: addressOf(qrTransactions, '{id}'),
  accounts: partnerAccounts,
  actions: transactionActions({ ...parts, services: [qrPayments], lineOf }),
})
