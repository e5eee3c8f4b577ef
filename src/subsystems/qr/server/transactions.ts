import { type SqlBool, sql } from 'kysely'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { bankName } from '#core/payments/server/public.ts'
import type { FilterOf } from '#kernel/contract.ts'
import { endOfDay } from '#kernel/dates.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { requirePeriod } from '#platform/server/list/period.ts'
import { between, is, oneOf, startsWith, type Where, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { listQrTransactions, MAX_DAYS, searchQrMerchants } from '../contract/transactions.ts'

type Filter = FilterOf<typeof listQrTransactions>

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
    query: rowsOf,
    where: {
      code: (code) => is('t.code')(code.toUpperCase()),
      externalRef: is('t.external_ref'),
      period,
      status: oneOf('t.status'),
      channel: is('t.channel'),
      merchantId: is('t.merchant_id'),
      unitId: within('t'),
      amount: between('t.amount'),
      payer: paidBy,
    },
    key: 't.id',
    sums: SUMS,
    sort: { occurredAt: 't.occurred_at', businessDate: 't.business_date', code: 't.code', amount: 't.amount', fee: 'fee', net: 'net' },
    map: (row) => ({ ...row, payerBank: bankName(row.payerBankBin) }),
  })

  on.query(searchQrMerchants, ({ text, ids }, ctx) => {
    let query = merchants(ctx)
      .select((eb) => [eb.ref('m.id').$notNull().as('id'), eb.ref('m.code').$notNull().as('code'), eb.ref('m.name').$notNull().as('name')])
      .orderBy('m.name')
      .orderBy('m.id')
      .limit(50)
    if (ids) query = query.where('m.id', 'in', ids)
    for (const pattern of foldedPatterns(text ?? '')) {
      query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(m.name)`, 'like', pattern), eb(sql<string>`lower(m.code)`, 'like', pattern)]))
    }
    return query.execute()
  })
}

/** Merchants of the caller's units; for partner staff, who look after none, those that their own channel was used to pay. */
function merchants({ scope, session }: RequestContext) {
  const paid = scope.selectFrom('payment.transaction as t').select('t.id').where('t.service', '=', 'QR').whereRef('t.merchant_id', '=', sql.ref('m.id'))
  const own = scope.selectFrom('payment.merchant as own').select('own.id').whereRef('own.id', '=', sql.ref('m.id'))
  return scope.db.selectFrom('payment.merchant_directory as m').where((eb) => eb.exists(session.scope.kind === 'PARTNER' ? paid : own))
}

/** Digits are the beginning of an account; one word with a digit may be an account or a name; everything else is a name, by its words. */
function paidBy(payer: string) {
  if (/^\d+$/.test(payer)) return startsWith('t.payer_account')(payer)
  const byName = words('t.payer_name')(payer)
  const account = `${likeText(payer)}%`
  return /^[A-Za-z0-9]*\d[A-Za-z0-9]*$/.test(payer) ? sql<SqlBool>`(${byName}) or t.payer_account ilike ${account}` : byName
}

/** Found by the whole code or reference whatever the day; else the period is needed. */
const period: Where<Filter>['period'] = (asked, ctx, { code, externalRef }) => {
  if (code || externalRef) return undefined
  const { from, to } = requirePeriod(asked, MAX_DAYS, ctx.language)
  // Nothing happens after its business date (a CHECK says so): without the last line the newest first would begin long after `to`.
  return sql<SqlBool>`t.business_date >= ${from} and t.business_date <= ${to} and t.occurred_at < ${endOfDay(to)}`
}

function rowsOf({ scope }: RequestContext) {
  return scope
    .selectFrom('payment.transaction as t')
    .where('t.service', '=', 'QR')
    .leftJoin(...lookup('payment.merchant_directory as m', 'm.id', 't.merchant_id'))
    .leftJoin(...lookup('organisation.unit_directory as u', 'u.id', sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`))
    .leftJoin(...lookup('organisation.unit_directory as p', 'p.id', 't.province_unit_id'))
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
