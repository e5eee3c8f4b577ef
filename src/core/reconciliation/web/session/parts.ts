import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'

export type Session = OutputOf<ReconciliationContracts['sessions']['detail']>
/** What is done with a session asks no more of it than this. */
export type SessionRow = Pick<RowOf<ReconciliationContracts['sessions']['list']>, 'id' | 'version' | 'code' | 'status' | 'task' | 'nextStep'>

/** What a desk's screens are stamped with; handling requests where it has some. */
export interface DeskScreens {
  contracts: ReconciliationContracts
  requests?: RequestContracts | undefined
}

/** What each part of a session's page is given. */
export interface SessionProps extends DeskScreens {
  session: Session
}

/** Both sides are our own records: there is no statement to be brought. */
export const isOwn = ({ partnerId }: Pick<Session, 'partnerId'>) => partnerId === null

const OPEN: readonly string[] = ['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING']
/** Its lines may still be matched otherwise. */
export const isOpen = ({ status }: Pick<Session, 'status'>) => OPEN.includes(status)

/** Our side has not been compared with theirs: there are no matches and no breaks yet. */
export const isUnmatched = ({ status }: Pick<Session, 'status'>) => status === 'DRAFT' || status === 'IMPORTED'

/** A statement that has come to nothing: none of its lines are in the session. */
export const isUnused = ({ status }: Session['statements'][number]) => status === 'WITHDRAWN' || status === 'REFUSED'
