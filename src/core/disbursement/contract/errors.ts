import { defineErrors, error } from '#kernel/errors.ts'

export const disbursementErrors = defineErrors({
  sourceUnknown: error('DSB-001', 404, { vi: 'Không có nguồn chi này', en: 'There is no such source of transfers' }),
  sourceClosed: error('DSB-002', 409, {
    vi: '{source} chưa được duyệt hoặc đã đóng, không thể lập lô chuyển khoản',
    en: '{source} is not approved or is closed, so no transfers can be made for it',
  }),
  nothingToPay: error('DSB-003', 409, { vi: '{source} không còn dòng nào cần chuyển khoản', en: 'Nothing of {source} is left to be transferred' }),
  batchOpen: error('DSB-004', 409, {
    vi: '{source} đang có lô {batch} chưa duyệt. Vui lòng trình duyệt hoặc huỷ lô đó trước',
    en: '{source} already has batch {batch} that is not approved yet. Submit or cancel that one first',
  }),
  noConnection: error('DSB-005', 409, {
    vi: 'Đối tác này chưa mở kết nối để hỏi tên tài khoản và chi tiền',
    en: 'This partner has no open connection for account names and payouts',
  }),
  empty: error('DSB-006', 409, { vi: 'Lô không có lệnh chuyển nào để trình duyệt', en: 'The batch has no transfers to submit' }),
  hashChanged: error('DSB-007', 409, {
    vi: 'Các lệnh chuyển của lô không còn đúng như khi trình duyệt. Vui lòng trình lại',
    en: 'The transfers of the batch are no longer as submitted. Submit it again',
  }),
  approvedByMaker: error('DSB-008', 409, { vi: 'Người lập lô không được duyệt lô đó', en: 'A batch is not approved by the person who made it' }),
  notReported: error('DSB-009', 403, {
    vi: 'Lệnh chuyển khoản do hệ thống này gửi đi, kênh không tự báo',
    en: 'Transfers are sent by this system and not reported by a channel',
  }),
  returnWithoutOutcome: error('DSB-010', 422, {
    vi: 'Tiền bị trả lại phải báo kèm kết quả',
    en: 'A returned transfer is reported with its outcome',
  }),
  alreadySent: error('DSB-011', 409, {
    vi: 'Lệnh {reference} đã rời hệ thống hoặc đang gửi, không được gửi lại',
    en: 'Transfer {reference} has left this system or is being sent, so it is not sent again',
  }),
  sameAccount: error('DSB-012', 422, {
    vi: 'Tài khoản mới phải khác tài khoản đang bị giữ',
    en: 'The new account must differ from the one that is held',
  }),
  accountBlocked: error('DSB-013', 409, {
    vi: 'Tài khoản {account} cũng đang bị giữ hoặc đã bị thay thế',
    en: 'Account {account} is held or has been replaced as well',
  }),
  sourceChanged: error('DSB-014', 409, {
    vi: 'Dòng nguồn đã thay đổi hoặc không còn phải chi nên lệnh không được gửi',
    en: 'What is to be paid has changed or is no longer owed, so the transfer was not sent',
  }),
  accountHeld: error('DSB-015', 409, {
    vi: 'Tài khoản {account} đã bị giữ sau khi lập lô nên lệnh không được gửi',
    en: 'Account {account} has been held since the batch was made, so the transfer was not sent',
  }),
  partnerLocked: error('DSB-017', 409, {
    vi: 'Đối tác {partner} đang bị khoá nên không gửi lệnh chuyển khoản',
    en: 'Partner {partner} is locked, so no transfers are sent',
  }),
  correctionOpen: error('DSB-018', 409, {
    vi: 'Tài khoản này đang có yêu cầu sửa chờ duyệt. Vui lòng chờ quyết định hoặc rút yêu cầu trước',
    en: 'A correction of this account waits for approval. Have it decided or withdraw it first',
  }),
  heldElsewhere: error('DSB-019', 409, {
    vi: 'Tài khoản {account} đang bị giữ hoặc đã bị thay thế ở khoản chi khác. Vui lòng xử lý khoản đó trước, hoặc sửa sang tài khoản khác',
    en: 'Account {account} is held or was replaced for another payment. Decide on that one first, or correct this one to another account',
  }),
  disputed: error('DSB-016', 409, {
    vi: 'Giao dịch {reference} của cùng khoản chi này có báo cáo mâu thuẫn chưa xử lý xong, chưa được chi',
    en: 'Reports about transaction {reference} contradict each other, and it concerns the same money: it is not paid before that is settled',
  }),
  accountReplaced: error('DSB-023', 409, {
    vi: 'Tài khoản {account} đã bị hai người thay thế nên một người không xác nhận lại được. Vui lòng trình sửa với đúng tài khoản này để người khác duyệt, hoặc sửa sang tài khoản khác',
    en: 'Two people replaced account {account}, so one person cannot confirm it. Submit a correction that names the same account for approval, or correct it to another account',
  }),
  returnTransferUnknown: error('DSB-021', 422, {
    vi: 'Không có lệnh chuyển khoản {reference} qua đối tác này',
    en: 'There is no transfer {reference} through this partner',
  }),
  returnTransferState: error('DSB-022', 409, {
    vi: 'Lệnh {reference} không ở trạng thái thành công nên không nhận tiền trả lại',
    en: 'Transfer {reference} is not paid, so no money can come back for it',
  }),
  owedMore: error('DSB-024', 409, {
    vi: 'Lệnh {reference} đã chuyển {amount} đồng nhưng dòng nguồn còn phải chi {owed} đồng. Vui lòng cập nhật số tiền của dòng về đúng số đã chuyển (chỉ sửa số tiền), rồi duyệt lại',
    en: 'Transfer {reference} was of {amount}, but {owed} is owed by now. Put the amount right first, by an update that changes the amount alone to what was transferred, then decide again',
  }),
  returnCorrected: error('DSB-025', 409, {
    vi: 'Lệnh {reference} được xác định là đã chuyển sau báo cáo mâu thuẫn, và tiền đã lấy từ tài khoản {accounts}, không phải từ nguồn chi này. Không khớp được: vui lòng ghi thu nhập, rồi lập bút toán tay chuyển về đúng tài khoản',
    en: 'Transfer {reference} was settled as made after all, with money of account {accounts} and not of its source, so what came back is not matched to it. Book it as income, then move it to the right account by a manual journal',
  }),
  alike: error('DSB-026', 409, {
    vi: 'Hôm nay lệnh {reference} đã gửi {amount} đồng đến cùng tài khoản {account} mà chưa rõ kết quả. Lệnh này chờ đến khi biết kết quả của lệnh đó',
    en: 'Transfer {reference} of the same {amount} VND to account {account} was sent today and its outcome is not known. This one waits until it is',
  }),
  accountOfRecord: error('DSB-027', 409, {
    vi: 'Khoản này chi theo tài khoản của hồ sơ, hiện là {account}. Vui lòng đổi tài khoản tại hồ sơ (gọi lại xác nhận, hai người, thời gian chờ), rồi trình sửa sang đúng tài khoản đó',
    en: 'This is paid to the account of the record, which is {account} by now. Change it there (call back, two people, cooling period), then submit a correction that names that account',
  }),
})
