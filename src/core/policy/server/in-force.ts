import { sql } from 'kysely'
import { type FeeInForce, type FeeMonth, type FeeQuestion, type FeeSource, monthlySource, tariffOf } from '#core/payments/server/public.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'

export interface PolicyLine extends FeeInForce {
  effectiveFrom: string
  effectiveTo: string | null
  partnerId: string | null
  unitId: string | null
  from: Hundredths
  to: Hundredths | null
}

/**
 * The fee of a service by the policies that were agreed, on the day of the payment: of several lines the most particular one (the
 * nearest unit before the partner before everybody), of several policies the newest.
 */
export const policyFees: FeeSource = monthlySource('PRODUCT_POLICY', linesOf, lineFor)

/** Of lines in the order of linesOf the one that counts for a payment. Pure. */
export function lineFor(lines: readonly PolicyLine[], question: FeeQuestion): PolicyLine | undefined {
  return lines.filter((one) => counts(one, question)).toSorted((a, b) => rankOf(b, question) - rankOf(a, question))[0]
}

/** The newest policy first, so that it comes first among lines of one rank. */
async function linesOf(db: Queryable, { service, month }: FeeMonth): Promise<PolicyLine[]> {
  const rows = await db
    .selectFrom('policy.policy as p')
    .innerJoin('policy.fee as f', 'f.policy_id', 'p.id')
    .where('p.service', '=', service)
    .where('p.status', 'in', ['APPROVED', 'ENDED'])
    .where(sql<boolean>`p.effective_from < ${month}::date + interval '1 month' and coalesce(p.effective_to >= ${month}::date, true)`)
    .orderBy('p.effective_from', 'desc')
    .orderBy('p.id', 'desc')
    .orderBy('f.line')
    .select(['p.code', 'p.revision', 'p.effective_from as effectiveFrom', 'p.effective_to as effectiveTo'])
    .select(['f.partner_id as partnerId', 'f.unit_id as unitId', 'f.amount_from as amountFrom', 'f.amount_to as amountTo'])
    .select(['f.rate_bps as rateBps', 'f.fixed', 'f.minimum', 'f.maximum'])
    .execute()
  return rows.map(({ amountFrom, amountTo, rateBps, fixed, minimum, maximum, ...line }) => ({
    ...line,
    from: parseMoney(amountFrom),
    to: amountTo === null ? null : parseMoney(amountTo),
    tariff: tariffOf({ rateBps, fixed, minimum, maximum }),
  }))
}

function counts(line: PolicyLine, { day, amount, partnerId, unitIds }: FeeQuestion): boolean {
  return (
    line.effectiveFrom <= day &&
    (line.effectiveTo === null || day <= line.effectiveTo) &&
    (line.partnerId === null || line.partnerId === partnerId) &&
    (line.unitId === null || unitIds.includes(line.unitId)) &&
    line.from <= amount &&
    (line.to === null || amount < line.to)
  )
}

/** Units count before partners, the nearest most. */
const rankOf = ({ unitId, partnerId }: PolicyLine, { unitIds }: FeeQuestion): number =>
  (unitId === null ? 0 : 2 * (unitIds.indexOf(unitId) + 1)) + (partnerId === null ? 0 : 1)
