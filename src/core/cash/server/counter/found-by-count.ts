import { sql } from 'kysely'

/**
 * Count `c` has found whether the cash of slip `s` was there: a count of its till after it was paid. A spot check says so only of one that
 * was unknown by then; of one that was just being handed over it says nothing.
 */
export const FOUND_BY_COUNT = sql<boolean>`(c.holding_id = s.till_id and c.reason in ('OPEN', 'SHIFT', 'DAY', 'SPOT')
  and c.counted_at > case when c.reason = 'SPOT' then coalesce(s.unknown_at, s.updated_at) else s.occurred_at end)`

/** Account that a slip's cash was taken from in place of its till; a row of `cash.counted_payout` joined as `p`, its till's holding as `h`. */
export const TAKEN_FROM = sql<string>`coalesce(p.account_id, h.account_id)`
