import { breakContracts } from './breaks.ts'
import { type DeskPlace, deskParts } from './desk.ts'
import { sessionContracts } from './sessions.ts'
import { setupContracts } from './setups.ts'

/** Everything about the reconciliations of one desk (a sub-system's) that both sides know. */
export function reconciliationContracts(place: DeskPlace) {
  const parts = deskParts(place)
  return {
    ...place,
    permissions: parts.permissions,
    setups: setupContracts(parts),
    sessions: sessionContracts(parts),
    breaks: breakContracts(parts),
  }
}
export type ReconciliationContracts = ReturnType<typeof reconciliationContracts>

/** Address of one session, of one of its breaks, and of one configuration at a desk. */
export const sessionAddress = ({ routes }: Pick<DeskPlace, 'routes'>, id: string): string => `${routes.detail}?id=${id}`
export const setupAddress = ({ routes }: Pick<DeskPlace, 'routes'>, id: string): string => `${routes.setup}?id=${id}`
