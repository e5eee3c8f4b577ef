/** What the journals of cash on delivery are called. */
export const codJournalKinds = {
  COD_COLLECTED: { vi: 'Bưu tá thu tiền COD', en: 'COD money collected by a postman' },
  COD_REFUNDED: { vi: 'Trả lại tiền COD cho người nhận', en: 'COD money given back to the receiver' },
  COD_ADJUSTED: { vi: 'Điều chỉnh tiền COD đã thu', en: 'Collected COD money put right' },
  COD_DEPOSIT: { vi: 'Nộp tiền COD', en: 'COD deposit' },
  COD_DEPOSIT_CANCEL: { vi: 'Huỷ giao dịch nộp COD', en: 'COD deposit cancelled' },
  COD_SENDER_PAID: { vi: 'Chi trả COD cho người gửi lẻ', en: 'COD paid to a retail sender' },
  COD_SENDER_REFUND: { vi: 'Thu lại tiền COD đã chi', en: 'COD payout taken back' },
  COD_DEPOSIT_REFUND: { vi: 'Hoàn trả tiền nộp COD', en: 'COD deposit given back' },
}
