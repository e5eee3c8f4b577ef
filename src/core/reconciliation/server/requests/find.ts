import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { RequestKind } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import type { RequestDesk, RequestedTransaction } from '../plug.ts'

/** A transaction within the caller's scope. */
export interface Found extends RequestedTransaction {
  reference: string
  partnerId: string
  partnerName: string
}

/** One code as it was pasted, with its transaction or why it cannot be taken. */
export interface Checked {
  code: string
  found: Found | undefined
  problem: AppError | undefined
}

/** Transactions by our code or the partner's reference. The key table finds the partitions, so that any number of codes is looked up at once. */
async function transactionsBy(scope: Scope, codes: readonly string[]): Promise<Found[]> {
  const upper = codes.map((code) => code.toUpperCase())
  const { rows } = await sql<{ id: string; day: string }>`
    select transaction_id as id, business_date as day from payment.transaction_key where code = any(${upper}::text[]) or external_ref = any(${[...codes]}::text[])`.execute(
    scope,
  )
  if (rows.length === 0) return []
  const found = await scope
    .selectFrom('payment.transaction as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .select(['t.id', 't.code', 't.external_ref as reference', 't.service', 't.type', 't.status', 't.amount', 't.refunded', 't.business_date as businessDate'])
    .select(['t.partner_id as partnerId', 'p.name as partnerName'])
    .where(
      't.id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('t.business_date', 'in', [...new Set(rows.map(({ day }) => day))])
    .execute()
  return found.map((row) => ({ ...row, amount: parseMoney(row.amount), refunded: parseMoney(row.refunded) }))
}

/** Codes of open requests that hold transactions already, by transaction. */
async function heldBy(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('reconciliation.request_item as i')
    .innerJoin('reconciliation.request as r', 'r.id', 'i.request_id')
    .select(['i.transaction_id as id', 'r.code'])
    .where('i.transaction_id', 'in', [...ids])
    .where('r.status', 'in', ['NEW', 'SUBMITTED', 'APPROVED'])
    .execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** What pasted codes are, in their order, and why some cannot be handled so: RCQ-001 to RCQ-005, and what the desk's action says. */
export async function checkCodes(
  { contracts, actions }: RequestDesk,
  { scope, db }: { scope: Scope; db: Queryable },
  kind: RequestKind,
  codes: readonly string[],
): Promise<Checked[]> {
  const known = await transactionsBy(scope, codes)
  const byCode = new Map(known.map((one) => [one.code, one]))
  const byReference = Map.groupBy(known, ({ reference }) => reference)
  const held = await heldBy(
    db,
    known.map(({ id }) => id),
  )
  const seen = new Map<string, number>()
  return codes.map((code, at): Checked => {
    const refused = (problem: AppError, found?: Found): Checked => ({ code, found, problem })
    const own = byCode.get(code.toUpperCase())
    const named = byReference.get(code) ?? []
    const found = own ?? named[0]
    if (!found) return refused(new AppError(requestErrors.unknown, { code }))
    if (!own && named.length > 1) return refused(new AppError(requestErrors.several, { code }))
    if (contracts.services && !contracts.services.includes(found.service)) return refused(new AppError(requestErrors.otherService, { code: found.code }), found)
    const before = seen.get(found.id)
    if (before !== undefined) return refused(new AppError(requestErrors.twice, { code: found.code, row: before }), found)
    seen.set(found.id, at + 1)
    const other = held.get(found.id)
    if (other !== undefined) return refused(new AppError(requestErrors.inAnother, { code: found.code, request: other }), found)
    const why = actions[kind]?.fits(found)
    return { code, found, problem: why && new AppError({ ...requestErrors.notUnresolved, ...why }) }
  })
}
