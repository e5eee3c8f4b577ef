import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Severity } from '../../contract/day-close/days.ts'

/** A day of a unit that is to be closed. */
export interface CloseDay {
  dayId: string
  unitId: string
  /** YYYY-MM-DD: everything of the unit up to this date is meant. */
  businessDate: string
}

/** One thing that holds up the close of a day, or that somebody has to have seen. */
export interface CloseItem {
  dayId: string
  /** Names the item among those of its check; an acknowledgement counts for as long as the key is the same, so it holds what was seen (an amount). */
  key: string
  severity: Severity
  /** Code of the record that is meant. */
  code: string
  about: Text
  /** Decimal text, as the database has it. */
  amount?: string | null
  /** Address of the record in the portal. */
  path?: string
}

/** An item of the checklist of day close. Each area adds its own, in src/app/modules.ts. */
export interface CloseCheck {
  /** Stands in acknowledgements, so it never changes. */
  name: string
  title: Text
  /** Refuses the close in its own words; default: the check is named in CSH-354. */
  refusal?: ErrorDefinition
  /**
   * What stands in the way of these days, all of them in one question: the progress of a province asks for hundreds. Checks with one and
   * the same function share the question; each item then names its check.
   */
  check: FindItems
}

export type FindItems = (db: Queryable, days: readonly CloseDay[]) => Promise<(CloseItem & { check?: string })[]>

export const defineCloseCheck = (check: CloseCheck): CloseCheck => check

/** What all checks find, each with its own. */
export async function runChecks(db: Queryable, checks: readonly CloseCheck[], days: readonly CloseDay[]): Promise<{ check: CloseCheck; items: CloseItem[] }[]> {
  const answers = new Map<FindItems, Awaited<ReturnType<FindItems>>>()
  // One after the other: inside a transaction there is one connection.
  for (const find of new Set(checks.map(({ check }) => check))) answers.set(find, days.length === 0 ? [] : await find(db, days))
  return checks.map((check) => ({ check, items: (answers.get(check.check) ?? []).filter((item) => (item.check ?? check.name) === check.name) }))
}

export const itemName = ({ name }: CloseCheck, { key }: CloseItem): string => `${name}:${key}`
