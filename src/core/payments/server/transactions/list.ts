import { sql } from 'kysely'
import { endOfDay } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import { requirePeriod } from '#platform/server/list/period.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { MAX_DAYS, type TransactionContracts, type TransactionFilter, traitsOf } from '../../contract/transactions.ts'
import { bankName } from '../banks.ts'
import type { OwnColumns } from '../service.ts'
import { chargesOf, type Transactions, withOwn } from './columns.ts'

type Row = { payerBankBin?: string | null; payeeBankBin?: string | null }

/** The list of a service's transactions. Counting and summing leaves out the joins, which only bring names. */
export function transactionList(contracts: TransactionContracts, own: OwnColumns | undefined): ListHandler<TransactionContracts['list'], Row> {
  const charges = chargesOf(contracts)
  return {
    query: ({ filter }, { scope, language }: RequestContext) => {
      const query = matching(contracts.service.code, filter, scope, language)
      const kept = Object.entries(own?.where ?? {}).filter(([field]) => filter[field as keyof typeof filter] !== undefined)
      const rows = withOwn(rowsOf(query, contracts), own)
      return kept.reduce((all, [field, condition]) => all.where(condition(filter[field as keyof typeof filter] as never)), rows)
    },
    key: 't.id',
    sums: charges.sums,
    sort: { occurredAt: 't.occurred_at', businessDate: 't.business_date', code: 't.code', amount: 't.amount', fee: 'fee', net: 'net' },
    map: (row) => ({ ...row, payerBank: bankName(row.payerBankBin ?? null), payeeBank: bankName(row.payeeBankBin ?? null) }),
  }
}

/** The transactions of a filter, inside the scope. */
function matching(service: string, filter: TransactionFilter, scope: Scope, language: Language): Transactions {
  let query: Transactions = scope.selectFrom('payment.transaction as t').where('t.service', '=', service)
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
  if (filter.payer) query = ofParty(query, 'payer', filter.payer)
  return filter.payee ? ofParty(query, 'payee', filter.payee) : query
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
function ofParty(query: Transactions, party: 'payer' | 'payee', text: string): Transactions {
  if (/^\d+$/.test(text)) return query.where(`t.${party}_account`, 'like', `${text}%`)
  const patterns = foldedPatterns(text)
  const account = /^[A-Za-z0-9]*\d[A-Za-z0-9]*$/.test(text) ? `${likeText(text)}%` : undefined
  const name = sql<string>`platform.fold(${sql.ref(`t.${party}_name`)})`
  return query.where((eb) => {
    const byName = eb.and(patterns.map((pattern) => eb(name, 'like', pattern)))
    return account === undefined ? byName : eb.or([byName, eb(`t.${party}_account`, 'ilike', account)])
  })
}

/** Names are joined from the left on unique keys, so that counting and summing leaves the joins out. */
function rowsOf(query: Transactions, contracts: TransactionContracts) {
  const { merchants, payers, payees } = traitsOf(contracts.service)
  const charges = chargesOf(contracts)
  return query
    .leftJoin('organisation.unit_directory as u', (join) =>
      join.on('u.id', '=', sql<string>`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)`),
    )
    .leftJoin('organisation.unit_directory as p', 'p.id', 't.province_unit_id')
    .select(['t.id', 't.code', 't.external_ref as externalRef', 'u.name as unitName', 'p.name as provinceName'])
    .select(['t.amount', charges.fee.as('fee'), charges.tax.as('tax'), charges.net.as('net')])
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
    .$if(merchants, (q) =>
      q.leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id').select(['m.code as merchantCode', 'm.name as merchantName']),
    )
    .$if(payers, (q) => q.select(['t.payer_name as payerName', 't.payer_account as payerAccount', 't.payer_bank_bin as payerBankBin']))
    .$if(payees, (q) => q.select(['t.payee_name as payeeName', 't.payee_account as payeeAccount', 't.payee_bank_bin as payeeBankBin']))
}
