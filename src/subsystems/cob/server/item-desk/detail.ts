import { type RawBuilder, sql } from 'kysely'
import { isCounting } from '#core/cash/server/public.ts'
import { journalsOf, withOwnBalances } from '#core/ledger/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { deliveryInfo, findItem, ITEM_SUBJECT, type ItemPayout, type ItemPosition, type itemHistory, LATE_MINUTES } from '../../contract/items.ts'
import { items } from './list.ts'

type Detail = OutputOf<typeof findItem>

const OF_SENDER = sql`t.money_state in ('PAID_OUT')`

/** Whose hands the money is in, by what has become of it. */
const holderKind = sql<Detail['holderKind']>`case when t.refunded_at is not null then 'RECEIVER' when t.money_state in ('NONE', 'WAIVED') then 'NOBODY'
  when t.money_state in ('COLLECTED', 'PARTIAL') then 'COURIER' when ${OF_SENDER} then 'SENDER' else 'OPERATOR' end`

/** One item with its money: who has it, since when, and every journal of it. Staff of partners see neither journals nor the way. Throws SYS-404. */
export async function itemDetail({ id }: InputOf<typeof findItem>, ctx: RequestContext, trace: MoneyTrace): Promise<Detail> {
  const { scope, session, now, runtime } = ctx
  const today = sql`${localDate(now)}::date`
  const row = await findRow(
    findItem,
    items(ctx)
      .select([
        holderKind.as('holderKind'),
        't.refunded_at as refundedAt',
        't.hold_reason as holdReasonKey',
        't.hold_note as holdNote',
        't.updated_by as updatedBy',
      ])
      .select(sql<string | null>`case when t.money_state in ('COLLECTED', 'PARTIAL') then c.name end`.as('holderName'))
      .select(
        sql<number | null>`case when t.collected_at is not null and t.refunded_at is null and not ${OF_SENDER}
          then ${today} - (t.collected_at at time zone 'Asia/Ho_Chi_Minh')::date end`.as('daysHeld'),
      )
      .select(sql<string>`case when t.refunded_at is null then t.collected_amount - t.handed_in_amount else 0.00 end`.as('leftAmount'))
      .select(sql<string>`case when t.refunded_at is null then t.collected_amount else 0.00 end`.as('heldAmount'))
      .where('t.id', '=', id),
  )
  const inside = session.partnerId === null
  const [positions, payouts, amountChanges, journals, way] = await Promise.all([
    positionsOf(runtime.db, id),
    inside ? payoutsOf(runtime.db, id, session.userId) : [],
    changesOf(runtime.db, id),
    inside ? journalsOfItem(runtime.db, id, session.userId) : [],
    inside ? trace.of(runtime.db, { type: ITEM_SUBJECT, id }, session) : [],
  ])
  return {
    ...row,
    positions,
    payouts,
    amountChanges,
    trace: way,
    journals: (await withOwnBalances(scope, journals)).map((journal) => ({
      ...journal,
      occurredAt: isoLocal(journal.occurredAt),
      recordedAt: isoLocal(journal.recordedAt),
    })),
  } as Detail
}

/** Its own journals; of hand-ins and settlements those that its positions name; those of its payouts at counters. */
async function journalsOfItem(db: Queryable, id: string, userId: string) {
  const { rows } = await sql<{ sourceType: string; sourceId: string }>`
    select distinct j.source_type as "sourceType", j.source_id as "sourceId" from cob.position p join ledger.journal j on j.id = p.journal_id
     where p.item_id = ${id} and j.source_type <> ${ITEM_SUBJECT}
    union select 'payment.transaction', transaction_id::text from cob.sender_payout where item_id = ${id} and not ${isCounting(userId)} order by 1, 2`.execute(
    db,
  )
  const sources = [{ sourceType: ITEM_SUBJECT, sourceId: id }, ...rows]
  const journals = (await Promise.all(sources.map((source) => journalsOf(db, source)))).flat()
  return [...new Map(journals.map((journal) => [journal.id, journal])).values()].sort((a, b) => Number(a.id) - Number(b.id))
}

async function positionsOf(db: Queryable, id: string): Promise<ItemPosition[]> {
  const { rows } = await sql<Omit<ItemPosition, 'at'> & { at: Date }>`
    select p.id, p.kind, p.amount, p.business_date as "businessDate", p.due_on as "dueOn", c.code as "courierCode", c.name as "courierName", u.name as "unitName", p.at
      from cob.position p join cob.courier_directory c on c.id = p.courier_id join organisation.unit_directory u on u.id = p.unit_id
     where p.item_id = ${id} order by p.id`.execute(db)
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}

