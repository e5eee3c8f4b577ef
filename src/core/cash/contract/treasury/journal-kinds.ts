/** What the journals of treasury transactions are called. */
export const treasuryJournalKinds = {
  TREASURY_DISPATCHED: { vi: 'Xuất quỹ', en: 'Cash dispatched' },
  TREASURY_RECEIVED: { vi: 'Nhận quỹ', en: 'Cash received' },
  TREASURY_RETURNED: { vi: 'Nhận lại tiền đã xuất', en: 'Cash taken back' },
  TREASURY_DEPOSITED: { vi: 'Nộp tiền vào ngân hàng', en: 'Deposited at the bank' },
  TREASURY_SETTLED: { vi: 'Nhận quỹ có chênh lệch', en: 'Received with a difference' },
  TREASURY_DIFFERENCE: { vi: 'Xử lý chênh lệch khi giao nhận', en: 'Difference of a handover' },
  TREASURY_TILL: { vi: 'Giữa quỹ chính và quầy', en: 'Between vault and till' },
}
