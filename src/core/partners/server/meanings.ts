import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import type { Verdict } from '../contract/answer.ts'

/** By code. Null: seen, but nobody has agreed on it. */
const meanings = new Recent<ReadonlyMap<string, Verdict | null>>()

/** What two people have agreed that a code of a partner means; undefined when nobody has. At most a second old. */
export async function meaningOf(db: Queryable, partnerId: string, code: string): Promise<Verdict | undefined> {
  return (await meanings.read(db, () => load(db, partnerId), partnerId)).get(code) ?? undefined
}

/** As `meaningOf`, for all codes of several partners at once and as they stand now: by partner, then by code. */
export async function meaningsOf(db: Queryable, partnerIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, Verdict>>> {
  const rows = await sql<{ partner: string; code: string; verdict: Verdict }>`
    select partner_id as partner, code, verdict from partner.outcome_code where partner_id = any(${partnerIds}::bigint[]) and verdict is not null`.execute(db)
  return new Map(
    [...Map.groupBy(rows.rows, ({ partner }) => partner)].map(([partner, own]) => [partner, new Map(own.map(({ code, verdict }) => [code, verdict]))]),
  )
}

async function load(db: Queryable, partnerId: string): Promise<ReadonlyMap<string, Verdict | null>> {
  const rows = await db.selectFrom('partner.outcome_code').select(['code', 'verdict']).where('partner_id', '=', partnerId).execute()
  return new Map(rows.map(({ code, verdict }) => [code, verdict as Verdict | null]))
}

/** Distinct codes of one partner that may wait for a meaning: one that invents a code an answer does not fill the list. */
const MAX_WAITING = 500

/** Puts a code that nobody has agreed on onto the list of those to be decided, or counts it there. */
export async function noteUnmapped(
  db: Queryable,
  { partnerId, code, message, at }: { partnerId: string; code: string; message: string; at: Date },
): Promise<void> {
  await sql`
    insert into partner.outcome_code as c (partner_id, code, seen, first_seen_at, last_seen_at, last_message)
    select ${partnerId}, ${code}, 1, ${at}::timestamptz, ${at}::timestamptz, ${message}
     where (select count(*) from partner.outcome_code w where w.partner_id = ${partnerId} and w.verdict is null) < ${MAX_WAITING}
        or exists (select from partner.outcome_code w where w.partner_id = ${partnerId} and w.code = ${code})
    on conflict (partner_id, code) do update set seen = c.seen + 1, first_seen_at = coalesce(c.first_seen_at, excluded.first_seen_at),
      last_seen_at = excluded.last_seen_at, last_message = excluded.last_message`.execute(db)
}
