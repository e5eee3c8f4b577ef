import { sql } from 'kysely'

/**
 * Count `c` has found whether the cash of slip `s` was there: a count of its till after it was paid. A spot check says so only of one that
 * was unknown by then; of one that was just being handed over it says nothing, and of one that was never unknown neither.
 */
export const FOUND_BY_COUNT = sql<boolean>`(c.holding_id = s.till_id and c.reason in ('OPEN', 'SHIFT', 'DAY', 'SPOT')
  and c.counted_at > case when c.reason = 'SPOT' then s.unknown_at else s.occurred_at end)`

/** The till was put right by what a count has found, or needed nothing; its variance joined as `v`, where it has one. */
export const SETTLED_BY_COUNT = sql<boolean>`(coalesce(v.status, 'POSTED') in ('POSTED', 'CLEARED'))`

/** Account that a slip's cash was taken from in place of its till; a row of `cash.counted_payout` joined as `p`, its till's holding as `h`. */
export const TAKEN_FROM = sql<string>`coalesce(p.account_id, h.account_id)`
