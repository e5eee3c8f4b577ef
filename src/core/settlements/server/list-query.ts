import { sql } from 'kysely'
import { noteIn } from '#core/disbursement/server/public.ts'
import { bankName } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findSettlement, type listMovements, type listSettlements } from '../contract/settlements.ts'
import { MERCHANT_SETTLEMENT } from '../contract/words.ts'
import { waitsFor } from './source.ts'

type Detail = OutputOf<typeof findSettlement>

/** Of its newest transfer. */
const newest = (column: string) =>
  sql<
    string | null
  >`(select x.${sql.raw(column)} from disbursement.transfer x where x.source_kind = ${sql.lit(MERCHANT_SETTLEMENT)} and x.source_item = t.id order by x.id desc limit 1)`

const waiting = (now: Date) =>
  sql<
    'COOLING' | 'LOCKED' | 'DISPUTED' | 'CLAIMED' | 'SHORT' | null
  >`(select ${waitsFor(now)} from settlement.settlement s, merchants.merchant m, ledger.account a where s.id = t.id and m.id = t.merchant_id and a.id = m.payable_account_id)`

function settlementsOf({ scope, now, language }: Pick<RequestContext, 'scope' | 'now' | 'language'>) {
  return scope
    .selectFrom('settlement.settlement as t')
    .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.code', 't.merchant_id as merchantId', 't.status', waiting(now).as('waits'), 't.cycle', 't.until_at as untilAt', 't.payments'])
    .select([sql<string>`${sql.ref('m.code')}`.as('merchantCode'), sql<string>`${sql.ref('m.name')}`.as('merchantName')])
    .select(
      sql<Date | null>`(select m.account_cooling_until from merchants.merchant m where m.id = t.merchant_id and m.account_cooling_until > ${now})`.as(
        'coolingUntil',
      ),
    )
    .select(['t.gross', 't.fee', 't.tax', 't.refunds', 't.cancellations', 't.other', 't.carried', 't.net'])
    .select([
      newest('reference').as('reference'),
      newest('batch_code').as('batchCode'),
      noteIn(language, 't.hold_reason').as('holdReason'),
      't.paid_at as paidAt',
    ])
    .select(['t.closed_at as closedAt', 't.unit_id as unitId', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof settlementsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const settlementList: ListHandler<typeof listSettlements, Row> = {
  query: settlementsOf,
  where: {
    text: words('t.code', 'm.code', 'm.name'),
    status: oneOf('t.status'),
    cycle: is('t.cycle'),
    waiting: (waits, { now }) => (waits ? sql`t.status = 'PAYABLE' and ${waiting(now)} is not null` : sql`(t.status <> 'PAYABLE' or ${waiting(now)} is null)`),
    merchantId: is('t.merchant_id'),
    unitId: within('t'),
    period: daysOfTime('t.closed_at'),
  },
  key: 't.id',
  sort: { code: 't.code', net: 't.net', untilAt: 't.until_at', closedAt: 't.closed_at', updatedAt: 't.updated_at' },
}

const SHOWN = 100

/** A settlement within the caller's scope, with what it is made of and what became of its transfers. */
export async function settlementDetail({ id }: InputOf<typeof findSettlement>, ctx: RequestContext): Promise<Detail> {
  const row = await findRow(
    findSettlement,
    settlementsOf(ctx).select(['t.from_at as fromAt', 't.closed_by as closedBy', 't.step_note as stepNote']).where('t.id', '=', id),
  )
  const { db } = ctx.runtime
  const { rows: sums } = await sql<{ movements: number; net: string }>`
    select count(*)::int as movements, coalesce(sum(net), 0)::numeric(20,2)::text as net from settlement.movement where settlement_id = ${id}`.execute(db)
  const { rows: accounts } = await sql<{ bankBin: string; accountNumber: string; accountName: string }>`
    select settlement_bank_bin as "bankBin", settlement_account as "accountNumber", settlement_name as "accountName" from merchants.merchant where id = ${row.merchantId}`.execute(
    db,
  )
  const account = accounts[0] ?? { bankBin: '', accountNumber: '', accountName: '' }
  const linked = ctx.scope.selectFrom('settlement.settlement as s').select(['s.id', 's.code', 's.net'])
  return {
    ...row,
    ...account,
    bankName: (await bankName(db, account.bankBin)) ?? account.bankBin,
    movements: sums[0]?.movements ?? 0,
    movementsNet: sums[0]?.net ?? '0.00',
    mergedInto:
      (await linked.where('s.id', '=', sql<string>`(select o.merged_into_id from settlement.settlement o where o.id = ${id})`).executeTakeFirst()) ?? null,
    merged: await linked.where('s.merged_into_id', '=', id).orderBy('s.id').limit(SHOWN).execute(),
    transfers: await transfersOf(ctx, id),
    journals: await journalsOf(ctx, id),
  } as Detail
}

/** Of what was merged into it as well: they paid the same money. */
async function transfersOf({ scope, language }: RequestContext, id: string): Promise<Detail['transfers']> {
  const rows = await scope
    .selectFrom('disbursement.item as i')
    .innerJoin('disbursement.transfer as x', 'x.id', 'i.id')
    .select(['i.id', 'i.reference', 'i.status', 'i.amount', 'i.account_number as accountNumber', 'i.account_name as accountName'])
    .select([sql<string>`x.batch_code`.as('batchCode'), sql<string | null>`nullif(i.partner_reference, '')`.as('partnerReference')])
    .select([
      // What the partner answered on the way says nothing of a transfer that has arrived.
      sql<string>`coalesce(nullif(${noteIn(language, 'i.step_note')}, ''), case when i.status = 'PAID' then '' else ${noteIn(language, 'i.message')} end, '')`.as(
        'note',
      ),
      'i.updated_at as updatedAt',
      sql<string | null>`(select u.case_id from outcome.unresolved u where u.transaction_id = i.transaction_id and u.state = 'CONTRADICTED')`.as(
        'conflictCaseId',
      ),
    ])
    .where('i.source_kind', '=', MERCHANT_SETTLEMENT)
    .where(sql<boolean>`i.source_item in (select q.id from settlement.tree(${id}) q)`)
    .orderBy('i.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, updatedAt: isoLocal(row.updatedAt) })) as Detail['transfers']
}

/** The journals of these transfers: money sent, given back, put right. */
async function journalsOf({ runtime: { db } }: RequestContext, id: string): Promise<Detail['journals']> {
  const ofTree = sql`i.source_kind = ${MERCHANT_SETTLEMENT} and i.source_item in (select q.id from settlement.tree(${id}) q)`
  const { rows } = await sql<Omit<Detail['journals'][number], 'recordedAt'> & { recordedAt: Date }>`
    select j.id, j.kind, j.business_date as "businessDate", j.description, sum(e.amount) filter (where e.side = 'D')::numeric(20,2)::text as amount, j.recorded_at as "recordedAt"
      from ledger.journal j join ledger.entry e on e.journal_id = j.id
     where j.source_type = 'payment.transaction' and j.source_id in (
       select i.transaction_id::text from disbursement.item i where ${ofTree}
       union select r.transaction_id::text from disbursement.returned r join disbursement.item i on i.id = r.item_id where ${ofTree})
     group by j.id order by j.id`.execute(db)
  return rows.map((row) => ({ ...row, recordedAt: isoLocal(row.recordedAt) }))
}

function movementsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('settlement.movement_directory as t')
    .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
    .leftJoin(...lookup('payment.transaction_key as k', { 'k.transaction_id': 't.transaction_id' }))
    .select([sql<string>`t.id`.as('id'), sql<Date>`t.occurred_at`.as('occurredAt'), sql<string>`t.business_date`.as('businessDate')])
    .select([sql<string>`t.part`.as('part'), 't.transaction_id as transactionId', sql<string | null>`${sql.ref('k.code')}`.as('transactionCode')])
    .select([sql<string>`t.amount`.as('amount'), sql<string>`t.fee`.as('fee'), sql<string>`t.tax`.as('tax'), sql<string>`t.net`.as('net')])
    .select(sql<string | null>`case when t.settlement_id is null then settlement.held_because(t.transaction_id) end`.as('held'))
    .select([
      't.settlement_id as settlementId',
      sql<string | null>`(select s.code from settlement.settlement s where s.id = t.settlement_id)`.as('settlementCode'),
    ])
    .select([
      sql<string>`t.merchant_id`.as('merchantId'),
      sql<string>`${sql.ref('m.code')}`.as('merchantCode'),
      sql<string>`${sql.ref('m.name')}`.as('merchantName'),
    ])
    .select(
      sql<string>`(select u.name from merchants.merchant o join organisation.unit_directory u on u.id = o.unit_id where o.id = t.merchant_id)`.as('unitName'),
    )
}
type Movement = ReturnType<typeof movementsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const movementList: ListHandler<typeof listMovements, Movement> = {
  query: movementsOf,
  where: {
    merchantId: is('t.merchant_id'),
    settlement: (code) => sql`t.settlement_id = (select s.id from settlement.settlement s where s.code = ${code.toUpperCase()})`,
    open: (open) => (open ? sql`t.settlement_id is null` : sql`t.settlement_id is not null`),
    part: is('t.part'),
    unitId: within('t'),
    period: daysOfTime('t.occurred_at'),
  },
  key: 't.id',
  sort: { occurredAt: 't.occurred_at', net: 't.net' },
}
