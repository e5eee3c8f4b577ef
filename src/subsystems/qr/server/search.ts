import { en as paymentsEn } from '#core/payments/labels/en.ts'
import { vi as paymentsVi } from '#core/payments/labels/vi.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { getQrTransaction } from '../contract/transactions.ts'

const STATUS: Record<'vi' | 'en', Record<string, string>> = { vi: paymentsVi.enums.transactionStatus, en: paymentsEn.enums.transactionStatus }
/** Digits of a code; the beginning of one is looked for from this many on, or half the year would be found. */
const DIGITS = 15
const LEAST_DIGITS = 6

/** QR payments by their code, its beginning, or the whole reference of the partner. */
export const transactionSearch: SearchProvider = {
  permission: getQrTransaction.permission,
  async find(text, { scope, language }, limit) {
    if (!/^\S{4,64}$/.test(text)) return []
    const begun = /^(?:QR)?(\d+)$/i.exec(text)?.[1] ?? ''
    const rows = await scope
      .selectFrom('payment.transaction as t')
      .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
      .select(['t.id', 't.code', 't.external_ref', 't.payer_name', 't.status', 'm.name'])
      .where('t.service', '=', 'QR')
      .where((eb) =>
        eb.or([
          eb('t.code', '=', text.toUpperCase()),
          eb('t.external_ref', '=', text),
          // A range instead of LIKE: the index of codes answers it under any collation.
          ...(begun.length >= LEAST_DIGITS && begun.length <= DIGITS
            ? [eb.and([eb('t.code', '>=', `QR${begun.padEnd(DIGITS, '0')}`), eb('t.code', '<=', `QR${begun.padEnd(DIGITS, '9')}`)])]
            : []),
        ]),
      )
      .orderBy('t.code', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      code: row.code,
      title: [row.external_ref === text ? text : '', row.name ?? row.payer_name, STATUS[language][row.status]].filter(Boolean).join(' · '),
      path: `/pp-qr/quanlygiaodich/chitietgiaodich/${row.id}`,
    }))
  },
}
