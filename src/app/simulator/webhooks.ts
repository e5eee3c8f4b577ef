import { sql } from 'kysely'
import { openWebhook } from '#core/partners/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { deriveKey } from '#platform/server/secret-box.ts'

const DAY_MS = 86_400_000

/** The endpoints of the demo: one that takes what it is sent, one that waits for its owner's new server, one that has taken nothing for days. */
const ENDPOINTS = [
  { partner: 'VCB', label: 'Đối soát giao dịch', status: 'ACTIVE', events: 60 },
  { partner: 'BIDV', label: 'Cổng sự kiện', status: 'PAUSED', events: 40 },
  { partner: 'SAOVIET', label: 'Hệ thống cũ', status: 'DISABLED', days: 4 },
] as const
/** Days ago that they were opened. */
const OPENED = 30

/** The key of the events of a partner of the demo. */
export const demoWebhookSecret = ({ secretKey }: Pick<Runtime['config'], 'secretKey'>, code: string): string =>
  `whsec_${deriveKey(secretKey, `demo-webhook:${code}`).toString('base64')}`

/** Opens the endpoints once, and tells each of its partner's latest transactions. `simulator`: where the partners listen. */
export async function seedWebhooks({ db, config, clock }: Runtime, partners: readonly { id: string; code: string }[], simulator: string): Promise<void> {
  const known = await db.selectFrom('partner.webhook_endpoint').select('id').limit(1).executeTakeFirst()
  if (known) return
  const now = clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.transaction().execute(async (tx) => {
    for (const { partner: code, label, status, ...told } of ENDPOINTS) {
      const partnerId = partners.find((one) => one.code === code)?.id
      if (partnerId === undefined) continue
      const url = `${simulator}/webhooks/${code}`
      const secret = demoWebhookSecret(config, code)
      const id = await openWebhook(tx, config, { partnerId, label, url, events: ['TRANSACTION', 'REFUND'], secret, status }, ago(OPENED))
      if (id === undefined) continue
      await tellLatest(tx, partnerId, 'days' in told ? { since: ago(told.days) } : { events: told.events })
      if (status === 'PAUSED') await keptFrom(tx, id)
      if (status === 'DISABLED') await failedForDays(tx, id, now)
    }
  })
}

/** As the database itself tells of them: the latest transactions of the partner as they stand, the oldest first. */
async function tellLatest(tx: Tx, partnerId: string, { events, since }: { events?: number; since?: Date }): Promise<void> {
  await sql`
    select partner.emit_webhooks(json_agg(json_build_object(
        'partner', x.partner_id, 'kind', case x.type when 'REFUND' then 'REFUND' else 'TRANSACTION' end, 'subject', x.code, 'version', x.seq, 'at', x.at, 'data', x.data
      ) order by x.at))
    from (
      select t.partner_id, t.type, t.code, e.seq, e.occurred_at as at, partner.transaction_data(t, p.external_ref, e.to_status, e.detail) as data
      from payment.transaction t
      cross join lateral (
        select * from payment.transaction_event where transaction_id = t.id and business_date = t.business_date order by seq desc limit 1
      ) e
      left join payment.transaction_key p on p.transaction_id = t.parent_id
      where t.partner_id = ${partnerId} and e.occurred_at >= ${since ?? '-infinity'}::timestamptz order by t.occurred_at desc, t.id desc limit ${events ?? null}
    ) x`.execute(tx)
}

/** What waits was written when it happened, and nothing has been sent since the first of it. Answers when that was. */
async function keptFrom(tx: Tx, endpointId: string): Promise<Date | undefined> {
  await sql`update partner.webhook_event set created_at = occurred_at where endpoint_id = ${endpointId}`.execute(tx)
  const { rows } = await sql<{ since: Date }>`
    update partner.webhook_endpoint e set updated_at = v.since
      from (select min(created_at) as since from partner.webhook_event where endpoint_id = ${endpointId}) v
     where e.id = ${endpointId} and v.since is not null returning v.since`.execute(tx)
  return rows[0]?.since
}

/** What a server that answers nobody leaves behind: three days of attempts from the first event on, then nothing more. */
async function failedForDays(tx: Tx, endpointId: string, now: Date): Promise<void> {
  const since = await keptFrom(tx, endpointId)
  if (!since) return
  const disabled = new Date(Math.min(now.getTime(), since.getTime() + 3 * DAY_MS))
  await sql`update partner.webhook_endpoint set updated_at = ${disabled} where id = ${endpointId}`.execute(tx)
  await sql`
    insert into partner.webhook_health (endpoint_id, failures, failing_since, last_fault, last_failure_at, last_success_at)
    values (${endpointId}, 14, ${since}, 'CONNECTION', ${disabled}, ${new Date(since.getTime() - 60_000)})`.execute(tx)
  await sql`
    with first as (
      select id from partner.webhook_event where endpoint_id = ${endpointId} order by created_at, id limit 1
    ), sent as (
      insert into partner.webhook_attempt (event_id, attempt, endpoint_id, at, milliseconds, fault)
      select id, n, ${endpointId}, ${since}::timestamptz + n * (${disabled}::timestamptz - ${since}::timestamptz) / 14, 21 + n, 'CONNECTION'
        from first, generate_series(1, 14) n
    )
    update partner.webhook_event set attempts = 14, tries = 14, fault = 'CONNECTION' where id = (select id from first)`.execute(tx)
}
