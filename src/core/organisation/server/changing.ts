import { type UnitStatus, unitMachine } from '#core/organisation/contract/unit.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { eventsFrom } from '#kernel/machine.ts'
import type { RequestContext } from '#platform/server/module.ts'

/** Names in a refusal at most. */
export const NAMED = 5

export function namesOf(names: readonly string[]): string {
  return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')}…` : names.join(', ')
}

/** A refusal that belongs to a field. */
export function refusedField(
  field: string,
  definition: ErrorDefinition,
  { language }: Pick<RequestContext, 'language'>,
  params: Record<string, string> = {},
): AppError {
  return new AppError(definition, params, { fields: [{ field, code: definition.code, message: fill(definition[language], params) }] })
}

/** The record as it is for a change: throws 404 when the caller sees none, 409 with the current version when theirs is old. */
export function current<Row extends { version: number; updated_by: string }>(row: Row | undefined, version: number): Row {
  if (!row) throw new AppError(errors.notFound)
  if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version, updatedBy: row.updated_by } })
  return row
}

/** The event that leads from one state to another. Throws SYS-410 when there is none. */
export function assertMoves(from: string, to: (typeof UnitStatus)['_output']): void {
  const event = eventsFrom(unitMachine, from as typeof to).find((one) => unitMachine.events[one].to === to)
  if (!event) throw new AppError(errors.state, {}, { data: { status: from } })
}
