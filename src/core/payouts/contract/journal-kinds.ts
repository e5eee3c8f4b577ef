/** What the journals of payout lists are called. */
export const payoutJournalKinds = {
  PAYOUT_FUNDS: { vi: 'Nhận tiền để chi trả', en: 'Money received for payouts' },
  PAYOUT_LIST: { vi: 'Chuyển tiền cho danh sách chi trả', en: 'Money moved to a payout list' },
  PAYOUT_UPDATE: { vi: 'Cập nhật danh sách chi trả', en: 'Update of a payout list' },
  PAYOUT_CLOSE: { vi: 'Hoàn tiền chưa chi về đơn vị uỷ quyền', en: 'Unpaid money back to the payer' },
  PAYOUT_PAID: { vi: 'Chi trả theo danh sách', en: 'Payout' },
}
