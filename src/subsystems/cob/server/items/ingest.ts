import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cobErrors } from '../../contract/errors.ts'
import type { EventLine } from '../../contract/feed.ts'

/** A caller's line with what it names looked up. */
export interface KnownEvent {
  line: EventLine
  unitId: string | null
  courierId: string | null
}

/** What became of a line. */
export type Taken = 'created' | 'repeated' | AppError

/**
 * Keeps events, each once by its partner's reference: in order a result a line, and the codes of the items that have heard something new. One that was
 * told before with other facts is refused (COB-005), as is one of another partner's item (COB-006). Nothing is worked out here.
 */
export async function keepEvents(tx: Tx, partnerId: string, events: readonly KnownEvent[], now: Date): Promise<{ taken: Taken[]; items: string[] }> {
  const rows = events.map(({ line, unitId, courierId }, ord) => ({
    ...{ ord, reference: line.reference, item_code: line.item, kind: line.kind, at: line.at, unit_id: unitId, courier_id: courierId },
    amount: line.kind === 'COLLECTED' ? formatMoney(parseMoney(line.amount)) : null,
    method: line.kind === 'COLLECTED' ? line.method : null,
    reason: line.reason ?? '',
  }))
  const shape = sql`
    as r (ord integer, reference text, item_code text, kind text, at timestamptz, unit_id bigint, courier_id bigint, amount numeric, method text, reason text)`
  const foreign = await foreignItems(
    tx,
    partnerId,
    rows.map(({ item_code }) => item_code),
  )
  const own = JSON.stringify(rows.filter(({ item_code }) => !foreign.has(item_code)))
  // The first line of a new reference makes it. In the order of references, as everybody who tells the same does.
  const { rows: made } = await sql<{ reference: string }>`
    insert into cob.event (partner_id, reference, item_code, item_id, kind, at, unit_id, courier_id, amount, method, reason, received_at)
    select distinct on (r.reference) ${partnerId}::bigint, r.reference, r.item_code, i.id, r.kind, r.at, r.unit_id, r.courier_id, r.amount, r.method, r.reason, ${now}::timestamptz
      from json_to_recordset(${own}) ${shape} left join cob.item i on i.code = r.item_code and i.partner_id = ${partnerId}::bigint order by r.reference, r.ord
    on conflict (partner_id, reference) do nothing returning reference`.execute(tx)
  const { rows: other } = await sql<{ ord: number }>`
    select r.ord from json_to_recordset(${own}) ${shape} join cob.event e on e.partner_id = ${partnerId}::bigint and e.reference = r.reference
     where (e.item_code, e.kind, e.at, e.unit_id, e.courier_id, e.amount, e.method, e.reason)
        is distinct from (r.item_code, r.kind, r.at, r.unit_id, r.courier_id, r.amount, r.method, r.reason)`.execute(tx)
  const fresh = new Set(made.map(({ reference }) => reference))
  const differs = new Set(other.map(({ ord }) => ord))
  const taken = rows.map(({ ord, reference, item_code: code }): Taken => {
    if (foreign.has(code)) return new AppError(cobErrors.itemOfOtherPartner, { code })
    if (differs.has(ord)) return new AppError(cobErrors.eventDiffers, { reference })
    // The first line of a new reference creates it, the next ones repeat it.
    return fresh.delete(reference) ? 'created' : 'repeated'
  })
  const items = [...new Set(rows.filter((_, at) => taken[at] === 'created').map(({ item_code }) => item_code))]
  return { taken, items }
}

async function foreignItems(tx: Tx, partnerId: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    code: string
  }>`select code from cob.item where code = any(${[...new Set(codes)]}::text[]) and partner_id <> ${partnerId}`.execute(tx)
  return new Set(rows.map(({ code }) => code))
}
