import { type RawBuilder, sql } from 'kysely'
import type { Contradiction } from '#core/payments/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type Desk, recordEvidence } from './evidence.ts'

/** Gives each of these transactions (`k` its key, `t` itself) that nobody has doubted so far a case, decided as it stands. */
export async function openContradicted(tx: Tx, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    insert into outcome.outcome_case (transaction_id, business_date, code, external_ref, service, type, channel, direction, amount, occurred_at, opened_at, cause,
      status, verdict, resolved_by, decided_by, decided_at, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, updated_at)
    select t.id, t.business_date, t.code, t.external_ref, t.service, t.type, t.channel, t.direction, t.amount, t.occurred_at, ${now}, 'CONTRADICTED',
      'DECIDED', case when t.status = 'FAILED' then 'FAILED' else 'SUCCEEDED' end, 'REPORT', 'system', t.updated_at,
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id, ${now}
    from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where ${which} on conflict (transaction_id) do nothing`.execute(tx)
}

/**
 * Keeps reports that contradict what stands, as they came: as evidence of the case of their transaction, and of a new one that is decided
 * already where nobody has doubted it so far.
 */
export async function keepContradictions(desk: Desk, runtime: Runtime, reports: readonly Contradiction[]): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    const refs = reports.map(({ externalRef }) => externalRef)
    const partners = reports.map(({ partnerId }) => partnerId)
    const which = sql`(k.external_ref, k.partner_id) in (select * from unnest(${refs}::text[], ${partners}::bigint[]))`
    await openContradicted(tx, which, runtime.clock.now())
    const { rows } = await sql<{ id: string; ref: string; partner: string }>`
      select c.id, c.external_ref as ref, c.partner_id as partner from outcome.outcome_case c
      where (c.external_ref, c.partner_id) in (select * from unnest(${refs}::text[], ${partners}::bigint[]))`.execute(tx)
    const ids = new Map(rows.map(({ id, ref, partner }) => [`${partner} ${ref}`, id]))
    const heard = reports.flatMap(({ partnerId, externalRef, outcome, occurredAt, actor, raw }) => {
      const caseId = ids.get(`${partnerId} ${externalRef}`)
      if (caseId === undefined || (outcome.status !== 'SUCCEEDED' && outcome.status !== 'FAILED')) return []
      const said = { code: outcome.code, message: outcome.message, reference: outcome.evidence?.bankReference ?? '', raw }
      return [{ caseId, kind: 'CALLBACK' as const, verdict: outcome.status, at: new Date(occurredAt), source: actor, ...said }]
    })
    if (heard.length > 0) await recordEvidence(desk, runtime, tx, heard, { traceId: 'outcomes', ip: '' })
  })
}
