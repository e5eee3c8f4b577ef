import type { z } from 'zod'
import type { Text } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { AlertRow, Severity } from '../contract/alerts.ts'

/** Something a rule has found. */
export interface ControlRow extends Omit<z.output<typeof AlertRow>, 'link' | 'since' | 'label'> {
  label: string | Text
  /** Whose it is: alerts are one a unit. Null: of no unit. */
  unitId: string | null
  since: Date | null
  link?: string
  /** The cash holding whose balance the amount tells: hidden from whoever is counting it. */
  holdingId?: string
}

/** What must never be the case, or not for long. Defined by the module that knows it; handed to `controlsModule` by the composition root. */
export interface ControlRule {
  /** Stands in the rows of alerts, so it never changes: 'TRIAL_BALANCE'. */
  code: string
  name: Text
  /** What it looks for, and what is to be done about it. */
  meaning: Text
  severity: Severity
  /** Minutes between two runs. */
  every: number
  /**
   * What is wrong now; none when all is well. Keys (`subject`) are unique within a unit. Read by the server itself, whoever looks:
   * callers see the rows of units in their scope only.
   */
  query(db: Queryable, now: Date): Promise<ControlRow[]>
}

export const defineControlRule = (rule: ControlRule): ControlRule => rule
