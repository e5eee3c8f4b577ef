/** What the journals of counts are called. */
export const countJournalKinds = {
  CASH_SHORTAGE: { vi: 'Thiếu quỹ', en: 'Cash shortage' },
  CASH_SURPLUS: { vi: 'Thừa quỹ', en: 'Cash surplus' },
}
