import { type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import { endOfDay, TIME_ZONE } from '#kernel/dates.ts'
import { likeText } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, type Condition, conditionFields, days, is, oneOf, startsWith, type Where, within, words } from '#platform/server/list/where.ts'
import type { ListHandler } from '#platform/server/module.ts'
import { RETURNED_STATUSES } from '../../contract/transaction.ts'
import { type TransactionContracts, type TransactionFilter, traitsOf } from '../../contract/transactions.ts'
import type { PaymentService } from '../service.ts'
import { chargesOf, type Transactions, withOwn } from './columns.ts'
import { keptTotals } from './kept.ts'

/** The hour of the day in which it happened. */
export const hourOfDay = sql<number>`extract(hour from t.occurred_at at time zone ${sql.lit(TIME_ZONE)})::integer`

const WHERE: Where<TransactionFilter> = {
  code: (code) => is('t.code')(code.toUpperCase()),
  externalRef: is('t.external_ref'),
  // Found by the whole code or reference whatever the day.
  period: (period, _ctx, { code, externalRef, refunds, refusedReturn }) => {
    if (code || externalRef) return undefined
    if (refusedReturn && !(period.from && period.to)) return days('t.business_date')(period)
    const onDays = days('t.business_date')(period)
    // Nothing happens after its business date (a CHECK says so): without the last condition the newest first would begin long after `to`.
    const inPeriod = sql<SqlBool>`${onDays} and t.occurred_at < ${endOfDay(period.to as string)}`
    // What a payment comes to already says what was given back of it: refunds beside it would be counted twice.
    return refunds ? inPeriod : sql<SqlBool>`${inPeriod} and t.type <> 'REFUND'`
  },
  ledger: ({ from, to }) =>
    from || to ? sql<SqlBool>`coalesce(t.ledger_date, t.business_date) between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date` : undefined,
  refunds: (refunds) => (refunds ? sql<SqlBool>`t.type = 'REFUND'` : sql<SqlBool>`t.type <> 'REFUND'`),
  status: oneOf('t.status'),
  returned: (asked) => oneOf('t.status')(asked.flatMap((one) => RETURNED_STATUSES[one])),
  refusedReturn: () => sql<SqlBool>`(t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f)`,
  channel: is('t.channel'),
  feeSource: is('t.fee_source'),
  deviation: (deviation) =>
    deviation === 'LATE'
      ? sql<SqlBool>`t.late_of is not null`
      : sql<SqlBool>`exists (select from payment.suspense s where s.transaction_id = t.id and s.status = 'OPEN')`,
  merchantId: is('t.merchant_id'),
  partnerId: is('t.partner_id'),
  payerBankBin: is('t.payer_bank_bin'),
  hour: (hour) => sql<SqlBool>`${hourOfDay} = ${Number(hour)}`,
  unitId: within('t'),
  amount: between('t.amount'),
  payer: ofParty('payer'),
  payee: ofParty('payee'),
}

/** The list of a service's transactions. */
export function transactionList(
  contracts: TransactionContracts,
  { own, leavesOut, where: further }: Pick<PaymentService, 'own' | 'leavesOut' | 'where'>,
): ListHandler<TransactionContracts['list'], object> {
  const charges = chargesOf(contracts)
  // Each service has those of the conditions whose filters it has.
  const names = conditionFields(contracts.list.filter.shape)
  const where = Object.fromEntries(Object.entries<Condition>({ ...WHERE, ...own?.where, ...further }).filter(([name]) => names.has(name)))
  return {
    query: ({ scope, session }) => {
      const rows = scope.selectFrom('payment.transaction as t').where('t.service', '=', contracts.service.code)
      return withOwn(rowsOf(leavesOut ? rows.where((eb) => eb.not(leavesOut(session.userId))) : rows, contracts), own)
    },
    where: where as ListHandler<TransactionContracts['list'], object>['where'],
    key: 't.id',
    sums: charges.sums,
    kept: keptTotals(contracts, { leavesOut }),
    sort: { occurredAt: 't.occurred_at', businessDate: 't.business_date', code: 't.code', amount: 't.amount', fee: 'fee', net: 'net' },
  }
}

/** Digits are the beginning of an account; one word with a digit may be an account or a name; everything else is a name, by its words. */
function ofParty(party: 'payer' | 'payee') {
  const account = `t.${party}_account`
  return (text: string) => {
    if (/^\d+$/.test(text)) return startsWith(account)(text)
    const byName = words(`t.${party}_name`)(text)
    return /^[A-Za-z0-9]*\d[A-Za-z0-9]*$/.test(text) ? sql<SqlBool>`(${byName}) or ${sql.ref(account)} ilike ${`${likeText(text)}%`}` : byName
  }
}

/** As `holdOf` has it. */
const isHeld = sql<boolean>`exists (
  select from outcome.settlement_hold h where h.transaction_id = t.id or h.transaction_id in (select r.refund_id from payment.partner_refund r where r.parent_id = t.id))`

function rowsOf(query: Transactions, contracts: TransactionContracts) {
  const { merchants, payers, payees } = traitsOf(contracts.service)
  const charges = chargesOf(contracts)
  return query
    .leftJoin(
      ...lookup('organisation.unit_directory as u', { 'u.id': sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)` }),
    )
    .leftJoin(...lookup('organisation.unit_directory as p', { 'p.id': 't.province_unit_id' }))
    .select(['t.id', 't.code', 't.external_ref as externalRef', 'u.name as unitName', 'p.name as provinceName'])
    .select(['t.amount', charges.fee.as('fee'), charges.tax.as('tax'), charges.net.as('net')])
    .select([
      't.status',
      't.type',
      't.channel',
      't.fee_source as feeSource',
      't.occurred_at as occurredAt',
      't.business_date as businessDate',
      't.late_of as lateOf',
    ])
    .select([pendingRequest('payment.transaction', 't.id').as('pendingRequestId'), isHeld.as('held')])
    .$if(merchants, (q) =>
      q.leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' })).select(['m.code as merchantCode', 'm.name as merchantName']),
    )
    .$if(payers, (q) => q.select(['t.payer_name as payerName', 't.payer_account as payerAccount', bankNameIn('t.payer_bank_bin').as('payerBank')]))
    .$if(payees, (q) => q.select(['t.payee_name as payeeName', 't.payee_account as payeeAccount', bankNameIn('t.payee_bank_bin').as('payeeBank')]))
}
