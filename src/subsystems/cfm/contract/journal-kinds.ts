/** What the journals of money orders are called. */
export const cfmJournalKinds = {
  CFM_PAID: { vi: 'Chuyển tiền', en: 'Money order' },
  CFM_REFUND: { vi: 'Hoàn chuyển tiền', en: 'Money order refund' },
  CFM_TAKEN: { vi: 'Thu tiền chờ kết quả', en: 'Cash taken, result unknown' },
  PAYOUT_REFUND: { vi: 'Thu lại tiền chi trả', en: 'Payout taken back' },
  CFM_GIVEN: { vi: 'Tiền phải trả lại người gửi', en: 'Owed back to the sender' },
}
