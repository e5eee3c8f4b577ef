import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { journalsOf, withOwnBalances } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findPayout, type listPayouts, type payoutOptions, type payoutProgress } from '../contract/lists.ts'
import { ON_LIST } from '../contract/machine.ts'
import { firstDay } from '../contract/words.ts'
import { balanceOf, fundsOf, statesOf } from './money.ts'
import { LIST } from './records.ts'

/** Of a list: transfers to accounts of which nobody knows yet what became of them. Their money lies on the account of transfers in transit. */
export const inTransitOf = (listId: string) =>
  sql`(select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = ${sql.ref(listId)} and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT')`
const inTransit = inTransitOf('t.id')
/** Of a list that was cancelled everything: no part of it is still to be paid. */
const cancelled = sql<string>`(case when t.status = 'CANCELLED' then t.total else 0 end)::numeric(20,2)`
/** What of the list `t` is still to be paid: its total until it has an account. */
const left = sql<string>`(case when t.status = 'CANCELLED' then 0 when t.account_id is null then t.total else coalesce(${sql.ref('a.balance')}, 0) + ${inTransit} end)::numeric(20,2)`
const paid = sql<string>`(case when t.account_id is null then 0 else t.total - t.returned_total - coalesce(${sql.ref('a.balance')}, 0) - ${inTransit} end)::numeric(20,2)`

