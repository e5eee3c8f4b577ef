import { serveWithCancellations } from '#core/payments/server/public.ts'
import { codCancellationKind } from '../../contract/approval-kind.ts'
import { codCancelEvidenceFrom, codCancelUntilHour } from '../../contract/deposit-parameters.ts'
import { codTransactions } from '../../contract/transactions.ts'
import { codPayments } from './service.ts'

/** A deposit is cancelled on its day, by approval: its items come back to the postman. Nothing of it is refunded in part. */
export const codDeposits = serveWithCancellations(codTransactions, codPayments, {
  kind: codCancellationKind,
  untilHour: codCancelUntilHour,
  evidenceFrom: codCancelEvidenceFrom,
})
