import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { type LimitKind, limitErrors } from '../contract/limits.ts'

export interface LimitedBy {
  kind: LimitKind
  /** The user whose right decides. */
  personId: string
  /** The partner that the money concerns; null for none. */
  partnerId: string | null
  /** YYYY-MM-DD. */
  day: string
}

/** The greatest limit among a person's roles in use; null: none of them is limited. */
async function limitOf(db: Queryable, { kind, personId }: LimitedBy): Promise<Hundredths | null> {
  const { rows } = await sql<{ amount: string | null }>`
    select max(l.amount) as amount from limits.role_limit l join iam.held_role h on h.role_id = l.role_id
    where h.user_id = ${personId} and l.kind = ${kind}`.execute(db)
  const amount = rows[0]?.amount ?? null
  return amount === null ? null : parseMoney(amount)
}

/**
 * Adds an amount to what a person has decided of a kind, for a partner, on a day, in the transaction that decides: of two at the edge of
 * the limit the second waits for the first and sees it. Counted also where nothing is limited yet. Throws LIM-001.
 */
export async function consumeLimit(tx: Tx, { amount, ...by }: LimitedBy & { amount: Hundredths }): Promise<void> {
  const size = amount < 0n ? -amount : amount
  const { rows } = await sql<{ amount: string }>`
    insert into limits.used as u (kind, user_id, partner_id, day, amount)
    values (${by.kind}, ${by.personId}, ${by.partnerId}, ${by.day}, ${formatMoney(size)})
    on conflict (user_id, day, kind, partner_id) do update set amount = u.amount + excluded.amount
    returning amount`.execute(tx)
  // Read after the wait for whoever was first.
  const limit = await limitOf(tx, by)
  const used = parseMoney(rows[0]?.amount ?? '0')
  if (limit === null || used <= limit) return
  const left = limit - (used - size)
  throw new AppError(limitErrors.exceeded, { limit: moneyText(limit), left: moneyText(left < 0n ? 0n : left) })
}

/** What a person may still decide of a kind, for a partner, on a day; null: not limited. */
export async function limitLeft(db: Queryable, by: LimitedBy): Promise<Hundredths | null> {
  const limit = await limitOf(db, by)
  if (limit === null) return null
  const { rows } = await sql<{ amount: string }>`
    select amount from limits.used
    where user_id = ${by.personId} and day = ${by.day} and kind = ${by.kind} and partner_id is not distinct from ${by.partnerId}::bigint`.execute(db)
  const left = limit - parseMoney(rows[0]?.amount ?? '0')
  return left < 0n ? 0n : left
}
