import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Registrar, SearchProvider } from '#platform/server/module.ts'
import type { TransactionContracts } from '../../contract/transactions.ts'
import type { PaymentService } from '../service.ts'
import { askCancellation, type Cancellations, cancellationKind } from './cancellation.ts'
import { transactionDetail } from './detail.ts'
import { transactionList } from './list.ts'
import { askRefund, refundKind } from './refund.ts'
import { transactionSearch } from './search.ts'

interface Options {
  /** The approval kind of its refunds. */
  refundKind: ApprovalKindName
  /** Left out where payments are not cancelled. */
  cancellations?: Cancellations
}

/** The server half of the transactions of a service whose money goes back in another way than by a refund of the portal. */
export function serveWithoutRefunds(
  contracts: TransactionContracts,
  service: PaymentService,
  cancellations?: Cancellations,
): Pick<ServedTransactions, 'register' | 'search'> {
  return {
    register(on) {
      on.list(contracts.list, transactionList(contracts, service))
      on.query(contracts.detail, ({ id }, ctx) => transactionDetail(contracts, { ...service, cancellations }, id, ctx))
    },
    search: transactionSearch(contracts),
  }
}

export interface ServedTransactions {
  /** Answers the calls of list, export, detail, refunds and cancellations. */
  register(on: Registrar): void
  /** For the command palette: by code and reference. */
  search: SearchProvider
  /** For `approvalsModule`: how its money is given back. */
  kinds: readonly ApprovalKind[]
  refundKind: ApprovalKind
}

/** The server half of a service whose payments are cancelled on their day, and otherwise go back in another way than by a refund of the portal. */
export function serveWithCancellations(
  contracts: TransactionContracts,
  service: PaymentService,
  cancellations: Cancellations,
): Pick<ServedTransactions, 'register' | 'search' | 'kinds'> {
  const kind = cancellationKind(cancellations, contracts, service)
  const shown = serveWithoutRefunds(contracts, service, cancellations)
  return {
    ...shown,
    register(on) {
      shown.register(on)
      on.command(contracts.askCancellation, (input, ctx) => askCancellation(contracts, kind, cancellations, input, ctx))
    },
    kinds: [kind],
  }
}

/** The server half of a service's transactions, for the module of its sub-system. */
export function serveTransactions(contracts: TransactionContracts, service: PaymentService, { refundKind: name, cancellations }: Options): ServedTransactions {
  const kind = refundKind(name, contracts, service)
  const cancelled = cancellations && cancellationKind(cancellations, contracts, service)
  const shown = serveWithoutRefunds(contracts, service, cancellations)
  return {
    ...shown,
    register(on) {
      shown.register(on)
      on.command(contracts.askRefund, (input, ctx) => askRefund(contracts, kind, input, ctx))
      if (cancelled) on.command(contracts.askCancellation, (input, ctx) => askCancellation(contracts, cancelled, cancellations, input, ctx))
    },
    kinds: cancelled ? [kind, cancelled] : [kind],
    refundKind: kind,
  }
}
