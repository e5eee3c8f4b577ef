import type { SearchProvider } from '#platform/server/module.ts'
import { addressOf, type TransactionContracts } from '../../contract/transactions.ts'
import { en } from '../../labels/en.ts'
import { vi } from '../../labels/vi.ts'
import { inAnyCase } from './inquiry.ts'

const STATUS: Record<'vi' | 'en', Record<string, string>> = { vi: vi.enums.transactionStatus, en: en.enums.transactionStatus }
/** Digits of a code; the beginning of one is looked for from this many on, or half the year would be found. */
const DIGITS = 15
const LEAST_DIGITS = 6

/** Transactions of a service by their code, its beginning, or the whole reference of the partner or the bank. */
export function transactionSearch(contracts: TransactionContracts): SearchProvider {
  const { code: service, prefix } = contracts.service
  const beginning = new RegExp(`^(?:${prefix})?(\\d+)$`, 'i')
  return {
    permission: contracts.detail.permission,
    async find(text, { scope, language }, limit) {
      if (!/^\S{4,64}$/.test(text)) return []
      const begun = beginning.exec(text)?.[1] ?? ''
      const rows = await scope
        .selectFrom('payment.transaction as t')
        .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
        .select(['t.id', 't.code', 't.external_ref', 't.direction', 't.payer_name', 't.payee_name', 't.status', 'm.name'])
        .where('t.service', '=', service)
        .where((eb) =>
          eb.or([
            eb('t.code', '=', text.toUpperCase()),
            eb('t.external_ref', 'in', inAnyCase(text)),
            eb('t.bank_reference', 'in', inAnyCase(text)),
            // A range instead of LIKE: the index of codes answers it under any collation.
            ...(begun.length >= LEAST_DIGITS && begun.length <= DIGITS
              ? [eb.and([eb('t.code', '>=', `${prefix}${begun.padEnd(DIGITS, '0')}`), eb('t.code', '<=', `${prefix}${begun.padEnd(DIGITS, '9')}`)])]
              : []),
          ]),
        )
        .orderBy('t.code', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        code: row.code,
        title: [row.external_ref === text ? text : '', row.name ?? (row.direction === 'OUT' ? row.payee_name : row.payer_name), STATUS[language][row.status]]
          .filter(Boolean)
          .join(' · '),
        path: addressOf(contracts, row.id),
      }))
    },
  }
}
