import { sql } from 'kysely'
import { type FeeSource, monthlySource, type TariffRow, tariffOf } from '#core/payments/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'

interface PlanRow extends TariffRow {
  planId: string
  code: string
  revision: number
  effectiveFrom: string
  effectiveTo: string | null
}

/** The fee of customers that have a plan of their own: its revision in force on the day of the payment. */
export const customerPlans: FeeSource = monthlySource<PlanRow>(
  'CUSTOMER_PLAN',
  (db, { service, month }) =>
    db
      .selectFrom('merchants.fee_plan as p')
      .innerJoin('merchants.fee_plan_revision as r', 'r.plan_id', 'p.id')
      .where('p.service', '=', service)
      .where(sql<boolean>`r.effective_from < ${month}::date + interval '1 month' and coalesce(r.effective_to >= ${month}::date, true)`)
      .select(['p.id as planId', 'p.code', 'r.revision', 'r.effective_from as effectiveFrom', 'r.effective_to as effectiveTo'])
      .select(['r.rate_bps as rateBps', 'r.fixed', 'r.minimum', 'r.maximum'])
      .execute(),
  (rows, { feePlanId, day }) => {
    const row = rows.find((one) => one.planId === feePlanId && one.effectiveFrom <= day && (one.effectiveTo === null || day <= one.effectiveTo))
    return row && { code: row.code, revision: row.revision, tariff: tariffOf(row) }
  },
)

export interface FeePlanInput extends Omit<TariffRow, 'fixed'> {
  code: string
  name: string
  /** Key of payment.service. */
  service: string
  /** The first day of its first revision. */
  effectiveFrom: string
}

/** Creates fee plans with their first revision; those whose code exists stay as they are. Answers ids by code. */
export async function createFeePlans(tx: Tx, plans: readonly FeePlanInput[]): Promise<Map<string, string>> {
  const made = await tx
    .insertInto('merchants.fee_plan')
    .values(plans.map(({ code, name, service }) => ({ code, name, service })))
    .onConflict((on) => on.column('code').doNothing())
    .returning(['id', 'code'])
    .execute()
  const revisions = made.map(({ id, code }) => {
    const { effectiveFrom, rateBps, minimum, maximum } = plans.find((plan) => plan.code === code) as FeePlanInput
    return { plan_id: id, revision: 1, effective_from: effectiveFrom, rate_bps: rateBps, minimum, maximum }
  })
  if (revisions.length > 0) await tx.insertInto('merchants.fee_plan_revision').values(revisions).execute()
  const rows = await tx.selectFrom('merchants.fee_plan').select(['id', 'code']).execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}
