import { parameter } from '#core/masterdata/server/public.ts'
import { isoLocal, localDate, showTimestamp } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { merchantErrors } from '../contract/errors.ts'
import { callHours, coolingHours } from '../contract/parameters.ts'
import type { MerchantRow } from './records.ts'

const HOUR_MS = 3_600_000
/** Of a call only the minute is written down. */
const MINUTE_MS = 60_000

/** A number of a merchant that may be called back, and since when it is on record. */
export interface KnownNumber {
  phone: string
  /** Who answers there; empty for the merchant's own number. */
  name: string
  role: string
  /** null: since the merchant was opened. */
  since: Date | null
}

/** The numbers on record, each once: known twice, it is as old as the first time. */
export async function numbersOf(db: Queryable, { id, phone, since }: { id: string; phone: string; since: Date | null }): Promise<KnownNumber[]> {
  const contacts = await db
    .selectFrom('merchants.contact')
    .select(['name', 'role', 'phone', 'phone_since as since'])
    .where('merchant_id', '=', id)
    .where('phone', '<>', '')
    .orderBy('line')
    .execute()
  const known = new Map<string, KnownNumber>()
  for (const one of [{ name: '', role: '', phone, since }, ...contacts]) {
    const before = known.get(one.phone)
    if (!before) known.set(one.phone, one)
    else known.set(one.phone, { ...before, name: before.name || one.name, role: before.role || one.role, since: earlier(before.since, one.since) })
  }
  return [...known.values()].filter((one) => one.phone !== '')
}

/** The merchant's own number, as `numbersOf` takes it. */
export const ownOf = ({ id, phone, phone_since }: Pick<MerchantRow, 'id' | 'phone' | 'phone_since'>) => ({ id, phone, since: phone_since })

const earlier = (one: Date | null, other: Date | null) => (one === null || other === null ? null : one < other ? one : other)

/** A new number is young for as long as nothing is settled after a new account; until then it vouches for no other change. */
export const youngUntil = (since: Date | null, hours: number, now: Date): Date | null => {
  const until = since === null ? null : new Date(since.getTime() + hours * HOUR_MS)
  return until !== null && until > now ? until : null
}

/**
 * A call back proves something on a number that was known before, after that number was known, and not long ago. Answers since when it is
 * known. Throws, each at its field: MER-018, MER-022, MER-023, MER-024, MER-025.
 */
export async function requireCalled(ctx: CommandContext, row: MerchantRow, called: { phone: string; at: string }): Promise<Date> {
  const { tx, now, language, runtime } = ctx
  const at = new Date(called.at)
  const number = (await numbersOf(tx, ownOf(row))).find(({ phone }) => phone === called.phone)
  if (!number) throw refusedField('calledPhone', merchantErrors.calledUnknown, language, { phone: called.phone })
  const young = youngUntil(number.since, await parameter(runtime.db, coolingHours), now)
  if (young) throw refusedField('calledPhone', merchantErrors.calledYoung, language, { phone: called.phone, until: showTimestamp(isoLocal(young)) })
  // Of a right day only the hour can be wrong.
  const wrong = (limit: Date) => (localDate(at) === localDate(limit) ? 'calledTime' : 'calledOn')
  if (at > now) throw refusedField(wrong(now), merchantErrors.calledLater, language)
  const since = number.since ?? row.created_at
  if (at.getTime() + MINUTE_MS <= since.getTime()) {
    throw refusedField(wrong(since), merchantErrors.calledBefore, language, { since: showTimestamp(isoLocal(since)) })
  }
  const hours = await parameter(runtime.db, callHours)
  if (now.getTime() - at.getTime() > hours * HOUR_MS) throw refusedField('calledOn', merchantErrors.calledLongAgo, language, { hours })
  return since
}
