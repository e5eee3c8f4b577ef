import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { attachedToEach } from '#platform/server/files/store.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { findIssuanceLine, type listIssuanceLines } from '../../contract/issuances/lines.ts'
import { findIssuance, type issuanceOptions, type listIssuances } from '../../contract/issuances/lots.ts'
import { ATTEMPT, LOT } from './records.ts'

const OPTIONS = 50

/** Of the lines of lot `t` in some states. */
const ofLines = <T>(what: string, states: readonly string[]) =>
  sql<T>`(select ${sql.raw(what)} from cob.issuance_line l where l.issuance_id = t.id and l.status in (${sql.join([...states])}))`
const COLLECTED = ['COLLECTED', 'SETTLED']
const OPEN = ['ISSUED', 'ASSIGNED']

export function issuancesOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('cob.issuance as t')
    .leftJoin(...lookup('cob.key_account_directory as k', { 'k.id': 't.key_account_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.code', 't.name', 't.status', 't.line_count as lineCount', 't.total'])
    .select([sql<string>`${sql.ref('k.code')}`.as('keyAccountCode'), sql<string>`${sql.ref('k.name')}`.as('keyAccountName')])
    .select([
      ofLines<number>('count(*)::int', COLLECTED).as('collectedLines'),
      ofLines<string>('coalesce(sum(l.amount), 0)::numeric(20,2)', COLLECTED).as('collected'),
    ])
    .select([ofLines<number>('count(*)::int', OPEN).as('openLines'), sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(['t.created_at as createdAt', 't.created_by as createdBy', 't.issued_at as issuedAt', pendingRequest(LOT, 't.id').as('pendingRequestId')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type LotRow = ReturnType<typeof issuancesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const issuanceList: ListHandler<typeof listIssuances, LotRow> = {
  query: issuancesOf,
  where: {
    text: words('t.code', 't.name', 'k.code', 'k.name'),
    status: oneOf('t.status'),
    keyAccountId: is('t.key_account_id'),
    unitId: within('t'),
    period: daysOfTime('t.created_at'),
  },
  key: 't.id',
  sort: { createdAt: 't.created_at', code: 't.code', total: 't.total', issuedAt: 't.issued_at' },
}

export async function issuanceDetail({ id }: InputOf<typeof findIssuance>, ctx: RequestContext): Promise<OutputOf<typeof findIssuance>> {
  const row = await findRow(
    findIssuance,
    issuancesOf(ctx)
      .select(['t.key_account_id as keyAccountId', 't.note', 't.file_name as fileName', 't.submitted_by as submittedBy', 't.submitted_at as submittedAt'])
      .select(['t.issued_by as issuedBy', 't.closed_at as closedAt', sql<string | null>`encode(t.hash, 'hex')`.as('hash')])
      .where('t.id', '=', id),
  )
  const states = await ctx.scope
    .selectFrom('cob.issuance_line as l')
    .select(['l.status', sql<number>`count(*)::int`.as('lines'), sql<string>`sum(l.amount)::numeric(20,2)`.as('amount')])
    .where('l.issuance_id', '=', id)
    .groupBy('l.status')
    .orderBy('l.status')
    .execute()
  return { ...row, states } as OutputOf<typeof findIssuance>
}

export function issuanceChoices({ text = '', ids }: InputOf<typeof issuanceOptions>, { scope }: RequestContext) {
  let query = scope.selectFrom('cob.issuance as t').select(['t.id', 't.code', 't.name'])
  if (ids) query = query.where('t.id', 'in', ids)
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(t.code || ' ' || t.name) like ${pattern}`)
  return query.orderBy('t.id', 'desc').limit(OPTIONS).execute()
}

export function linesOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('cob.issuance_line as t')
    .leftJoin(...lookup('cob.issuance_directory as o', { 'o.id': 't.issuance_id' }))
    .leftJoin(...lookup('cob.key_account_directory as k', { 'k.id': 't.key_account_id' }))
    .leftJoin(...lookup('cob.courier_directory as c', { 'c.id': 't.courier_id' }))
    .leftJoin(...lookup('cob.item as i', { 'i.id': 't.item_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', sql<string>`${sql.ref('o.code')} || '-' || lpad(t.line_no::text, 4, '0')`.as('code'), 't.issuance_id as issuanceId'])
    .select([sql<string>`${sql.ref('o.code')}`.as('issuanceCode'), sql<string>`${sql.ref('k.name')}`.as('keyAccountName'), 't.reference'])
    .select([
      't.payer_name as payerName',
      't.payer_phone as payerPhone',
      't.address',
      't.amount',
      't.due_on as dueOn',
      't.status',
      'i.money_state as moneyState',
    ])
    .select(['c.code as courierCode', 'c.name as courierName', 't.attempts', 't.collected_at as collectedAt', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(['t.note', 't.item_id as itemId', 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type LineRow = ReturnType<typeof linesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const lineList: ListHandler<typeof listIssuanceLines, LineRow> = {
  query: linesOf,
  where: {
    text: words('t.reference', 't.payer_name', 't.address'),
    issuanceId: is('t.issuance_id'),
    status: oneOf('t.status'),
    unitId: within('t'),
    courierId: is('t.courier_id'),
    period: days('t.due_on'),
  },
  key: 't.id',
  sort: { dueOn: 't.due_on', code: 't.id', amount: 't.amount', payerName: 't.payer_name', updatedAt: 't.updated_at' },
}

/** A line with its visits. */
export async function lineDetail({ id }: InputOf<typeof findIssuanceLine>, ctx: RequestContext): Promise<OutputOf<typeof findIssuanceLine>> {
  const row = await findRow(findIssuanceLine, linesOf(ctx).where('t.id', '=', id))
  const { db } = ctx.runtime
  const visits = await db
    .selectFrom('cob.issuance_attempt as a')
    .innerJoin('cob.courier_directory as c', 'c.id', 'a.courier_id')
    .select(['a.id', 'a.at', 'a.result', sql<string>`${sql.ref('c.name')}`.as('courierName'), 'a.note', 'a.recorded_by as recordedBy'])
    .where('a.line_id', '=', id)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  const files = await attachedToEach(
    db,
    ATTEMPT,
    visits.map((visit) => visit.id),
  )
  return { ...row, visits: visits.map((visit) => ({ ...visit, at: isoLocal(visit.at), files: files.get(visit.id) ?? [] })) } as OutputOf<
    typeof findIssuanceLine
  >
}

/** Who may see a visit's photos: whoever sees its line. */
export async function seesAttempt({ scope }: Pick<RequestContext, 'scope'>, attemptId: string): Promise<boolean> {
  const row = await scope
    .selectFrom('cob.issuance_line as t')
    .select('t.id')
    .where(sql<boolean>`exists (select from cob.issuance_attempt a where a.line_id = t.id and a.id = ${attemptId})`)
    .executeTakeFirst()
  return row !== undefined
}
