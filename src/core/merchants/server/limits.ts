import { sql } from 'kysely'
import { GONE_STATUSES } from '#core/payments/contract/transaction.ts'
import type { AppError, ErrorDefinition } from '#kernel/errors.ts'
import type { Language, Params } from '#kernel/language.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { merchantErrors } from '../contract/errors.ts'
import type { PayableMerchant } from './merchants.ts'

/** A payment that somebody asks for; what has happened is no request, and is stored whatever the limits say. */
export interface PaymentRequest {
  merchant: PayableMerchant
  amount: Hundredths
  /** The day it will count for. */
  day: string
  language: Language
}

const slot = ({ merchant: { id }, day }: PaymentRequest) => `${id} ${day}`

const GONE = sql`(${sql.join(GONE_STATUSES.map((status) => sql.lit(status)))})`

interface Over {
  error: ErrorDefinition
  params: Params
}
type Limited = Pick<PayableMerchant, 'code' | 'limitOnce' | 'limitDay'>

const over = (error: ErrorDefinition, limit: string | null, code: string, amount: Hundredths): Over | undefined =>
  limit !== null && amount > parseMoney(limit) ? { error, params: { limit: moneyText(parseMoney(limit)), merchantCode: code } } : undefined

const overOnce = ({ code, limitOnce }: Limited, amount: Hundredths) => over(merchantErrors.overOnce, limitOnce, code, amount)

/** Which limit of a merchant a payment of an amount goes over on any day, whatever else was paid; pure. */
export const neverPaid = (merchant: Limited, amount: Hundredths): Over | undefined =>
  overOnce(merchant, amount) ?? over(merchantErrors.overWholeDay, merchant.limitDay, merchant.code, amount)

/**
 * The refusals of requests that would go over a limit of their merchant, by their place; in order, so that of several the first ones pass.
 * The rows of merchants with a daily limit are held until the commit, those of others are not touched. What counts for a day is what
 * stands: facts, payments under way and unknown ones; what has failed gives its part back by itself.
 */
export async function overLimits(tx: Tx, requests: ReadonlyMap<number, PaymentRequest>): Promise<Map<number, AppError>> {
  const refused = new Map<number, AppError>()
  const daily: [number, PaymentRequest][] = []
  for (const [at, request] of requests) {
    const fault = overOnce(request.merchant, request.amount)
    if (fault) refused.set(at, refusedField('amount', fault.error, request.language, fault.params))
    else if (request.merchant.limitDay !== null) daily.push([at, request])
  }
  if (daily.length === 0) return refused
  const used = await usedUnderLock(
    tx,
    daily.map(([, request]) => request),
  )
  for (const [at, request] of daily) {
    const { limitDay, code } = request.merchant
    const limit = parseMoney(limitDay as string)
    const before = used.get(slot(request)) ?? 0n
    if (before + request.amount <= limit) used.set(slot(request), before + request.amount)
    else {
      const left = before < limit ? limit - before : 0n
      const params = { merchantCode: code, left: moneyText(left), limit: moneyText(limit) }
      refused.set(at, refusedField('amount', merchantErrors.overDay, request.language, params))
    }
  }
  return refused
}

/** What counts for the days of these requests, with their merchants locked in order of id: of two at the edge the second sees the first. */
async function usedUnderLock(tx: Tx, requests: readonly PaymentRequest[]): Promise<Map<string, Hundredths>> {
  const ids = [...new Set(requests.map(({ merchant: { id } }) => id))]
  await sql`select from merchants.merchant where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  const days = [...new Set(requests.map(({ day }) => day))]
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { rows } = await sql<{ id: string; day: string; used: string }>`
    select t.merchant_id as id, t.business_date as day, sum(t.amount)::numeric(20,2)::text as used from payment.transaction t
     where t.merchant_id = any(${ids}::bigint[]) and t.business_date = any(${days}::date[]) and t.direction = 'IN' and t.status not in ${GONE}
     group by t.merchant_id, t.business_date`.execute(tx)
  return new Map(rows.map(({ id, day, used }) => [`${id} ${day}`, parseMoney(used)]))
}

/** What counts for a day of the merchant `t`, as a column of a query. */
export const usedOn = (day: string) =>
  sql<string>`(select coalesce(sum(x.amount), 0)::numeric(20,2) from payment.transaction x
    where x.merchant_id = t.id and x.business_date = ${day}::date and x.direction = 'IN' and x.status not in ${GONE})`
