import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Registrar, SearchProvider } from '#platform/server/module.ts'
import type { TransactionContracts } from '../../contract/transactions.ts'
import type { PaymentService } from '../service.ts'
import { transactionDetail } from './detail.ts'
import { transactionList } from './list.ts'
import { askRefund, refundKind } from './refund.ts'
import { transactionSearch } from './search.ts'

interface Options {
  /** The approval kind of its refunds. */
  refundKind: ApprovalKindName
}

export interface ServedTransactions {
  /** Answers the calls of list, export, detail and refunds. */
  register(on: Registrar): void
  /** For the command palette: by code and reference. */
  search: SearchProvider
  /** For `approvalsModule`. */
  refundKind: ApprovalKind
}

/** The server half of a service's transactions, for the module of its sub-system. */
export function serveTransactions(contracts: TransactionContracts, service: PaymentService, { refundKind: name }: Options): ServedTransactions {
  const { own } = service
  const kind = refundKind(name, contracts, service)
  return {
    register(on) {
      on.list(contracts.list, transactionList(contracts, own))
      on.query(contracts.detail, ({ id }, ctx) => transactionDetail(contracts, own, id, ctx))
      on.command(contracts.askRefund, (input, ctx) => askRefund(contracts, kind, input, ctx))
    },
    search: transactionSearch(contracts),
    refundKind: kind,
  }
}
