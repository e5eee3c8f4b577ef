import type { RawBuilder } from 'kysely'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'

/** A period that is to close. */
export interface Span {
  periodId: string
  service: string
  /** This unit and all below; null: everything. */
  unitId: string | null
  from: string
  to: string
}

/** What stands in the way, and who has to do something about it. */
export interface Blocking {
  /** A person or a unit. */
  owner: string
  label: string | Text
  count: number
  since: Date | null
  link?: string
}

/** A condition for closing a period. Each area adds its own, in src/app/modules.ts. */
export interface CutOffCheck {
  /** Never changes: 'UNKNOWN_OUTCOMES'. */
  name: string
  title: Text
  /** Services it asks about; default: all. */
  services?: readonly string[]
  check(db: Queryable, span: Span): Promise<Blocking[]>
}

/** A query for the ids of journals whose subject says that it belongs to a day of the span, whenever it happened and was posted. */
export type LateJournals = (span: Span) => RawBuilder<unknown>

export const defineCutOffCheck = (check: CutOffCheck): CutOffCheck => check

/** What all checks that concern a service find. One after the other: inside a transaction there is one connection. */
export async function runChecks(db: Queryable, checks: readonly CutOffCheck[], span: Span): Promise<{ check: CutOffCheck; found: Blocking[] }[]> {
  const results: { check: CutOffCheck; found: Blocking[] }[] = []
  for (const check of checks) {
    if (check.services && !check.services.includes(span.service)) continue
    results.push({ check, found: await check.check(db, span) })
  }
  return results
}
