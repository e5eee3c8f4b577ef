import { sql } from 'kysely'
import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type cashMovements, MOVEMENTS_SHOWN } from '../../contract/position/position.ts'
import { askedOf, held, WITHIN_UNIT } from './held.ts'

interface Moved {
  journalId: string
  recordedAt: Date
  kind: string
  service: string
  description: string
  sourceType: string
  sourceId: string
  unitName: string
  holdingId: string
  holdingName: string
  amount: string
}

/** The journals behind what came in or went out on a date, and their sums by kind. */
export async function movements(
  { unitId, date, direction }: InputOf<typeof cashMovements>,
  ctx: RequestContext,
  words: LedgerWords,
): Promise<OutputOf<typeof cashMovements>> {
  const asked = await askedOf(ctx, unitId)
  const cash = held(ctx, asked).select(['h.id', 'h.name', 'h.unit_id', 'h.account_id']).where('h.kind', '<>', 'COURIER')
  const entries = sql`
    select c.id, c.name, c.unit_id, e.amount, j.id as journal_id, j.recorded_at, j.kind, j.service, j.description, j.source_type, j.source_id
      from cash c
      join ledger.daily_balance d on d.account_id = c.account_id and d.business_date = ${date}::date
      join ledger.entry e on e.account_id = c.account_id and e.account_version between d.first_version and d.last_version and e.side = ${direction === 'IN' ? 'D' : 'C'}
      join ledger.journal j on j.id = e.journal_id and j.business_date = ${date}::date and j.kind <> ${WITHIN_UNIT}`
  const kinds = await sql<{ kind: string; count: number; amount: string }>`
    with cash as materialized (${cash}), moved as (${entries})
    select kind, count(*)::integer as count, sum(amount) as amount from moved group by kind order by sum(amount) desc`.execute(ctx.scope)
  const rows = await sql<Moved>`
    with cash as materialized (${cash}), moved as (${entries})
    select m.journal_id as "journalId", m.recorded_at as "recordedAt", m.kind, m.service, m.description, m.source_type as "sourceType", m.source_id as "sourceId",
        u.name as "unitName", m.id as "holdingId", m.name as "holdingName", m.amount
      from moved m join organisation.unit_directory u on u.id = m.unit_id
     order by m.journal_id desc, m.id limit ${MOVEMENTS_SHOWN}`.execute(ctx.scope)
  const named = kinds.rows.map(({ kind, count, amount }) => ({ kindName: words.kindName(kind, ctx.language), count, amount }))
  return {
    asOf: isoLocal(ctx.now),
    total: sumMoney(named.map(({ amount }) => amount)),
    kinds: named,
    rows: rows.rows.map(({ kind, service, sourceType, sourceId, recordedAt, ...row }) => ({
      ...row,
      recordedAt: isoLocal(recordedAt),
      kindName: words.kindName(kind, ctx.language),
      path: words.recordPath({ sourceType, sourceId, service }, ctx.session),
    })),
  }
}
