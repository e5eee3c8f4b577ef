import { serveWithoutRefunds } from '#core/payments/server/public.ts'
import { cfmTransactions } from '../contract/transactions.ts'
import { cfmPayments } from './service.ts'

/** Money of an order goes back over the counter, so nothing is refunded in the portal. */
export const cfm = serveWithoutRefunds(cfmTransactions, cfmPayments)
