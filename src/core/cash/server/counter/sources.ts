import type { InputOf } from '#kernel/contract.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { claimPayable, Payable } from '../../contract/counter/pay.ts'
import type { SlipKind } from '../../contract/counter/slip.ts'

/** Who asks at a counter what may be paid. */
export interface Asking {
  unitId: string
  language: Language
  /** YYYY-MM-DD. */
  day: string
  /** The text is a name. */
  byName: boolean
}

/** How many a source answers: one more than is shown, so that it can be said that there are further ones. */
export const MOST_FOUND = 21

/**
 * Records that counters pay in cash, each once: a plug of the composition root. What a claim does to the record, what a payment posts and
 * what a release or an unknown result leaves is its payment service's (admit, stored, settled, postingsFor), so that a slip paid in the
 * portal and one that the counter channel reports go one way and meet in the same locks and unique indexes.
 */
export interface SlipSource extends SlipKind {
  /** The payment service that takes the claim. */
  service: string
  /**
   * By a whole code, identity number or telephone number, or (where the text is one) by the words of a name, among what the asking unit is
   * to pay; MOST_FOUND at most.
   */
  find(db: Queryable, text: string, asking: Asking): Promise<Found[]>
  /** The service's own fields of the report that claims a record. */
  line(claim: InputOf<typeof claimPayable>): Readonly<Record<string, unknown>>
  /** Refusals that leave something behind: they are answered, so that it is kept. */
  kept?: readonly ErrorDefinition[]
  /** Where its records stand, and the permission of that screen. */
  screen?: { permission: string; path(id: string): string }
}

/** What a source finds; its number is masked and its address made by whoever asks. */
export interface Found extends Omit<Payable, 'kind' | 'path'> {
  id: string
}

export const defineSlipSource = (source: SlipSource): SlipSource => source
