import { type SqlBool, sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findCode, type listCodes } from '../contract/codes.ts'

/** Of the payments `p`: those that brought money, refunded later or not. */
const PAID = sql<SqlBool>`p.status in (${sql.join(PAID_STATUSES.map((status) => sql.lit(status)))})`

const WHAT = { n: sql`coalesce(sum(l.n), 0)::int`, amount: sql`(coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)` }

/** How many payments brought money to the account number in a column, or how much; from what is kept by day, so that many payments cost no more than few. */
export const paidTo = (number: string, what: keyof typeof WHAT, day?: string) =>
  sql`(select ${WHAT[what]} from payment.credited_line l where l.credited_account = ${sql.ref(number)}${day === undefined ? sql`` : sql` and l.business_date = ${day}::date`})`

/** When the last of them was made. */
export const lastPaidTo = (number: string) =>
  sql<Date | null>`(select p.occurred_at from payment.transaction p where p.credited_account = ${sql.ref(number)} and ${PAID} order by p.occurred_at desc limit 1)`

function codesOf({ scope, now }: Pick<RequestContext, 'scope' | 'now'>) {
  const today = localDate(now)
  return (
    scope
      .selectFrom('vietqr.code as t')
      .leftJoin(...lookup('vietqr.account_directory as a', { 'a.id': 't.account_id' }))
      .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
      .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
      // Of the whole day at once: sums over many codes and the filter of used ones read it, a page asks for its own accounts.
      .leftJoin(...lookup('vietqr.account_day as d', { 'd.account_id': 't.account_id', 'd.business_date': sql`${today}::date` }))
      .select(['t.id', 't.code', 't.kind', 't.status', 't.merchant_id as merchantId', 't.counter', 't.amount', 't.memo'])
      .select([sql<string>`${sql.ref('m.code')}`.as('merchantCode'), sql<string>`${sql.ref('m.name')}`.as('merchantName')])
      .select([sql<string>`${sql.ref('u.name')}`.as('unitName'), sql<string>`${sql.ref('a.number')}`.as('accountNumber')])
      .select(bankNameIn('a.bank_bin').as('bankName'))
      .select(['t.valid_from as validFrom', 't.valid_to as validTo'])
      .select([
        sql<number>`${paidTo('a.number', 'n', today)}`.as('paidToday'),
        sql<string>`${paidTo('a.number', 'amount', today)}`.as('amountToday'),
        sql<number>`${paidTo('a.number', 'n')}`.as('payments'),
        lastPaidTo('a.number').as('lastPaidAt'),
      ])
      .select(['t.created_by as createdBy', 't.created_at as createdAt', 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
  )
}
type Row = ReturnType<typeof codesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

/** The list, for who needs no more of its rows than which they are. */
export const codeIds = (): typeof codeList => ({
  ...codeList,
  query: (ctx) => codesOf(ctx).clearSelect().select('t.id') as unknown as ReturnType<typeof codesOf>,
})

export const codeList: ListHandler<typeof listCodes, Row> = {
  query: codesOf,
  where: {
    code: (code) => is('t.code')(code.toUpperCase()),
    text: words('t.code', 't.counter', 't.memo'),
    account: (number) => is('a.number')(number.toUpperCase()),
    kind: is('t.kind'),
    status: oneOf('t.status'),
    merchantId: is('t.merchant_id'),
    unitId: within('t'),
    usedToday: (paid, { now }) => {
      const used = sql`exists (select from vietqr.account_day u where u.account_id = t.account_id and u.business_date = ${localDate(now)}::date and u.n > 0)`
      return paid ? sql<SqlBool>`${used}` : sql<SqlBool>`not ${used}`
    },
    period: daysOfTime('t.created_at'),
  },
  key: 't.id',
  sort: { code: 't.code', createdAt: 't.created_at', validTo: 't.valid_to', amount: 't.amount', updatedAt: 't.updated_at' },
  sums: { paidToday: sql`coalesce(sum(${sql.ref('d.n')}), 0)`, amountToday: sql`coalesce(sum(${sql.ref('d.amount')}), 0)` },
}

/** A code within the caller's scope, with what it says and how it came to be where it stands. */
export async function codeDetail({ id }: InputOf<typeof findCode>, ctx: RequestContext): Promise<OutputOf<typeof findCode>> {
  const row = await findRow(
    findCode,
    codesOf(ctx)
      .select(sql<string>`${sql.ref('a.bank_bin')}`.as('bankBin'))
      .select(['t.unit_id as unitId', 't.payload', 't.step_note as stepNote'])
      .select(sql<string>`${paidTo('a.number', 'amount')}`.as('amountPaid'))
      .where('t.id', '=', id),
  )
  const { db } = ctx.runtime
  const linked = ctx.scope.selectFrom('vietqr.code as c').select(['c.id', 'c.code', 'c.status'])
  const next = await linked.where('c.replaces_id', '=', id).executeTakeFirst()
  const own = ctx.scope.selectFrom('vietqr.code as o').select('o.replaces_id').where('o.id', '=', id)
  const before = await linked.where('c.id', '=', own).executeTakeFirst()
  const { rows: events } = await sql<{ seq: number; status: string; at: Date; by: string; note: string }>`
    select e.seq, e.status, e.at, coalesce(p.full_name, e.by) as by, e.note from vietqr.code_event e left join iam.person p on p.account = e.by
    where e.code_id = ${id} order by e.seq`.execute(db)
  const other = (one: typeof next) => (one ? { id: one.id, code: one.code, status: one.status } : null)
  return {
    ...row,
    replaces: other(before),
    replacedBy: other(next),
    events: events.map((event) => ({ ...event, at: isoLocal(event.at) })),
  } as OutputOf<typeof findCode>
}
