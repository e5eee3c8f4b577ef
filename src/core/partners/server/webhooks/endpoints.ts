import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { partnerErrors } from '../../contract/errors.ts'
import {
  changeWebhook,
  createWebhook,
  disableWebhook,
  findWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
} from '../../contract/webhooks/endpoints.ts'
import { assertCallable } from './address.ts'
import { dueAtOnce, webhooks } from './record.ts'
import { newSecret, sealedSecret } from './secrets.ts'

export function registerWebhooks(on: Registrar): void {
  on.list(listWebhooks, {
    query: webhookRows,
    where: { text: words('p.code', 'p.name', 'e.label', 'e.url'), partnerId: is('e.partner_id'), status: is('e.status') },
    key: 'e.id',
    sort: { partnerCode: 'p.code', label: 'e.label', updatedAt: 'e.updated_at' },
  })
  on.query(findWebhook, find)
  on.command(createWebhook, create)
  on.command(changeWebhook, async ({ id, version, ...input }, ctx) => {
    const seen = await webhooks.forChange(ctx, { id, version })
    return webhooks.fire(ctx, seen, changeOf(seen.row.status), { set: await columnsOf(input, ctx, { partnerId: seen.row.partner_id, id }) })
  })
  on.command(resumeWebhook, async (ref, ctx) => {
    const changed = await webhooks.fire(ctx, ref, 'resume', { set: { collects: true } })
    await beginAnew(ctx, ref.id)
    return changed
  })
  on.command(pauseWebhook, ({ reason, ...ref }, ctx) => webhooks.fire(ctx, ref, 'pause', { note: { reason } }))
  on.command(disableWebhook, ({ reason, ...ref }, ctx) => webhooks.fire(ctx, ref, 'disable', { set: { collects: false }, note: { reason } }))
  on.command(rotateWebhookSecret, rotate)
}

const CHANGES = { NOT_STARTED: 'changeNew', PAUSED: 'changePaused', DISABLED: 'change' } as const

/** A change leaves the state as it is; of an endpoint to which something is sent it is refused. */
const changeOf = (status: string) => Object.entries(CHANGES).find(([state]) => state === status)?.[1] ?? 'change'

async function create({ partnerId, ...input }: InputOf<typeof createWebhook>, ctx: CommandContext): Promise<OutputOf<typeof createWebhook>> {
  const partner = await ctx.tx.selectFrom('organisation.partner').select('id').where('id', '=', partnerId).executeTakeFirst()
  if (!partner) throw refusedField('partnerId', partnerErrors.partner, ctx.language)
  const secret = newSecret()
  const { sealed, mark } = sealedSecret(ctx.runtime.config, partnerId, secret)
  const columns = await columnsOf(input, ctx, { partnerId })
  const made = await webhooks.insert(
    ctx,
    { partner_id: partnerId, collects: true, secret_sealed: sealed, secret_mark: mark, ...columns },
    { note: { partnerId } },
  )
  return { ...made, secret }
}

/** What was set, as columns. Refuses an address that would never be called, and a name that another endpoint of the partner has. */
async function columnsOf(
  { label, url, events }: Pick<InputOf<typeof createWebhook>, 'label' | 'url' | 'events'>,
  { runtime, language, tx }: CommandContext,
  { partnerId, id }: { partnerId: string; id?: string },
) {
  try {
    await assertCallable(url, runtime.config.demo)
  } catch {
    throw refusedField('url', runtime.config.demo ? partnerErrors.demoAddress : partnerErrors.address, language)
  }
  const known = await tx.selectFrom('partner.webhook_endpoint').select('id').where('partner_id', '=', partnerId).where('label', '=', label).executeTakeFirst()
  if (known && known.id !== id) throw refusedField('label', partnerErrors.webhookLabel, language, { label })
  return { label, url, events: [...new Set(events)] }
}

