import type { Text } from '#kernel/language.ts'

/** Services of journals that are no payment services, and what they are called. */
export const OWN_LEDGER_SERVICES: readonly { code: string; name: Text }[] = [
  { code: 'CASH', name: { vi: 'Ngân quỹ', en: 'Treasury' } },
  { code: 'GL', name: { vi: 'Bút toán điều chỉnh', en: 'Manual journals' } },
  { code: 'RECON', name: { vi: 'Đối soát', en: 'Reconciliation' } },
]