export function payoutsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('payout.list as t')
    .leftJoin(...lookup('payout.programme as p', { 'p.id': 't.programme_id' }))
    .leftJoin(...lookup('organisation.partner as o', { 'o.id': 't.partner_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .leftJoin(...lookup('ledger.account as a', { 'a.id': 't.account_id' }))
    .select([
      't.id',
      't.code',
      't.kind',
      't.status',
      sql<string>`${sql.ref('p.name')}`.as('programmeName'),
      sql<string>`${sql.ref('o.name')}`.as('partnerName'),
      sql<string>`${sql.ref('p.unpaid')}`.as('unpaidRule'),
    ])
    .select([sql<string>`to_char(t.month, 'MM/YYYY')`.as('month'), 't.line_count as lineCount', 't.total', paid.as('paid'), left.as('unpaid')])
    .select([
      't.returned_total as returned',
      cancelled.as('cancelled'),
      't.pay_from as payFrom',
      't.pay_until as payUntil',
      sql<string>`${sql.ref('u.name')}`.as('unitName'),
    ])
    .select(['t.content_version as contentVersion', 't.created_by as createdBy', pendingRequest(LIST, 't.id').as('pendingRequestId')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof payoutsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const payoutList: ListHandler<typeof listPayouts, Row> = {
  query: payoutsOf,
  where: {
    text: words('t.code', 'p.name', 'o.name'),
    status: oneOf('t.status'),
    programmeId: is('t.programme_id'),
    kind: is('t.kind'),
    unitId: within('t'),
    month: (month) => sql`t.month = ${firstDay(month)}::date`,
    period: ({ from, to }) =>
      from === undefined && to === undefined ? undefined : sql`t.pay_from <= ${to ?? 'infinity'}::date and t.pay_until >= ${from ?? '-infinity'}::date`,
  },
  key: 't.id',
  sort: { code: 't.code', month: 't.month', total: 't.total', payUntil: 't.pay_until', updatedAt: 't.updated_at' },
}

const OPTIONS = 50

export async function payoutChoices({ text = '', ids }: InputOf<typeof payoutOptions>, ctx: RequestContext) {
  let query = ctx.scope
    .selectFrom('payout.list as t')
    .innerJoin('payout.programme as p', 'p.id', 't.programme_id')
    .select(['t.id', 't.code', sql<string>`p.name || ' ' || to_char(t.month, 'MM/YYYY')`.as('name')])
  if (ids) query = query.where('t.id', 'in', ids)
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(t.code || ' ' || p.name) like ${pattern}`)
  return query.orderBy('t.month', 'desc').orderBy('t.id', 'desc').limit(OPTIONS).execute()
}

type Detail = OutputOf<typeof findPayout>

/** One list with its states, warnings, money and timeline. */
export async function payoutDetail({ id, code = '' }: InputOf<typeof findPayout>, ctx: RequestContext): Promise<Detail> {
  const { runtime, scope, session } = ctx
  if (id === undefined && code === '') throw new AppError(errors.notFound)
  const row = await findRow(findPayout, withDetail(ctx, id, code.toUpperCase()))
  const { db } = runtime
  const [states, warnings, timeline, imports, file, journals] = await Promise.all([
    statesOf(db, row.id),
    warningsOf(db, row.id),
    timelineOf(db, row.id),
    importsOf(db, row.id),
    fileOf(db, row.id),
    journalsOf(db, { sourceType: LIST, sourceId: row.id }),
  ])
  const own = session.scope.kind === 'ALL' || session.scope.kind === 'PARTNER'
  return {
    ...row,
    states,
    warnings,
    timeline,
    imports,
    ...file,
    balance: row.accountId === null ? null : formatMoney(await balanceOf(db, row.accountId)),
    funds: own ? formatMoney(await fundsOf(db, row.partnerId)) : null,
    journals: (await withOwnBalances(scope, journals)).map((journal) => ({
      ...journal,
      occurredAt: isoLocal(journal.occurredAt),
      recordedAt: isoLocal(journal.recordedAt),
    })),
  } as Detail
}

function withDetail(ctx: RequestContext, id: string | undefined, code: string) {
  return payoutsOf(ctx)
    .leftJoin(...lookup('payout.list as pl', { 'pl.id': 't.parent_id' }))
    .select(['t.programme_id as programmeId', sql<string>`${sql.ref('p.kind')}`.as('programmeKind')])
    .select(['t.partner_id as partnerId', 't.parent_id as parentId', 'pl.code as parentCode', 't.control_count as controlCount'])
    .select(['t.control_total as controlTotal', 't.file_name as fileName', sql<string | null>`encode(t.hash, 'hex')`.as('hash'), 't.note'])
    .select(['t.submitted_by as submittedBy', 't.approved_by as approvedBy', 't.approved_at as approvedAt', 't.closed_at as closedAt', 't.left_out as leftOut'])
    .select(['t.settled_reference as settledReference', 't.account_id as accountId', sql<string | null>`${sql.ref('a.code')}`.as('accountCode')])
    .select(
      sql<string | null>`(select f.id from payout.list f where f.parent_id = t.id and f.status <> 'CANCELLED' order by f.id desc limit 1)`.as('followUpId'),
    )
    .$if(id !== undefined, (q) => q.where('t.id', '=', id as string))
    .$if(id === undefined, (q) => q.where('t.code', '=', code))
}

async function warningsOf(db: Queryable, listId: string) {
  return db
    .selectFrom('payout.warning')
    .select(['kind', 'lines', 'acknowledged_by as acknowledgedBy', 'note'])
    .where('list_id', '=', listId)
    .orderBy('kind')
    .execute()
}

async function timelineOf(db: Queryable, listId: string) {
  const rows = await db.selectFrom('payout.list_event').select(['seq', 'status', 'at', 'by', 'note']).where('list_id', '=', listId).orderBy('seq').execute()
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}

async function importsOf(db: Queryable, listId: string) {
  const rows = await db
    .selectFrom('payout.list_import')
    .select(['id', 'at', 'by', 'file_name as fileName', 'lines', 'total', 'carried'])
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}

/** What came by the file, without what was carried over: it is held against the payer's letter. */
export async function fileOf(db: Queryable, listId: string): Promise<{ fileCount: number; fileTotal: string }> {
  const { rows } = await sql<{ fileCount: number; fileTotal: string }>`
    select count(*)::int as "fileCount", coalesce(sum(amount), 0)::numeric(20,2)::text as "fileTotal"
    from payout.line where list_id = ${listId} and from_line_id is null and status <> 'CANCELLED'`.execute(db)
  return rows[0] ?? { fileCount: 0, fileTotal: '0.00' }
}

/** Points with the least paid in cash first, and what was paid on each day, transfers included. Within the reader's scope: a point sees its own. */
export async function progress({ id }: InputOf<typeof payoutProgress>, ctx: RequestContext): Promise<OutputOf<typeof payoutProgress>> {
  const { scope } = ctx
  const open = sql.join(ON_LIST.map((state) => sql.lit(state)))
  const points = await scope
    .selectFrom('payout.line as t')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .where('t.list_id', '=', id)
    .where('t.status', '<>', 'CANCELLED')
    .where('t.method', '=', 'CASH')
    .groupBy(['t.unit_id', 'u.name'])
    .select(['t.unit_id as unitId', sql<string>`${sql.ref('u.name')}`.as('unitName'), sql<number>`count(*)::int`.as('lines')])
    .select(sql<string>`sum(t.amount)::numeric(20,2)`.as('amount'))
    .select(sql<number>`count(*) filter (where t.status = 'PAID')::int`.as('paidLines'))
    .select(sql<string>`coalesce(sum(t.amount) filter (where t.status = 'PAID'), 0)::numeric(20,2)`.as('paid'))
    .select(sql<number>`count(*) filter (where t.status in (${open}))::int`.as('openLines'))
    .select(sql<number>`count(*) filter (where t.status = 'UNKNOWN')::int`.as('unknownLines'))
    .select(sql<number>`floor(count(*) filter (where t.status = 'PAID') * 100.0 / count(*))::int`.as('percent'))
    .orderBy(sql`count(*) filter (where t.status = 'PAID') * 1.0 / count(*)`)
    .orderBy(sql`count(*)`, 'desc')
    .limit(200)
    .execute()
  const dates = await scope
    .selectFrom('payout.line as t')
    .where('t.list_id', '=', id)
    .where('t.status', '=', 'PAID')
    .groupBy('t.paid_on')
    .select([sql<string>`t.paid_on`.as('date'), sql<number>`count(*)::int`.as('lines'), sql<string>`sum(t.amount)::numeric(20,2)`.as('amount')])
    .orderBy('t.paid_on')
    .execute()
  return { points, days: dates }
}
