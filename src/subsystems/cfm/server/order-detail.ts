import { sql } from 'kysely'
import { isCounting } from '#core/cash/server/public.ts'
import { journalsOf, withOwnBalances } from '#core/ledger/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { maskedNumber } from '#platform/server/masked.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { findOrder, type OrderSlip } from '../contract/orders.ts'
import { ORDER, ordersOf } from './order-list.ts'

type Detail = OutputOf<typeof findOrder>

/** One order with everything that has come of it, at both offices. Throws SYS-404 for one that no office of the reader's has to do with. */
export async function orderDetail({ id, code = '' }: InputOf<typeof findOrder>, ctx: RequestContext, trace: MoneyTrace): Promise<Detail> {
  const { scope, runtime, session } = ctx
  const row = await findRow(findOrder, withDetail(ctx, id, code.toUpperCase()))
  const slips = await slipsOf(runtime.db, row.code)
  // Entries and balances of tills would tell what the reader counts.
  const { rows: counts } = await sql<{ yes: boolean }>`select ${isCounting(session.userId)} as yes`.execute(runtime.db)
  const posted = counts[0]?.yes === true ? [] : slips
  const [timeline, way, journals, own] = await Promise.all([
    timelineOf(runtime.db, row.id),
    posted.length === 0 ? [] : trace.of(runtime.db, { type: ORDER, id: row.id }, session),
    Promise.all(posted.map(({ transactionId }) => journalsOf(runtime.db, { sourceType: 'payment.transaction', sourceId: transactionId }))),
    ownTransactions(
      scope,
      slips.map(({ transactionId }) => transactionId),
    ),
  ])
  return {
    ...row,
    senderIdentityNumber: maskedNumber(row.senderIdentityNumber),
    receiverIdentityNumber: row.receiverIdentityNumber && maskedNumber(row.receiverIdentityNumber),
    slips: slips.map((slip) => ({ ...slip, identityNumber: maskedNumber(slip.identityNumber), at: isoLocal(slip.at), visible: own.has(slip.transactionId) })),
    timeline,
    trace: way,
    journals: (await withOwnBalances(scope, journals.flat())).map((journal) => ({
      ...journal,
      occurredAt: isoLocal(journal.occurredAt),
      recordedAt: isoLocal(journal.recordedAt),
    })),
  } as Detail
}

function withDetail(ctx: RequestContext, id: string | undefined, code: string) {
  if (id === undefined && code === '') throw new AppError(errors.notFound)
  return ordersOf(ctx)
    .select(['t.purpose', 't.sender_phone as senderPhone', 't.sender_identity_type as senderIdentityType'])
    .select(['t.sender_identity_number as senderIdentityNumber', 't.receiver_phone as receiverPhone', 't.receiver_email as receiverEmail'])
    .select(['t.receiver_address as receiverAddress', 't.receiver_identity_number as receiverIdentityNumber', 't.told_how as toldHow', 't.told_by as toldBy'])
    .select(['t.wrong_tries as wrongTries', 't.return_on as returnOn', 't.expires_on as expiresOn', 't.payout_to as payoutTo', 't.paid_at as paidAt'])
    .$if(id !== undefined, (q) => q.where('t.id', '=', id as string))
    .$if(id === undefined, (q) => q.where('t.code', '=', code))
}

/** Everything that counters took in and paid out for an order, of whatever office, in its order. */
async function slipsOf(db: Queryable, code: string) {
  const { rows } = await sql<Omit<OrderSlip, 'at' | 'visible'> & { at: Date }>`
    select s.transaction_id as "transactionId", s.code, t.type, t.status as "transactionStatus", s.status as "slipStatus", s.amount,
      exists (select from cash.money_order o cross join cash.order_doubts(o.code, o.cleared_slips) d where o.code = ${code} and d.slip_id = s.id) as doubtful, s.occurred_at as at, u.name as "unitName", h.code as "tillCode",
      d.full_name as "tellerName", s.person_name as "personName", s.identity_type as "identityType", s.identity_number as "identityNumber"
    from cash.slip s join payment.transaction_key k on k.transaction_id = s.transaction_id
      join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
      join organisation.unit u on u.id = s.unit_id join cash.holding h on h.id = s.till_id join organisation.staff d on d.id = s.teller_staff_id
    where s.source_id = ${code} order by s.id`.execute(db)
  return rows
}

async function ownTransactions(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await scope
    .selectFrom('cash.slip as s')
    .select('s.transaction_id as id')
    .where('s.transaction_id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function timelineOf(db: Queryable, id: string): Promise<Detail['timeline']> {
  const { rows } = await sql<Omit<Detail['timeline'][number], 'at'> & { at: Date }>`
    select e.seq, e.step, e.at, coalesce(p.full_name, d.full_name, e.by) as by, u.name as "unitName", e.note from cash.money_order_event e
      left join iam.person p on p.account = e.by left join organisation.staff d on d.code = e.by left join organisation.unit u on u.id = e.unit_id
    where e.order_id = ${id} order by e.seq`.execute(db)
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}
