import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#kernel/primitives.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { defineJob } from '#platform/server/jobs/job.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { periodsTopic } from '../contract/periods.ts'
import type { Span } from './check.ts'
import { periods, spanOf } from './record.ts'

export const keepSnapshot = defineJob({
  name: 'cutoff.keep-snapshot',
  title: { vi: 'Ghi số liệu kỳ đã chốt', en: 'Keep the figures of a closed period' },
  input: z.strictObject({ periodId: Id }),
  timeoutSeconds: 600,
})

/** The journals of a span, as rows of `ledger.journal j`. */
export const ofSpan = ({ service, unitId, from, to }: Span) => sql<boolean>`
  j.service = ${service} and j.business_date between ${from}::date and ${to}::date and ${withinUnit(sql`j.office_unit_id`, unitId)}`

/** Whether a column with the id of a unit names the unit or one below it; null: any, and none. */
export const withinUnit = (column: ReturnType<typeof sql>, unitId: string | null) =>
  unitId === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from organisation.unit w where w.id = ${column} and ${unitId} in (w.head_unit_id, w.province_unit_id, w.district_unit_id, w.office_unit_id))`

interface Line {
  class: string
  number: string
  name: string
  currency: string
  debit: string
  credit: string
  entries: string
}

export interface Figures {
  journals: number
  entries: number
  debit: string
  credit: string
  lines: Line[]
  hash: string
}

/** Movements by line of the chart, and a hash over them and the keys of the journals: the same journals give the same hash whenever it is asked. */
export async function figuresOf(db: Queryable, span: Span): Promise<Figures> {
  const { rows: lines } = await sql<Line>`
    select a.class, coalesce(c.number, a.code) as number, coalesce(c.name, a.name) as name, e.currency,
        coalesce(sum(e.amount) filter (where e.side = 'D'), 0)::numeric(30,2) as debit, coalesce(sum(e.amount) filter (where e.side = 'C'), 0)::numeric(30,2) as credit,
        count(*) as entries
      from ledger.journal j join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id left join ledger.chart c on c.id = a.chart_id
     where ${ofSpan(span)}
     group by 1, 2, 3, 4 order by 2, 4`.execute(db)
  const { rows } = await sql<{ journals: string; keys: string; entries: string; debit: string; credit: string }>`
    select count(*) as journals, coalesce(sum(hashtextextended(j.business_key, 0)::numeric), 0) as keys, coalesce(sum(j.entries), 0) as entries,
        ${total(lines, 'debit')}::numeric(30,2) as debit, ${total(lines, 'credit')}::numeric(30,2) as credit
      from ledger.journal j where ${ofSpan(span)}`.execute(db)
  const [{ journals, keys, entries, debit, credit } = { journals: '0', keys: '0', entries: '0', debit: '0.00', credit: '0.00' }] = rows
  const counted = lines.map(({ number, currency, debit, credit, entries }) => [number, currency, debit, credit, entries])
  const hash = createHash('sha256')
    .update(JSON.stringify({ service: span.service, unitId: span.unitId, from: span.from, to: span.to, journals, keys, lines: counted }))
    .digest('hex')
  return { journals: Number(journals), entries: Number(entries), debit, credit, lines, hash }
}

const total = (lines: readonly Line[], side: 'debit' | 'credit') =>
  sql`(select coalesce(sum(x::numeric), 0) from unnest(${lines.map((line) => line[side])}::text[]) x)`

/** Keeps the figures of a closed period, once a closing. Nothing of it changes any more, so it needs no lock that a posting would wait for. */
export async function takeSnapshot({ db }: Runtime, periodId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const period = await periods.lock(tx, { id: periodId })
    const { status, code, closings, closed_at, closed_by } = period
    const known = await tx.selectFrom('cutoff.snapshot').select('id').where('period_id', '=', periodId).where('number', '=', closings).executeTakeFirst()
    if (known || status !== 'CLOSED' || closed_at === null || closed_by === null) return
    const { lines, ...figures } = await figuresOf(tx, spanOf(period))
    const { id } = await tx
      .insertInto('cutoff.snapshot')
      .values({
        ...figures,
        journals: String(figures.journals),
        entries: String(figures.entries),
        period_id: periodId,
        number: closings,
        code: `${code}/${closings}`,
        closed_at,
        closed_by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (lines.length > 0)
      await tx
        .insertInto('cutoff.snapshot_line')
        .values(lines.map((line) => ({ ...line, snapshot_id: id })))
        .execute()
    await publish(tx, { topic: periodsTopic })
  })
}
