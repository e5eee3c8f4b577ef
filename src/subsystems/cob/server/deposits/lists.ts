import { sql } from 'kysely'
import type { z } from 'zod'
import type { TransactionStatus } from '#core/payments/contract/transaction.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { ScopedDb } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { acceptHandIn, type DepositLine, listHandIns } from '../../contract/deposits.ts'
import { listSlips } from '../../contract/tktt.ts'
import { tellsCode } from './one-time-code.ts'

/** Lists of hand-ins and of bank slips. */
export function registerDepositLists(on: Registrar): void {
  on.list(listHandIns, {
    query: handInRows,
    where: {
      text: words('h.code', 'c.code', 'c.name'),
      status: oneOf('h.status'),
      unitId: within('h'),
      period: daysOfTime('h.declared_at'),
    },
    key: 'h.id',
    sort: { declaredAt: 'h.declared_at', code: 'h.code' },
  })
  on.list(listSlips, {
    query: slipRows,
    where: {
      text: words('s.code', 's.bank_reference', 'c.code', 'c.name'),
      status: oneOf('s.status'),
      bankId: is('s.bank_id'),
      unitId: within('s'),
      period: days('s.paid_on'),
    },
    key: 's.id',
    sort: { enteredAt: 's.entered_at', paidOn: 's.paid_on', amount: 's.amount', code: 's.code' },
  })
}

/** While it waits for a count, nobody is told what was declared but who may decide about a difference. */
function handInRows({ scope, session }: RequestContext) {
  const shown = session.permissions.has(acceptHandIn.permission) ? sql<boolean>`h.status <> 'DECLARED'` : sql<boolean>`h.status in ('BOOKED', 'CANCELLED')`
  return scope
    .selectFrom('cob.hand_in as h')
    .innerJoin(...lookup('cob.courier_directory as c', { 'c.id': 'h.courier_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'h.unit_id' }))
    .leftJoin(...lookup('cash.holding_directory as t', { 't.id': 'h.till_id' }))
    .select(['h.id', 'h.code', 'h.courier_id as courierId', 'c.code as courierCode', 'c.name as courierName', 'h.status'])
    .select(sql<number>`(select count(*)::int from cob.hand_in_item i where i.hand_in_id = h.id)`.as('itemCount'))
    .select(sql<string | null>`case when ${shown} then h.declared_amount end`.as('declaredAmount'))
    .select('h.counted_amount as countedAmount')
    .select(sql<string | null>`case when ${shown} then (h.counted_amount - h.declared_amount)::numeric(20,2) end`.as('difference'))
    .select([sql<number>`h.counts::int`.as('counts'), 'u.name as unitName', 't.code as tillCode', 'h.transaction_id as transactionId'])
    .select(
      sql<TransactionStatus | null>`(
        select d.status from payment.transaction_key k join payment.transaction d on d.id = k.transaction_id and d.business_date = k.business_date
        where k.transaction_id = h.transaction_id)`.as('transactionStatus'),
    )
    .select(tellsCode(session).as('tellsCode'))
    .select(['h.declared_by as declaredBy', 'h.declared_at as declaredAt', 'h.counted_at as countedAt', 'h.note'])
    .select(['h.updated_at as updatedAt', 'h.updated_by as updatedBy', 'h.version'])
}

export function slipRows({ scope }: RequestContext) {
  return scope
    .selectFrom('cob.bank_slip as s')
    .innerJoin(...lookup('cob.courier_directory as c', { 'c.id': 's.courier_id' }))
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 's.bank_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 's.unit_id' }))
    .select(['s.id', 's.code', 'c.code as courierCode', 'c.name as courierName', 'p.name as bankName', 's.bank_reference as bankReference'])
    .select(['s.amount', 's.bank_amount as bankAmount', sql<string | null>`(s.bank_amount - s.amount)::numeric(20,2)`.as('difference')])
    .select(['s.paid_on as paidOn', 's.status'])
    .select(sql<number>`(select count(*)::int from cob.deposit_line l where l.transaction_id = s.transaction_id)`.as('itemCount'))
    .select(['u.name as unitName', 's.transaction_id as transactionId', 's.entered_by as enteredBy', 's.entered_at as enteredAt'])
    .select(['s.updated_at as updatedAt', 's.updated_by as updatedBy', 's.version'])
}

export type Line = z.output<typeof DepositLine>

/** The items of a deposit that the caller has seen already, whoever's they are. */
export async function linesOf(db: ScopedDb, transactionId: string | null): Promise<Line[]> {
  if (transactionId === null) return []
  const { rows } = await sql<Line>`
    select item_id as "itemId", item_code as "itemCode", sender_name as "senderName", due_on as "dueOn", named, expected, amount,
      (amount - expected)::numeric(20,2) as difference
    from cob.deposit_line_directory where transaction_id = ${transactionId} order by position`.execute(db)
  return rows
}

const total = (amounts: readonly string[]): string => formatMoney(amounts.reduce((sum, amount) => sum + parseMoney(amount), 0n))

export const totalsOf = (lines: readonly Line[]): { expected: string; handedIn: string } => ({
  expected: total(lines.map(({ expected }) => expected)),
  handedIn: total(lines.flatMap(({ amount }) => amount ?? [])),
})
