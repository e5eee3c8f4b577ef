import { type SelectQueryBuilder, sql } from 'kysely'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { bankName } from '#core/payments/server/public.ts'
import type { FilterOf } from '#kernel/contract.ts'
import { endOfDay } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import type { DB } from '#platform/server/database/db.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import { requirePeriod } from '#platform/server/list/period.ts'
import type { Registrar } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { listQrTransactions, MAX_DAYS } from '../contract/transactions.ts'

type Filter = FilterOf<typeof listQrTransactions>
type Transactions = SelectQueryBuilder<DB & { t: DB['payment.transaction'] }, 't', Record<never, never>>

const paid = sql`t.status in (${sql.join(PAID_STATUSES.map((status) => sql.lit(status)))})`
/** Whole hundredths are summed, which the index of totals holds: half the cost of numeric. */
const SUMS = {
  amount: sql`sum(t.amount_hundredths) * 0.01`,
  fee: sql`sum(t.fee_hundredths) filter (where ${paid}) * 0.01`,
  tax: sql`sum(t.tax_hundredths) filter (where ${paid}) * 0.01`,
  net: sql`sum(t.amount_hundredths - t.fee_hundredths - t.tax_hundredths) filter (where ${paid}) * 0.01`,
}

/** What a payment is charged: fee and tax are reckoned when it is reported, and due once it has succeeded. */
export const CHARGES = {
  fee: sql<string>`case when ${paid} then t.fee else 0.00 end`,
  tax: sql<string>`case when ${paid} then t.tax else 0.00 end`,
  net: sql<string>`case when ${paid} then t.amount - t.fee - t.tax else 0.00 end`,
}

export function registerTransactions(on: Registrar): void {
  on.list(listQrTransactions, {
    query: ({ filter }, { scope, language }) => rowsOf(matching(filter, scope, language)),
    key: 't.id',
    sums: SUMS,
    sort: { occurredAt: 't.occurred_at', businessDate: 't.business_date', code: 't.code', amount: 't.amount', fee: 'fee', net: 'net' },
    map: (row) => ({ ...row, payerBank: bankName(row.payerBankBin) }),
  })
}

/** The QR payments of a filter, inside the scope. */
function matching(filter: Filter, scope: Scope, language: Language): Transactions {
  let query: Transactions = scope.selectFrom('payment.transaction as t').where('t.service', '=', 'QR')
  if (filter.code || filter.externalRef) {
    if (filter.code) query = query.where('t.code', '=', filter.code.toUpperCase())
    if (filter.externalRef) query = query.where('t.external_ref', '=', filter.externalRef)
  } else {
    const { from, to } = requirePeriod(filter, MAX_DAYS, language)
    query = query.where('t.business_date', '>=', from).where('t.business_date', '<=', to)
    // Nothing happens after its business date (a CHECK says so): without this the newest first would begin long after `to`.
    query = query.where('t.occurred_at', '<', endOfDay(to))
  }
  if (filter.status) query = query.where('t.status', 'in', filter.status)
  if (filter.channel) query = query.where('t.channel', '=', filter.channel)
  if (filter.merchantId) query = query.where('t.merchant_id', '=', filter.merchantId)
  if (filter.unitId) query = inUnit(query, filter.unitId)
  if (filter.amountFrom) query = query.where('t.amount', '>=', filter.amountFrom)
  if (filter.amountTo) query = query.where('t.amount', '<=', filter.amountTo)
  return filter.payer ? paidBy(query, filter.payer) : query
}

/** The unit itself and everything below it: whatever its level, it stands in one of the four columns. */
function inUnit(query: Transactions, unitId: string): Transactions {
  return query.where((eb) =>
    eb.or([
      eb('t.office_unit_id', '=', unitId),
      eb('t.district_unit_id', '=', unitId),
      eb('t.province_unit_id', '=', unitId),
      eb('t.head_unit_id', '=', unitId),
    ]),
  )
}

/** Digits are the beginning of an account; one word with a digit may be an account or a name; everything else is a name, by its words. */
function paidBy(query: Transactions, payer: string): Transactions {
  if (/^\d+$/.test(payer)) return query.where('t.payer_account', 'like', `${payer}%`)
  const patterns = foldedPatterns(payer)
  const account = /^[A-Za-z0-9]*\d[A-Za-z0-9]*$/.test(payer) ? `${likeText(payer)}%` : undefined
  return query.where((eb) => {
    const byName = eb.and(patterns.map((pattern) => eb(sql<string>`platform.fold(t.payer_name)`, 'like', pattern)))
    return account === undefined ? byName : eb.or([byName, eb('t.payer_account', 'ilike', account)])
  })
}

/** Names are joined from the left on unique keys, so that counting and summing leaves the joins out. */
function rowsOf(query: Transactions) {
  return query
    .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .leftJoin('organisation.unit_directory as u', (join) =>
      join.on('u.id', '=', sql<string>`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`),
    )
    .leftJoin('organisation.unit_directory as p', 'p.id', 't.province_unit_id')
    .select(['t.id', 't.code', 't.external_ref as externalRef', 'm.code as merchantCode', 'm.name as merchantName'])
    .select(['u.name as unitName', 'p.name as provinceName'])
    .select(['t.payer_name as payerName', 't.payer_account as payerAccount', 't.payer_bank_bin as payerBankBin'])
    .select(['t.amount', CHARGES.fee.as('fee'), CHARGES.tax.as('tax'), CHARGES.net.as('net')])
    .select(['t.status', 't.channel', 't.occurred_at as occurredAt', 't.business_date as businessDate'])
    .select((eb) =>
      eb
        .selectFrom('approvals.pending as a')
        .select('a.request_id')
        .where('a.subject_type', '=', 'payment.transaction')
        .where('a.subject_id', '=', sql<string>`t.id::text`)
        .limit(1)
        .as('pendingRequestId'),
    )
}
