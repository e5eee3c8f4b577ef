import { type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { type Text, textIn } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import { attachedTo } from '#platform/server/files/store.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext, SearchProvider } from '#platform/server/module.ts'
import type { RequestContracts } from '../../contract/requests.ts'
import { REQUEST, type Reader } from './records.ts'
import { wantedOf } from './wanted.ts'

/** What the list and the detail show of the requests of a desk within the reader's scope. */
export function rowsOf({ desk }: Pick<RequestContracts, 'desk'>, { scope }: Pick<Reader, 'scope'>) {
  return scope
    .selectFrom('reconciliation.request as r')
    .leftJoin(...lookup('reconciliation.session as s', { 's.id': 'r.session_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'r.partner_id' }))
    .where('r.desk', '=', desk)
    .select([
      'r.id',
      'r.code',
      'r.kind',
      'r.session_id as sessionId',
      's.code as sessionCode',
      'r.partner_id as partnerId',
      'p.name as partnerName',
      'r.status',
      'r.items',
      'r.total',
    ])
    .select([
      'r.done',
      'r.failed',
      'r.reason',
      'r.created_by as createdBy',
      'r.created_at as createdAt',
      pendingRequest(REQUEST, 'r.id').as('pendingRequestId'),
    ])
    .select(['r.updated_at as updatedAt', 'r.updated_by as updatedBy', 'r.version'])
}

type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

const hasTransaction = (text: string) => sql<SqlBool>`exists (
  select from reconciliation.request_item i where i.request_id = r.id and ${words('i.transaction_code')(text)})`

export const requestList = (contracts: RequestContracts): ListHandler<RequestContracts['list'], Row> => ({
  query: (ctx) => rowsOf(contracts, ctx),
  where: {
    text: (text) => sql<SqlBool>`(${words('r.code', 'r.reason')(text)} or ${hasTransaction(text)})`,
    kind: is('r.kind'),
    status: oneOf('r.status'),
    partnerId: is('r.partner_id'),
    period: daysOfTime('r.created_at'),
  },
  key: 'r.id',
  sort: { code: 'r.code', createdAt: 'r.created_at', total: 'r.total', updatedAt: 'r.updated_at' },
  sums: { total: 'r.total' },
})

type Detail = OutputOf<RequestContracts['detail']>

/** One request with its transactions, before and after. Throws SYS-404. */
export async function requestDetail(contracts: RequestContracts, { id, code }: InputOf<RequestContracts['detail']>, ctx: RequestContext): Promise<Detail> {
  const query = rowsOf(contracts, ctx)
  const found = await (id === undefined ? query.where('r.code', '=', (code ?? '').trim().toUpperCase()) : query.where('r.id', '=', id)).executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  const items = await ctx.db
    .selectFrom('reconciliation.request_item as i')
    .leftJoin('payment.transaction_key as k', 'k.transaction_id', 'i.transaction_id')
    .leftJoin('organisation.partner as p', 'p.id', 'k.partner_id')
    .selectAll('i')
    .select('p.name as partnerName')
    .where('i.request_id', '=', found.id)
    .orderBy('i.number')
    .execute()
  return {
    ...(found as unknown as Omit<Detail, 'lines' | 'files'>),
    createdAt: isoLocal(found.createdAt),
    updatedAt: isoLocal(found.updatedAt),
    lines: items.map((item): Detail['lines'][number] => {
      const { amount } = wantedOf(item.wanted)
      return {
        ...{ number: item.number, transactionId: item.transaction_id, transactionCode: item.transaction_code, businessDate: item.business_date },
        partnerName: item.partnerName ?? '',
        amount: item.amount,
        statusBefore: statusIn(item.before) ?? '',
        statusAfter: statusIn(item.after),
        wantedAmount: amount === undefined ? null : formatMoney(amount),
        breakId: item.break_id,
        status: item.status as Detail['lines'][number]['status'],
        fault: item.fault === null ? null : textIn(item.fault as unknown as Text, ctx.language),
      }
    }),
    files: await attachedTo(ctx.db, { type: REQUEST, id: found.id }),
  }
}

const statusIn = (kept: unknown): string | null => (kept as { status?: string } | null)?.status ?? null

const SHOWN = 50

/** Partners that requests are filtered by. */
export async function partners(
  { text = '', ids }: InputOf<RequestContracts['partners']>,
  { runtime: { db } }: RequestContext,
): Promise<OutputOf<RequestContracts['partners']>> {
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).orderBy('p.name').limit(SHOWN)
  if (ids) query = query.where('p.id', 'in', ids)
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(p.code || ' ' || p.name)`, 'like', pattern)
  return query.execute()
}

const LEAST = 3

/** Requests of a desk by their code, for the command palette. */
export const requestSearch = (contracts: RequestContracts): SearchProvider => ({
  permission: contracts.permissions.see,
  async find(text, ctx, limit) {
    if (text.length < LEAST) return []
    const rows = await rowsOf(contracts, ctx)
      .where('r.code', 'like', `${text.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`)
      .orderBy('r.code', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id, code, reason }) => ({ code, title: reason, path: `${contracts.routes.detail}?id=${id}` }))
  },
})