/** What failed before counts no more: all that waits is due, with all its attempts before it. */
async function beginAnew({ tx }: CommandContext, endpointId: string): Promise<void> {
  await sql`update partner.webhook_health set failures = 0, failing_since = null, retry_at = null where endpoint_id = ${endpointId}`.execute(tx)
  await sql`update partner.webhook_event set tries = 0 where endpoint_id = ${endpointId} and outcome is null and tries > 0`.execute(tx)
  await dueAtOnce(tx, endpointId)
}

async function rotate({ id, version, overlapHours }: InputOf<typeof rotateWebhookSecret>, ctx: CommandContext): Promise<OutputOf<typeof rotateWebhookSecret>> {
  const { now, language, runtime } = ctx
  const seen = await webhooks.forChange(ctx, { id, version })
  const { rotation_ends_at: until, partner_id: partnerId } = seen.row
  const underWay = until !== null && until > now
  if (underWay && overlapHours > 0) throw refusedField('overlapHours', partnerErrors.rotating, language, { time: showTimestamp(isoLocal(until)) })
  const secret = newSecret()
  const { sealed, mark } = sealedSecret(runtime.config, partnerId, secret)
  const current = until !== null && !underWay ? { secret_sealed: seen.row.next_sealed ?? sealed, secret_mark: seen.row.next_mark ?? mark } : {}
  const changed = await webhooks.update(
    ctx,
    seen,
    overlapHours === 0
      ? { secret_sealed: sealed, secret_mark: mark, next_sealed: null, next_mark: null, rotation_ends_at: null }
      : { ...current, next_sealed: sealed, next_mark: mark, rotation_ends_at: new Date(now.getTime() + overlapHours * 3_600_000) },
    { note: { overlapHours } },
  )
  return { ...changed, secret }
}

const HOURS_LOOKED_AT = 24

function webhookRows({ db, now }: Pick<RequestContext, 'db' | 'now'>) {
  const since = new Date(now.getTime() - HOURS_LOOKED_AT * 3_600_000)
  const waiting = (what: 'count(*)::int' | 'min(v.created_at)' | 'max(v.created_at)') =>
    sql`(select ${sql.raw(what)} from partner.webhook_event v where v.endpoint_id = e.id and v.outcome is null)`
  const attempts = (what: RawBuilder<number | null>) => sql`(select ${what} from partner.webhook_attempt a where a.endpoint_id = e.id and a.at > ${since})`
  return db
    .selectFrom('partner.webhook_endpoint as e')
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'e.partner_id' }))
    .leftJoin(...lookup('partner.webhook_health as h', { 'h.endpoint_id': 'e.id' }))
    .select(['e.id', 'e.partner_id as partnerId', 'p.code as partnerCode', 'p.name as partnerName', 'e.label', 'e.status', 'e.url'])
    .select(waiting('count(*)::int').$castTo<number>().as('waiting'))
    .select(waiting('min(v.created_at)').$castTo<Date | null>().as('oldestWaitingAt'))
    .select(waiting('max(v.created_at)').$castTo<Date | null>().as('newestWaitingAt'))
    .select(attempts(sql`count(*)::int`).$castTo<number>().as('sent'))
    .select(attempts(sql`(floor((count(*) - count(a.fault)) * 1000.0 / nullif(count(*), 0)) / 10)::float8`).$castTo<number | null>().as('successRate'))
    .select(['h.last_success_at as lastSuccessAt', 'h.last_failure_at as lastFailureAt', 'h.last_fault as lastFault'])
    .select(['e.updated_at as updatedAt', 'e.updated_by as updatedBy', 'e.version'])
}

async function find({ id }: InputOf<typeof findWebhook>, ctx: RequestContext): Promise<OutputOf<typeof findWebhook>> {
  const query = webhookRows(ctx)
    .select([
      'e.events',
      'e.collects',
      'e.secret_mark as secretMark',
      'e.next_mark as nextMark',
      'e.rotation_ends_at as rotationEndsAt',
      'e.created_at as createdAt',
    ])
    .select([sql<number>`coalesce(h.failures, 0)`.as('failures'), 'h.failing_since as failingSince', 'h.retry_at as retryAt'])
    .where('e.id', '=', id)
  return (await findRow(findWebhook, query)) as OutputOf<typeof findWebhook>
}