/** As its slip says, unless two people have found otherwise since. */
const PAYOUT_STATUS = sql`case when p.excess then s.status when p.stands and s.status = 'RELEASED' then 'PAID' when not p.stands and s.status = 'PAID' then 'RELEASED' else s.status end`

/** Who was paid it where; what went out of tills is not shown to who counts one. */
async function payoutsOf(db: Queryable, id: string, userId: string): Promise<ItemPayout[]> {
  const { rows } = await sql<Omit<ItemPayout, 'at'> & { at: Date }>`
    select p.transaction_id as "transactionId", s.code, ${PAYOUT_STATUS} as status, p.amount, u.name as "unitName", h.code as "tillCode", d.full_name as "tellerName", s.person_name as "personName", p.at
      from cob.sender_payout p join cash.slip s on s.transaction_id = p.transaction_id join cash.holding h on h.id = s.till_id
      join organisation.unit_directory u on u.id = s.unit_id join organisation.staff d on d.id = s.teller_staff_id
     where p.item_id = ${id} and not ${isCounting(userId)} order by p.transaction_id`.execute(db)
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}

async function changesOf(db: Queryable, id: string): Promise<Detail['amountChanges']> {
  const { rows } = await sql<Omit<Detail['amountChanges'][number], 'decidedAt'> & { decidedAt: Date }>`
    select id, before, after, after_out as "afterOut", reason, decided_by as "decidedBy", decided_at as "decidedAt" from cob.amount_change
     where item_id = ${id} order by id`.execute(db)
  return rows.map((row) => ({ ...row, decidedAt: isoLocal(row.decidedAt) }))
}

/** From whom to whom. Staff of partners see telephone numbers masked. */
export async function deliveryOf({ id }: InputOf<typeof deliveryInfo>, { scope, session }: RequestContext): Promise<OutputOf<typeof deliveryInfo>> {
  const phone = (column: string): RawBuilder<string> => (session.partnerId === null ? sql<string>`${sql.ref(column)}` : maskedColumn(column))
  const query = scope
    .selectFrom('cob.item as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 't.unit_id')
    .leftJoin('organisation.unit_directory as au', 'au.id', 't.accepted_unit_id')
    .leftJoin('cob.courier_directory as c', 'c.id', 't.courier_id')
    .leftJoin('cob.key_account_directory as k', 'k.id', 't.key_account_id')
    .select(['p.name as partnerName', 'k.name as keyAccountName', 't.sender_name as senderName', phone('t.sender_phone').as('senderPhone')])
    .select(['t.receiver_name as receiverName', phone('t.receiver_phone').as('receiverPhone'), 't.receiver_address as receiverAddress'])
    .select(['t.content', 't.weight_grams as weightGrams', 't.postage', 't.postage_payer as postagePayer', 't.cod_fee as codFee', 't.route', 't.attempts'])
    .select(['t.accepted_at as acceptedAt', 'au.name as acceptedUnitName', 'u.name as unitName', 'c.code as courierCode', 'c.name as courierName'])
    .select(['t.promised_on as promisedOn', 't.delivered_at as deliveredAt', 't.returned_at as returnedAt'])
    .where('t.id', '=', id)
  return (await findRow(deliveryInfo, query)) as OutputOf<typeof deliveryInfo>
}

/** What was told of it, in the order in which it happened. Of one outside the scope nothing: SYS-404. */
export async function historyOf({ id }: InputOf<typeof itemHistory>, { scope, runtime }: RequestContext): Promise<OutputOf<typeof itemHistory>> {
  const seen = await scope.selectFrom('cob.item as t').select('t.id').where('t.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  type Event = OutputOf<typeof itemHistory>['events'][number]
  const { rows } = await sql<Omit<Event, 'at' | 'receivedAt'> & { at: Date; receivedAt: Date }>`
    select e.id, e.kind, e.at, u.name as "unitName", c.code as "courierCode", c.name as "courierName", e.amount, e.reason, e.received_at as "receivedAt",
      e.received_at > e.at + make_interval(mins => ${LATE_MINUTES}) as late
    from cob.event e left join organisation.unit_directory u on u.id = e.unit_id left join cob.courier_directory c on c.id = e.courier_id
    where e.item_id = ${id} order by e.at, e.id`.execute(runtime.db)
  return { events: rows.map((row) => ({ ...row, at: isoLocal(row.at), receivedAt: isoLocal(row.receivedAt) })) }
}
