/** What the journals of cash itself are called. */
export const cashJournalKinds = {
  CASH_SHORTAGE: { vi: 'Thiếu quỹ', en: 'Cash shortage' },
  CASH_SURPLUS: { vi: 'Thừa quỹ', en: 'Cash surplus' },
  TREASURY_DISPATCHED: { vi: 'Xuất quỹ chuyển đi', en: 'Cash dispatched' },
  TREASURY_RECEIVED: { vi: 'Nhập quỹ', en: 'Cash received' },
  TREASURY_RETURNED: { vi: 'Nhập lại quỹ', en: 'Cash returned' },
  TREASURY_SETTLED: { vi: 'Nhập quỹ sau chênh lệch', en: 'Cash received after a difference' },
  TREASURY_DIFFERENCE: { vi: 'Xử lý chênh lệch', en: 'Difference decided' },
  TREASURY_TILL: { vi: 'Giao nhận quầy', en: 'Till hand-over' },
}
