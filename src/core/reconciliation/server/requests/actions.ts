import { decidedBy } from '#core/approvals/server/public.ts'
import type { AgreedOutcome, AskAgain, DecideByStatement } from '#core/outcomes/server/public.ts'
import { type PaymentService, refundAction } from '#core/payments/server/public.ts'
import { startOfDay } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { RequestKind } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import type { BreakLine, RequestAction, RequestedTransaction } from '../plug.ts'

interface Doors {
  /** By their codes. */
  services: ReadonlyMap<string, PaymentService>
  agreed: AgreedOutcome
  askAgain: AskAgain
  byStatement: DecideByStatement
}

const UNRESOLVED = ['PROCESSING', 'UNKNOWN']
const REFUNDABLE = ['SUCCEEDED', 'PARTIALLY_REFUNDED']

/** What a line of the other side shows. */
const wordOf = ({ day, at, documentNo, reference, amount, text, fileName, fileRow }: BreakLine) => ({
  at: at ?? startOfDay(day),
  reference: documentNo || reference,
  amount: amount < 0n ? -amount : amount,
  // A line of our own other records stands in no file.
  source: [fileName, fileRow].filter((part) => part !== null).join(':') || 'reconciliation',
  message: text,
})

/** The state of a transaction now. */
async function statusNow(tx: Tx, { id, businessDate }: RequestedTransaction): Promise<{ status: string }> {
  return tx.selectFrom('payment.transaction').select('status').where('id', '=', id).where('business_date', '=', businessDate).executeTakeFirstOrThrow()
}

/**
 * What handling requests do with transactions of any service: record what has become of an unresolved one, give money back, ask the partner again,
 * or note what was agreed. Amounts are never changed in place: what was wrong is given back or adjusted where its session is settled.
 */
export function transactionActions({ services, agreed, askAgain, byStatement }: Doors): Partial<Record<RequestKind, RequestAction>> {
  const serviceOf = (code: string): PaymentService => {
    const service = services.get(code)
    if (!service) throw new AppError(requestErrors.otherService, { code })
    return service
  }
  const unresolved = ({ status }: RequestedTransaction) => (UNRESOLVED.includes(status) ? undefined : requestErrors.notUnresolved)
  return {
    OUTCOME: {
      fits: unresolved,
      async apply(ctx, transaction, { outcome, reason, proposedBy, line }) {
        const { id, code } = transaction
        if (outcome === undefined) throw new AppError(requestErrors.outcomeNeeded, { code })
        if (line && outcome === 'SUCCEEDED') await byStatement(ctx, { transactionId: id, verdict: outcome, reason, proposedBy, ...wordOf(line) })
        else await agreed(ctx, { transactionId: id, code, verdict: outcome, reason, proposedBy })
        return statusNow(ctx.tx, transaction)
      },
    },
    REFUND: {
      fits: ({ status, type }) => (type !== 'REFUND' && REFUNDABLE.includes(status) ? undefined : requestErrors.notRefundable),
      async apply(ctx, transaction, { amount, reason, ref }) {
        const action = refundAction(serviceOf(transaction.service))
        const what = { subjectId: transaction.id, amount: formatMoney(amount ?? transaction.amount - transaction.refunded), reason, ref }
        await action.hold(ctx, what)
        await action.apply(ctx, what)
        return statusNow(ctx.tx, transaction)
      },
    },
    RESEND: {
      fits: unresolved,
      async apply(ctx, transaction) {
        await askAgain(ctx.tx, transaction, decidedBy(ctx))
        return statusNow(ctx.tx, transaction)
      },
    },
    OTHER: { fits: () => undefined, apply: (ctx, transaction) => statusNow(ctx.tx, transaction) },
  }
}
