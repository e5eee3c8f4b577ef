import type { Hundredths } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import { FEE_SOURCES, type FeeSourceKind } from '../../contract/fees.ts'
import type { TransactionType } from '../../contract/transaction.ts'
import type { Tariff } from './charge.ts'

/** Everything that may decide which fee a payment bears. */
export interface FeeQuestion {
  service: string
  type: TransactionType
  /** The local day on which it happened. */
  day: string
  amount: Hundredths
  partnerId: string
  /** The units it belongs to, from the head office down. */
  unitIds: readonly string[]
  /** The plan that the customer has of its own. */
  feePlanId: string | null
}

/** The tariff that counts for a payment, and which revision of what it is of. */
export interface FeeInForce {
  code: string
  revision: number
  tariff: Tariff
}

/** One of the sources of fees; the module that owns its tables brings it, the composition root hands it to the payments. */
export interface FeeSource {
  kind: FeeSourceKind
  /** What it says of each payment, in order; undefined where it says nothing. Reads once for all of them. */
  find(db: Queryable, questions: readonly FeeQuestion[]): Promise<(FeeInForce | undefined)[]>
}

export type ResolvedFee = ({ source: FeeSourceKind } & FeeInForce) | { source: 'NONE' }
export type FeeResolver = (db: Queryable, questions: readonly FeeQuestion[]) => Promise<ResolvedFee[]>

/** Asks the sources in the order of FEE_SOURCES, each for the payments that those before it said nothing of. Throws when two are of one kind. */
export function feeResolver(sources: readonly FeeSource[]): FeeResolver {
  const byKind = new Map(sources.map((source) => [source.kind, source]))
  if (byKind.size < sources.length) throw new Error('two sources of fees are of one kind')
  return async (db, questions) => {
    const resolved: (ResolvedFee | undefined)[] = questions.map(() => undefined)
    for (const source of FEE_SOURCES) {
      const open = [...questions.keys()].filter((at) => resolved[at] === undefined)
      if (open.length === 0) break
      const found = await byKind.get(source)?.find(
        db,
        open.map((at) => questions[at] as FeeQuestion),
      )
      for (const [n, at] of open.entries()) {
        const fee = found?.[n]
        if (fee) resolved[at] = { source, ...fee }
      }
    }
    return resolved.map((one) => one ?? { source: 'NONE' })
  }
}

/** What a source reads at once: the rows in force on any day of a month. */
export interface FeeMonth {
  service: string
  /** Its first day. */
  month: string
}

/**
 * A source whose rows are read by service and month and kept for a second, so that a group of payments, or the next one, costs no
 * statement; `pick` chooses among those for one payment.
 */
export function monthlySource<Row>(
  kind: FeeSourceKind,
  load: (db: Queryable, of: FeeMonth) => Promise<Row[]>,
  pick: (rows: readonly Row[], question: FeeQuestion) => FeeInForce | undefined,
): FeeSource {
  const recent = new Recent<Row[]>()
  return {
    kind,
    find: (db, questions) =>
      Promise.all(
        questions.map(async (question) => {
          const of = { service: question.service, month: `${question.day.slice(0, 7)}-01` }
          return pick(await recent.read(db, () => load(db, of), `${of.service} ${of.month}`), question)
        }),
      ),
  }
}
