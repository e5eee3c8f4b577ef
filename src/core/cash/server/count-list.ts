import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { findCount, listCounts, myCount, VARIANCE_REASONS } from '../contract/counts.ts'
import { isBlind } from './blind.ts'
import { type CaseLink, payoutsOfCount, payoutsOfTill } from './counter/unknown-payouts.ts'
import { VARIANCE_SUBJECT } from './variance.ts'

/** Counts as `c`; figures are hidden from who counts the holding again. */
export function countsOf({ scope, session: { userId } }: Pick<RequestContext, 'scope' | 'session'>) {
  const figure = (column: string) => sql<string | null>`case when not ${isBlind('c.holding_id', userId)} then ${sql.ref(column)} end`
  return scope
    .selectFrom('cash.count as c')
    .innerJoin(...lookup('cash.holding as h', { 'h.id': 'c.holding_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'c.unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as d', { 'd.id': 'c.counted_by_staff_id' }))
    .leftJoin(...lookup('cash.variance as v', { 'v.count_id': 'c.id' }))
    .leftJoin(...lookup('cash.shift as s', { 's.id': 'c.shift_id' }))
    .select(['c.id', 'c.code', 'c.holding_id as holdingId', 'h.code as holdingCode', 'c.unit_id as unitId', 'u.name as unitName', 'c.reason'])
    .select(['c.business_date as businessDate', 'c.counted_at as countedAt', 'd.full_name as counterName', 's.code as shiftCode'])
    .select([figure('c.counted').as('counted'), figure('c.ledger_balance').as('ledgerBalance'), figure('c.variance').as('variance')])
    .select(sql<string | null>`case when not ${isBlind('c.holding_id', userId)} then ${sql.ref('v.status')} end`.as('varianceStatus'))
    .select(sql<string | null>`case when not ${isBlind('c.holding_id', userId)} then ${sql.ref('v.amount')} + ${sql.ref('v.explained')} end`.as('varianceLeft'))
}

/** The counts of a shift, the first first, as the list shows them. */
export async function countsOfShift(ctx: RequestContext, shiftId: string): Promise<OutputOf<typeof listCounts>['result']> {
  const rows = await countsOf(ctx).where('c.shift_id', '=', shiftId).orderBy('c.id').execute()
  return rows.map((row) => ({ ...row, countedAt: isoLocal(row.countedAt) })) as OutputOf<typeof listCounts>['result']
}

export function registerCountList(on: Registrar, cases: CaseLink): void {
  on.list(listCounts, {
    query: countsOf,
    where: {
      text: words('c.code', 'h.code'),
      unitId: within('c'),
      holdingId: is('c.holding_id'),
      shiftId: is('c.shift_id'),
      reason: oneOf('c.reason'),
      varianceStatus: (values, { session }) =>
        sql<boolean>`(${sql.ref('v.status')} in (${sql.join(values)}) and not ${isBlind('c.holding_id', session.userId)})`,
      period: days('c.business_date'),
    },
    key: 'c.id',
    sort: { countedAt: 'c.counted_at', code: 'c.code', businessDate: 'c.business_date' },
  })
  on.query(findCount, (input, ctx) => find(input, ctx, cases))
  on.query(myCount, async (_input, ctx) => ({ count: await underWay(ctx, cases) }))
}

async function find({ id }: InputOf<typeof findCount>, ctx: RequestContext, cases: CaseLink): Promise<OutputOf<typeof findCount>> {
  const { userId } = ctx.session
  const query = countsOf(ctx)
    .leftJoin(...lookup('organisation.staff_directory as w', { 'w.id': 'c.witness_staff_id' }))
    .leftJoin(...lookup('cash.count as r', { 'r.id': 'c.recount_of_id' }))
    .select(['w.full_name as witnessName', 'c.note', 'r.code as recountOf', 'c.recount_of_id as recountOfId', 'c.shift_id as shiftId'])
    .select([sql<string>`c.account_version::text`.as('accountVersion'), 'v.reason_code as reasonCode', 'v.note as varianceNote'])
    .select(['v.explained_by as explainedBy', 'v.decided_by as decidedBy', sql<number>`coalesce(${sql.ref('v.version')}, 0)`.as('version')])
    .select([pendingRequest(VARIANCE_SUBJECT, 'c.id').as('pendingRequestId'), isBlind('c.holding_id', userId).as('blind')])
    .where('c.id', '=', id)
  const row = await query.executeTakeFirst()
  const found = await findRow(findCount, { executeTakeFirst: async () => row })
  const reasons = row?.reasonCode ? await listChoices(ctx.runtime.db, VARIANCE_REASONS, ctx.language) : undefined
  const varianceReason = (row?.reasonCode && (reasons?.get(row.reasonCode) ?? row.reasonCode)) || null
  const payouts = row && !row.blind ? await payoutsOfCount(ctx, id, cases) : []
  return { ...found, varianceReason, payouts, lines: row && !row.blind ? await linesOf(ctx.scope, id) : [] }
}

/** Pieces and amounts of a count, the largest notes first. */
export async function linesOf(scope: Scope, countId: string): Promise<OutputOf<typeof findCount>['lines']> {
  const { rows } = await sql<OutputOf<typeof findCount>['lines'][number]>`
    select denomination, pieces, (denomination::numeric * pieces)::numeric(20,2) as amount from cash.count_line where count_id = ${countId} order by denomination desc`.execute(
    scope,
  )
  return rows
}

/** The count that the caller has begun and not submitted. */
export async function underWay(ctx: RequestContext, cases: CaseLink): Promise<OutputOf<typeof myCount>['count']> {
  const { scope, session } = ctx
  const row = await scope
    .selectFrom('cash.holding as h')
    .innerJoin('cash.count_session as s', 's.holding_id', 'h.id')
    .innerJoin('organisation.unit_directory as u', 'u.id', 'h.unit_id')
    .leftJoin('organisation.staff_directory as w', 'w.id', 's.witness_staff_id')
    .select(['s.id as sessionId', 'h.id as holdingId', 'h.code as holdingCode', 'h.name as holdingName', sql<string>`u.name`.as('unitName'), 's.reason'])
    .select(['s.started_at as startedAt', 's.shift_id as shiftId', 'w.full_name as witnessName'])
    .where('s.counter_user_id', '=', session.userId)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const payouts = await payoutsOfTill(ctx, row.holdingId, cases)
  return { ...row, startedAt: isoLocal(row.startedAt), payouts } as OutputOf<typeof myCount>['count']
}
