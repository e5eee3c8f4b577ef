import { type UnitStatus, unitMachine } from '#core/organisation/contract/unit.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { eventsFrom } from '#kernel/machine.ts'

/** Names in a refusal at most. */
export const NAMED = 5

export function namesOf(names: readonly string[]): string {
  return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}…` : names.join(', ')
}

/** The event that leads from one state to another. Throws SYS-410 when there is none. */
export function assertMoves(from: string, to: (typeof UnitStatus)['_output']): void {
  const event = eventsFrom(unitMachine, from as typeof to).find((one) => unitMachine.events[one].to === to)
  if (!event) throw new AppError(errors.state, {}, { data: { status: from } })
}
