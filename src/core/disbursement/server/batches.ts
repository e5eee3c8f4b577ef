import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { OpenMatters } from '#kernel/open-matters.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { type cancelBatch, type createBatch, findBatch, type listBatches, type payingPartners } from '../contract/batches.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { disbursementsTopic, itemMachine } from '../contract/machine.ts'
import { prepareBatch } from './prepare.ts'
import { BATCH, batches, NO_PLACE } from './records.ts'
import type { Sources } from './source.ts'

const inState = (states: string) =>
  sql<number>`coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in (${sql.raw(states)})), 0)::int`

function batchesOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('disbursement.batch as t')
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.code', 't.source_kind as sourceKind', 't.source_id as sourceId', 't.source_code as sourceCode'])
    .select([sql<string>`${sql.ref('p.name')}`.as('partnerName'), 't.status', 't.item_count as itemCount', 't.total', 't.left_out as leftOut'])
    .select([inState("'PAID'").as('paidCount'), inState("'SENT', 'UNKNOWN'").as('openCount'), inState("'UNKNOWN'").as('unknownCount')])
    .select([inState("'FAILED', 'CANCELLED'").as('failedCount'), inState("'RETURNED'").as('returnedCount')])
    .select(sql<string>`coalesce((select sum(i.amount) from disbursement.item i where i.batch_id = t.id and i.status = 'PAID'), 0)::numeric(20,2)`.as('paid'))
    .select([sql<string>`${sql.ref('u.name')}`.as('unitName'), 't.created_by as createdBy', 't.created_at as createdAt', 't.approved_by as approvedBy'])
    .select([pendingRequest(BATCH, 't.id').as('pendingRequestId'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof batchesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const batchList: ListHandler<typeof listBatches, Row> = {
  query: batchesOf,
  where: {
    text: words('t.code', 't.source_code'),
    status: oneOf('t.status'),
    partnerId: is('t.partner_id'),
    sourceKind: is('t.source_kind'),
    sourceId: is('t.source_id'),
    unitId: within('t'),
    period: daysOfTime('t.created_at'),
  },
  key: 't.id',
  sort: { code: 't.code', createdAt: 't.created_at', total: 't.total', updatedAt: 't.updated_at' },
}

/** A batch within the caller's scope, with what its items come to and what was left out. */
export async function batchDetail(sources: Sources, { id }: InputOf<typeof findBatch>, ctx: RequestContext): Promise<OutputOf<typeof findBatch>> {
  const { runtime, session } = ctx
  const row = await findRow(
    findBatch,
    batchesOf(ctx)
      .select(['t.note', sql<string | null>`encode(t.hash, 'hex')`.as('hash'), 't.submitted_by as submittedBy', 't.submitted_at as submittedAt'])
      .select(['t.approved_at as approvedAt', 't.ended_at as endedAt', 't.ended_because as endedBecause', 't.step_note as stepNote'])
      .where('t.id', '=', id),
  )
  const { rows: states } = await sql<{ status: OutputOf<typeof findBatch>['states'][number]['status']; items: number; amount: string }>`
    select status, count(*)::int as items, sum(amount)::numeric(20,2)::text as amount from disbursement.item where batch_id = ${id}
    group by status order by array_position(array['READY', 'SENT', 'UNKNOWN', 'PAID', 'RETURNED', 'FAILED', 'CANCELLED'], status)`.execute(runtime.db)
  const leftOutItems = await runtime.db
    .selectFrom('disbursement.left_out')
    .select(['item_code as itemCode', 'name', 'bank_bin as bankBin', 'account_number as accountNumber', 'amount', 'reason', 'answer'])
    .where('batch_id', '=', id)
    .orderBy('source_item')
    .limit(500)
    .execute()
  const screen = sources.find(row.sourceKind)?.screen
  const sourcePath = screen && session.permissions.has(screen.permission) ? screen.path(row.sourceId) : null
  return { ...row, sourcePath, states, leftOutItems } as OutputOf<typeof findBatch>
}

const LIMIT = 50
const canPay = sql<boolean>`exists (select from partner.paying_partner c where c.partner_id = p.id)`

export async function partnersToPay({ text = '', ids }: InputOf<typeof payingPartners>, { db }: RequestContext) {
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).where(canPay)
  query = ids ? query.where('p.id', 'in', ids) : query.where('p.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(p.code || ' ' || p.name) like ${pattern}`)
  return query.orderBy(inVietnamese('p.name')).limit(LIMIT).execute()
}

const OPEN_BATCH = { vi: 'Mở lô', en: 'Open the batch' }

/** A batch that is prepared in the background: the bank is asked for each name first. */
export async function create(
  { sources, batchPath }: { sources: Sources; batchPath?: (id: string) => string },
  { sourceKind, sourceId, partnerId, note = '' }: InputOf<typeof createBatch>,
  ctx: CommandContext,
): Promise<OutputOf<typeof createBatch>> {
  const { tx, now, session } = ctx
  const source = sources.find(sourceKind)
  // Whoever pays what a record owes may open it.
  if (source && !session.permissions.has(source.screen.permission)) throw new AppError(errors.forbidden)
  const record = await source?.find(tx, sourceId)
  if (!source || !record) throw new AppError(disbursementErrors.sourceUnknown)
  await requireUnit(ctx, record.unitId)
  const name = { source: record.code }
  if (!record.open) throw new AppError(disbursementErrors.sourceClosed, name)
  const partner = await tx
    .selectFrom('organisation.partner as p')
    .select('p.id')
    .where('p.id', '=', partnerId)
    .where('p.status', '=', 'ACTIVE')
    .where(canPay)
    .executeTakeFirst()
  if (!partner) throw new AppError(disbursementErrors.noConnection)
  await sql`select pg_advisory_xact_lock(hashtextextended('disbursement.batch:' || ${sourceKind}::text || ':' || ${sourceId}::text, 0))`.execute(tx)
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from disbursement.batch where source_kind = ${sourceKind} and source_id = ${sourceId} and status in ('PREPARING', 'READY', 'SUBMITTED')`.execute(
    tx,
  )
  const [other] = rows
  if (other) {
    const title = OPEN_BATCH[ctx.language]
    const data: OpenMatters = { open: [{ title, code: other.code, path: batchPath?.(other.id) ?? null }] }
    throw new AppError(disbursementErrors.batchOpen, { ...name, batch: other.code }, { data })
  }
  if ((await source.due(tx, sourceId, now)).length === 0) throw new AppError(disbursementErrors.nothingToPay, name)
  await enablePartners(tx, [partnerId])
  const ref = await batches.insert(ctx, {
    code: await nextCode(ctx),
    source_kind: sourceKind,
    source_id: sourceId,
    source_code: record.code,
    partner_id: partnerId,
    note,
    unit_id: record.unitId,
    ...NO_PLACE,
    created_by: session.account,
    created_at: now,
  })
  await enqueue(tx, prepareBatch, { batchId: ref.id }, { key: ref.id, userId: session.userId })
  await publish(tx, { topic: disbursementsTopic })
  return ref
}

/** The record is within the caller's scope, or as good as not there. */
async function requireUnit({ scope }: CommandContext, unitId: string): Promise<void> {
  const seen = await scope.selectFrom('organisation.unit as t').select('t.id').where('t.id', '=', unitId).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
}

async function nextCode({ tx, now }: CommandContext): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select 'LCK' || to_char(${localDate(now)}::date, 'YYMM') || '-' || lpad(nextval('disbursement.batch_number')::text, 5, '0') as code`.execute(tx)
  return rows[0]?.code ?? ''
}

/** Its transfers are given up with it; what they were for may stand in another batch. */
export async function cancel({ id, version, reason }: InputOf<typeof cancelBatch>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session } = ctx
  const ref = await batches.fire(ctx, { id, version }, 'cancel', { set: { step_note: reason, ended_at: now } })
  const { rows } = await sql<{
    id: string
  }>`select id from disbursement.item where batch_id = ${id} and status = 'READY' order by id for no key update`.execute(tx)
  const set = { step_note: reason, ended_at: now, updated_by: session.account, updated_at: now }
  await fireMany(
    tx,
    itemMachine,
    'disbursement.item',
    rows.map((row) => ({ id: row.id, event: 'cancel' as const, set })),
  )
  await publish(tx, { topic: disbursementsTopic })
  return ref
}
