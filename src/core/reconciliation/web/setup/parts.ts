import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { OutputOf } from '#kernel/contract.ts'

export type Setup = OutputOf<ReconciliationContracts['setups']['detail']>
export type Revision = Setup['revisions'][number]

export interface SetupProps {
  setup: Setup
  contracts: ReconciliationContracts
}

/** The revision in force, and the one that is being worked on. */
export const inForce = ({ revisions }: Pick<Setup, 'revisions'>) => revisions.find(({ status }) => status === 'ACTIVE')
export const draftOf = ({ revisions }: Pick<Setup, 'revisions'>) => revisions.find(({ status }) => status === 'DRAFT' || status === 'TESTED')
export const pendingOf = ({ revisions }: Pick<Setup, 'revisions'>) => revisions.find(({ status }) => status === 'PENDING')
