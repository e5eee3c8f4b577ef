import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { SetupContracts } from '../../contract/setups.ts'
import { atDesk } from '../desk.ts'
import { proposeRules } from '../matching/match.ts'
import { plugOf, type ReconciliationPlug } from '../plug.ts'
import { documentIn, SETUP } from './records.ts'

type Detail = OutputOf<SetupContracts['detail']>
type Revision = Detail['revisions'][number]

/** Partners or sessions in a select. */
const SHOWN = 50

const draft = (column: string) =>
  sql`(select r.${sql.raw(column)} from reconciliation.revision r where r.setup_id = t.id and r.status in ('DRAFT', 'TESTED', 'PENDING'))`
/** Of the revision in force, or of the draft where there is none. */
const shown = (expression: string) =>
  sql`(select ${sql.raw(expression)} from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
    order by r.status = 'ACTIVE' desc limit 1)`

const setupsOf = ({ scope }: Pick<RequestContext, 'scope'>, place: Pick<DeskPlace, 'plugs'>) =>
  scope
    .selectFrom('reconciliation.setup as t')
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
    .select(['t.id', 't.code', 't.name', 't.plug', 't.partner_id as partnerId', 't.status'])
    .select([sql<string | null>`${sql.ref('p.code')}`.as('partnerCode'), sql<string | null>`${sql.ref('p.name')}`.as('partnerName')])
    .select([sql<string | null>`${shown("r.document -> 'format' ->> 'kind'")}`.as('formatKind')])
    .select([sql<number>`coalesce(${shown("jsonb_array_length(r.document -> 'rules')")}, 0)::int`.as('rules')])
    .select(sql<number | null>`(select r.number from reconciliation.revision r where r.id = t.revision_id)`.as('revision'))
    .select([sql<number | null>`${draft('number')}`.as('draft')])
    .select(
      sql<string | null>`(select max(s.to_day) from reconciliation.session s where s.setup_id = t.id and s.status not in ('DRAFT', 'CANCELLED'))`.as('lastDay'),
    )
    .select([pendingRequest(SETUP, 't.id').as('pendingRequestId'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
    .where(atDesk('t', place))
type Row = ReturnType<typeof setupsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const setupList = (place: DeskPlace): ListHandler<SetupContracts['list'], Row> => ({
  query: (ctx) => setupsOf(ctx, place),
  where: {
    text: words('t.code', 't.name', sql<string>`coalesce(${sql.ref('p.name')}, '')`),
    status: is('t.status'),
    partnerId: is('t.partner_id'),
    plug: is('t.plug'),
  },
  key: 't.id',
  sort: { code: 't.code', name: 't.name', updatedAt: 't.updated_at' },
})

/** A configuration of the desk with all its revisions, the newest first, and the last sessions that rules can be tried on. */
export async function setupDetail(place: DeskPlace, { id }: InputOf<SetupContracts['detail']>, ctx: RequestContext): Promise<Detail> {
  const row = await setupsOf(ctx, place).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const found = await ctx.db.selectFrom('reconciliation.revision').selectAll().where('setup_id', '=', id).orderBy('number', 'desc').execute()
  const sessions = await ctx.scope
    .selectFrom('reconciliation.session as s')
    .select(['s.id', 's.code', 's.from_day as fromDay', 's.to_day as toDay'])
    .where('s.setup_id', '=', id)
    .where('s.matched_at', 'is not', null)
    .where('s.status', '<>', 'CANCELLED')
    .orderBy('s.from_day', 'desc')
    .limit(SHOWN)
    .execute()
  const revisions = found.map((one): Revision => {
    const waits = one.status === 'PENDING' ? row.pendingRequestId : null
    return {
      ...{ id: one.id, number: one.number, status: one.status as Revision['status'], document: documentIn(one), editedAt: isoLocal(one.edited_at) },
      ...{ testedAt: one.tested_at && isoLocal(one.tested_at), approvedBy: one.approved_by, approvedAt: one.approved_at && isoLocal(one.approved_at) },
      ...{ createdBy: one.created_by, pendingRequestId: waits, updatedAt: isoLocal(one.updated_at), updatedBy: one.updated_by, version: one.version },
    }
  })
  const { code, name, plug, partnerId, partnerCode, partnerName, status, updatedAt, updatedBy, version } = row
  return {
    ...{ id, code, name, plug, partnerId, partnerCode, partnerName, status: status as Detail['status'] },
    ...{ revisions, sessions, updatedAt: isoLocal(updatedAt), updatedBy, version },
  }
}

/** Partners that some plug of the desk is reconciled with. */
export async function partnersOf(
  plugs: readonly ReconciliationPlug[],
  place: DeskPlace,
  { text = '', ids }: InputOf<SetupContracts['partners']>,
  { db }: RequestContext,
): Promise<OutputOf<SetupContracts['partners']>> {
  const kinds = place.plugs.flatMap((key) => plugOf(plugs, key).partnerKinds)
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).orderBy('p.name').limit(SHOWN)
  query = ids ? query.where('p.id', 'in', ids) : query.where('p.status', '=', 'ACTIVE').where('p.kind', 'in', ['', ...kinds])
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(p.code || ' ' || p.name)`, 'like', pattern)
  return query.execute()
}

/** Rules that matches by hand have in common. Throws SYS-404. */
export async function proposalsOf(
  place: DeskPlace,
  { id }: InputOf<SetupContracts['proposals']>,
  ctx: RequestContext,
): Promise<OutputOf<SetupContracts['proposals']>> {
  const row = await ctx.scope.selectFrom('reconciliation.setup as t').select('t.id').where('t.id', '=', id).where(atDesk('t', place)).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return proposeRules(ctx.runtime.db, id)
}
