/** What the journals of variances are called. */
export const varianceJournalKinds = {
  CASH_SHORTAGE: { vi: 'Thiếu quỹ chờ xử lý', en: 'Cash shortage, pending' },
  CASH_DIFFERENCE_SETTLED: { vi: 'Xử lý tiền thiếu, thừa', en: 'Cash difference settled' },
  CASH_SURPLUS: { vi: 'Thừa quỹ chờ xử lý', en: 'Cash surplus, pending' },
}
