import { sql } from 'kysely'
import { journalsOf, withOwnBalances } from '#core/ledger/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { attachedTo } from '#platform/server/files/store.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type BagCount, findTreasury } from '../../contract/treasury/transactions.ts'
import { isCounting } from '../blind.ts'
import { rowsOf } from './list.ts'
import { piecesOf } from './pieces.ts'
import { hiddenFrom, holdingsOf, TREASURY } from './record.ts'
import { isOver } from './rules.ts'

type Detail = OutputOf<typeof findTreasury>

/** Before the money has arrived: what it would do to a ceiling is still of use. */
const BEFORE: readonly string[] = ['DRAFT', 'SUBMITTED', 'APPROVED', 'DISPATCHED']
/** What was sent is compared from here on. */
const COMPARED: readonly string[] = ['RECEIVED', 'DISCREPANCY', 'SETTLED', 'RETURNED']

/** One transaction with both counts, journals and timeline; without what was sent for who has yet to count it. Throws SYS-404. */
export async function detail({ id, code = '' }: InputOf<typeof findTreasury>, ctx: RequestContext, trace?: MoneyTrace): Promise<Detail> {
  const { runtime, scope, session } = ctx
  const { db } = runtime
  const row = await findRow(findTreasury, withDetail(ctx, id, code.toUpperCase()))
  const shown = COMPARED.includes(row.status)
  const { hidden, counting } = await whatIsHidden(db, row.id, session.userId)
  const [counts, planned, way, journals, timeline, attachments, over] = await Promise.all([
    hidden ? { sent: null, received: null } : countsOf(db, row.id),
    hidden ? new Map() : piecesOf(db, { planned: [row.id] }),
    hidden || counting || !trace ? [] : trace.of(db, { type: TREASURY, id: row.id }, session),
    hidden || counting ? [] : journalsOf(db, { sourceType: TREASURY, sourceId: row.id }),
    timelineOf(db, row.id),
    hidden ? [] : attachedTo(ctx.db, { type: TREASURY, id: row.id }),
    BEFORE.includes(row.status) && row.amount !== null ? ceilingsOf(db, row.id, row.amount) : { overCeiling: false, courierOver: false },
  ])
  return {
    ...row,
    ...over,
    planned: planned.get(row.id) ?? [],
    // What the bag holds is told to the receiving end once it has counted.
    sent: shown || row.sends ? counts.sent : null,
    received: counts.received,
    trace: way,
    journals: (await withOwnBalances(scope, journals)).map((journal) => ({
      ...journal,
      occurredAt: isoLocal(journal.occurredAt),
      recordedAt: isoLocal(journal.recordedAt),
    })),
    answerable: row.status === 'DISCREPANCY' ? await answerableFor(db, row.id) : [],
    timeline,
    attachments,
  } as Detail
}

/** Whether its figures are hidden from the reader; `counting`: whether the reader counts anything at all, and so reads no journals. */
async function whatIsHidden(db: Queryable, id: string, userId: string): Promise<{ hidden: boolean; counting: boolean }> {
  const { rows } = await sql<{ hidden: boolean; counting: boolean }>`
    select ${hiddenFrom(userId)} as hidden, ${isCounting(userId)} as counting from cash.treasury_transaction t where t.id = ${id}`.execute(db)
  return rows[0] ?? { hidden: true, counting: true }
}

function withDetail(ctx: RequestContext, id: string | undefined, code: string) {
  if (id === undefined && code === '') throw new AppError(errors.notFound)
  return rowsOf(ctx)
    .select(['t.from_unit_id as fromUnitId', 'fu.name as fromUnit', 't.to_unit_id as toUnitId', 'tu.name as toUnit'])
    .select(['fh.name as fromHolding', 'th.name as toHolding', 'bp.id as bankId', 'bp.name as bankName', 't.courier_holding_id as courierId'])
    .select(['t.purpose', 't.vehicle', 't.dispatched_on as dispatchedOn', 't.received_on as receivedOn', 't.goes_back as goesBack'])
    .select(['t.end_reason as endReason', 't.settlement', 't.created_at as createdAt', 't.updated_by as updatedBy'])
    .select([
      't.dispatch_count_id as dispatchCountId',
      't.receipt_count_id as receiptCountId',
      't.receiving_by_name as receivingName',
      't.settlement_staff_name as settlementStaff',
    ])
    .$if(id !== undefined, (q) => q.where('t.id', '=', id as string))
    .$if(id === undefined, (q) => q.where('t.code', '=', code))
}

/** Both counts, of both units: who has found the transaction may compare them. */
async function countsOf(db: Queryable, id: string): Promise<{ sent: BagCount | null; received: BagCount | null }> {
  const rows = await db
    .selectFrom('cash.treasury_transaction as t')
    .innerJoin('cash.count as c', (join) => join.on((eb) => eb('c.id', 'in', [eb.ref('t.dispatch_count_id'), eb.ref('t.receipt_count_id')])))
    .innerJoin('organisation.staff as s', 's.id', 'c.counted_by_staff_id')
    .select(['c.id', 'c.reason', 'c.counted as total', 's.full_name as by', 'c.counted_at as at', 'c.note'])
    .where('t.id', '=', id)
    .execute()
  const pieces = await piecesOf(db, { counts: rows.map((row) => row.id) })
  const countOf = (reason: string): BagCount | null => {
    const row = rows.find((one) => one.reason === reason)
    return row ? { total: row.total, by: row.by, note: row.note, at: isoLocal(row.at), pieces: pieces.get(row.id) ?? [] } : null
  }
  return { sent: countOf('DISPATCH'), received: countOf('RECEIPT') }
}

async function timelineOf(db: Queryable, id: string): Promise<Detail['timeline']> {
  const { rows } = await sql<{ seq: number; status: string; at: Date; by: string; note: string }>`
    select e.seq, e.status, e.at, coalesce(p.full_name, e.by) as by, e.note from cash.treasury_event e left join iam.person p on p.account = e.by
     where e.treasury_id = ${id} order by e.seq`.execute(db)
  return rows.map((row) => ({ ...row, status: row.status as Detail['status'], at: isoLocal(row.at) }))
}

/** Who may have to make a shortage good: the courier, and who confirmed either end. */
async function answerableFor(db: Queryable, id: string): Promise<Detail['answerable']> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (w.id) w.id::text, w.name from cash.treasury_transaction t left join cash.holding h on h.id = t.courier_holding_id,
      lateral (values (h.staff_id, h.name), (t.dispatched_by_staff_id, t.dispatched_by_name), (t.received_by_staff_id, t.received_by_name)) w (id, name)
     where t.id = ${id} and w.id is not null and w.name is not null order by w.id`.execute(db)
  return rows
}

/** What the amount would take over its ceiling. */
async function ceilingsOf(db: Queryable, id: string, amount: string) {
  const row = await db
    .selectFrom('cash.treasury_transaction')
    .select(['to_holding_id', 'courier_holding_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const holdings = await holdingsOf(db, { ids: [row.to_holding_id, row.courier_holding_id].filter((one) => one !== null) })
  const over = (holdingId: string | null, more: bigint) => holdings.some((one) => one.id === holdingId && isOver(one, more))
  // With the courier already, it is in the balance.
  return {
    overCeiling: over(row.to_holding_id, parseMoney(amount)),
    courierOver: over(row.courier_holding_id, row.status === 'DISPATCHED' ? 0n : parseMoney(amount)),
  }
}
