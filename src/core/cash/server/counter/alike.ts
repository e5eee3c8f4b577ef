import { sql } from 'kysely'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cashOrderErrors } from '../../contract/counter/cash-order.ts'
import { counterErrors } from '../../contract/counter/counter.ts'

/** A payment by what makes it like another: its kind, whom it is owed to, how much. */
export interface Likeness {
  source: { kind: string; id: string }
  /** Number of the paper of whom it is owed to, whoever fetches it. */
  owner: string
  amount: Hundredths
}

/** A payment like the one that is asked for, of which nobody knows (yet) whether it was made. */
export interface AlikePayment {
  /** Its slip; null while it is in the same group of reports. */
  id: string | null
  code: string
  sourceId: string
  unknown: boolean
  office: string
  tellerStaffId: string
  at: Date
}

const likenessOf = ({ source: { kind }, owner, amount }: Likeness) => `${kind} ${owner} ${formatMoney(amount)}`

export interface AlikePayments {
  /** Those of other records. */
  of(ask: Likeness): AlikePayment[]
  /** One that is let pass now counts for those after it. */
  add(ask: Likeness, payment: Omit<AlikePayment, 'id' | 'sourceId' | 'unknown'>): void
}

/**
 * Payments of this day that are under way or unknown and like those asked for. Of requests that are like each other one looks at a time: the
 * lock is held until the commit, and taken after the records and tills.
 */
export async function alikePayments(tx: Tx, asked: readonly Likeness[], today: string): Promise<AlikePayments> {
  const keys = [...new Set(asked.map(likenessOf))].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended('cash.alike ' || key, 0)) from unnest(${keys}::text[]) with ordinality as k (key, n) order by n`.execute(
    tx,
  )
  const { rows } = await sql<AlikePayment & { key: string }>`
    select s.source_kind || ' ' || coalesce(s.owner_number, s.identity_number) || ' ' || s.amount as key, s.id, s.code, s.source_id as "sourceId",
      s.status = 'UNKNOWN' as unknown, u.name as office, s.teller_staff_id as "tellerStaffId", s.occurred_at as at
    from cash.slip s join organisation.unit u on u.id = s.unit_id
    where coalesce(s.owner_number, s.identity_number) = any(${asked.map(({ owner }) => owner)}::text[]) and s.business_date >= ${today}::date
      and s.direction = 'OUT' and s.status in ('CLAIMED', 'UNKNOWN') order by s.id`.execute(tx)
  const found = new Map<string, AlikePayment[]>()
  const add = (key: string, payment: AlikePayment) => void found.set(key, [...(found.get(key) ?? []), payment])
  for (const { key, ...payment } of rows) add(key, payment)
  return {
    of: (ask) => (found.get(likenessOf(ask)) ?? []).filter(({ sourceId }) => sourceId !== ask.source.id),
    add: (ask, payment) => add(likenessOf(ask), { ...payment, id: null, sourceId: ask.source.id, unknown: false }),
  }
}

/** Why a teller does not pay before the first one has ended, or before a second person agrees; never after an unknown one of their own. */
export function refusedAlike({ code, office, at, unknown, tellerStaffId }: AlikePayment, amount: Hundredths, by: string): AppError {
  const first = { payment: code, office, at: showTimestamp(isoLocal(at)), amount: moneyText(amount) }
  const error = !unknown ? counterErrors.alikeUnderWay : tellerStaffId === by ? counterErrors.alikeOwn : cashOrderErrors.alikeUnknown
  return new AppError(error, first, { data: { first: code } })
}
