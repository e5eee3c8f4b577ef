import { sql } from 'kysely'
import type { BulkRow, InputOf, OutputOf } from '#kernel/contract.ts'
import { endOfDay, isoLocal, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { partnerErrors } from '../../contract/errors.ts'
import {
  type Attempt,
  findDelivery,
  listDeliveries,
  MAX_REPLAYED,
  replayDeliveries,
  replayGivenUp,
  webhookOptions,
} from '../../contract/webhooks/deliveries.ts'
import { bodyOf } from './body.ts'

export const DELIVERY = 'partner.webhook_event'

export function registerDeliveries(on: Registrar): void {
  const state = sql<string>`coalesce(v.outcome, 'WAITING')`
  on.list(listDeliveries, {
    query: deliveryRows,
    where: {
      subject: is('s.subject'),
      webhookId: is('v.endpoint_id'),
      partnerId: is('e.partner_id'),
      kind: is('s.kind'),
      state: (value) => sql<boolean>`${state} = ${value}`,
      period: daysOfTime('v.created_at'),
    },
    key: 'v.id',
    sort: { createdAt: 'v.created_at' },
  })
  on.query(findDelivery, find)
  on.query(webhookOptions, options)
  on.bulk(replayDeliveries, replayOne)
  on.command(replayGivenUp, replayMany)
}

function deliveryRows({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('partner.webhook_event as v')
    .innerJoin(...lookup('partner.webhook_subject as s', { 's.id': 'v.subject_id' }))
    .innerJoin(...lookup('partner.webhook_endpoint as e', { 'e.id': 'v.endpoint_id' }))
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'e.partner_id' }))
    .leftJoin(...lookup('partner.webhook_event as o', { 'o.id': 'v.replay_of' }))
    .select(['v.id', 'v.created_at as createdAt', 'e.partner_id as partnerId', 'p.code as partnerCode', 'p.name as partnerName'])
    .select(['v.endpoint_id as webhookId', 'e.label', 's.kind', 's.subject', 'v.sequence', 'v.state_version as stateVersion'])
    .select(sql<string>`coalesce(v.outcome, 'WAITING')`.as('state'))
    .select(['v.attempts', 'v.http_status as httpStatus', 'v.fault', 'v.ended_at as endedAt', 'v.event_id as eventId', 'o.event_id as replayOf', 'v.version'])
}

async function find({ id }: InputOf<typeof findDelivery>, ctx: RequestContext): Promise<OutputOf<typeof findDelivery>> {
  const { db } = ctx
  const row = await findRow(
    findDelivery,
    deliveryRows(ctx)
      // Of the first that waits; what follows it waits for it.
      .select(
        sql<Date | null>`(select nullif(s.next_at, '-infinity') where v.outcome is null and v.sequence =
          (select min(w.sequence) from partner.webhook_event w where w.subject_id = v.subject_id and w.outcome is null))`.as('nextAt'),
      )
      .where('v.id', '=', id),
  )
  const stored = await db
    .selectFrom('partner.webhook_event')
    .select(['payload', 'occurred_at as occurredAt', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const tries = await db
    .selectFrom('partner.webhook_attempt')
    .select(['attempt', 'at', 'milliseconds', 'http_status as httpStatus', 'fault', 'answer', sql<number>`answer_bytes::int`.as('answerBytes')])
    .where('event_id', '=', id)
    .orderBy('attempt', 'desc')
    .execute()
  const found = row as OutputOf<typeof findDelivery>
  return { ...found, body: bodyOf({ ...found, ...stored }), tries: tries.map((one) => ({ ...one, at: isoLocal(one.at) }) as Attempt) }
}

/** Options of one search. */
const OFFERED = 20

async function options({ text = '', ids }: InputOf<typeof webhookOptions>, { db }: RequestContext): Promise<OutputOf<typeof webhookOptions>> {
  let query = db
    .selectFrom('partner.webhook_endpoint as e')
    .innerJoin('organisation.partner as p', 'p.id', 'e.partner_id')
    .select(['e.id', 'p.code as partnerCode', 'e.label'])
    .orderBy('p.code')
    .orderBy('e.label')
  if (ids) return query.where('e.id', 'in', ids).execute()
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(p.code || ' ' || p.name || ' ' || e.label)`, 'like', pattern)
  return query.limit(OFFERED).execute()
}

async function replayOne({ id, version }: BulkRow, _input: InputOf<typeof replayDeliveries>, ctx: CommandContext): Promise<void> {
  const { tx } = ctx
  const row = await tx.selectFrom(DELIVERY).select(['outcome', 'version', 'event_id as eventId']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  if (row.version !== version) throw new AppError(errors.stale)
  if (row.outcome === null) throw new AppError(partnerErrors.deliveryWaits)
  await sql`select partner.replay_webhooks(array[${id}]::bigint[])`.execute(tx)
  ctx.subject(DELIVERY, id, { after: { eventId: row.eventId } })
}

/** Everything of an endpoint that was given up in some days and that nobody has sent again, the oldest first. */
async function replayMany({ webhookId, from, to }: InputOf<typeof replayGivenUp>, ctx: CommandContext): Promise<OutputOf<typeof replayGivenUp>> {
  const { tx, language } = ctx
  const known = await tx.selectFrom('partner.webhook_endpoint').select('id').where('id', '=', webhookId).executeTakeFirst()
  if (!known) throw refusedField('webhookId', partnerErrors.webhook, language)
  const { rows } = await sql<{ replayed: number }>`
    select partner.replay_webhooks(array(
      select v.id from partner.webhook_event v
       where v.endpoint_id = ${webhookId} and v.outcome = 'GIVEN_UP' and v.created_at >= ${startOfDay(from)} and v.created_at < ${endOfDay(to)}
         and not exists (select from partner.webhook_event r where r.replay_of = v.id)
       order by v.created_at, v.id limit ${MAX_REPLAYED}
    )) as replayed`.execute(tx)
  const replayed = rows[0]?.replayed ?? 0
  ctx.subject('partner.webhook_endpoint', webhookId, { after: { from, to, replayed } })
  return { id: webhookId, replayed }
}
