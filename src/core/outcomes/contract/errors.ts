import { defineErrors, error } from '#kernel/errors.ts'

/** What is refused of the outcomes that nobody knows. */
export const outcomeErrors = defineErrors({
  hardEvidence: error('OUT-001', 422, {
    vi: 'Cần ít nhất một bằng chứng xác thực cho kết quả này: trả lời cuối cùng của đối tác, dòng sao kê có số tham chiếu và đúng số tiền, hoặc file kết quả của đối tác',
    en: 'This verdict needs at least one hard piece of evidence: a final answer of the partner, a statement line with its reference and the amount, or a line of the partner’s result file',
  }),
  counterEvidence: error('OUT-019', 422, {
    vi: 'Giao dịch tại quầy cần ít nhất một bằng chứng xác thực cho kết quả này: phiếu tại quầy hoặc chứng từ, ảnh có kèm file',
    en: 'For a transaction at a counter this verdict needs at least one hard piece of evidence: a counter slip, document or photo with its file',
  }),
  statementAmount: error('OUT-018', 422, {
    vi: 'Số tiền của dòng sao kê khác số tiền giao dịch ({amount} đồng). Nếu sao kê ghi số khác, để trống ô này và ghi số đó vào nội dung',
    en: 'The amount of the statement line differs from that of the transaction (VND {amount}). If the statement does name another, leave this empty and write it in the content',
  }),
  askedJustNow: error('OUT-002', 409, {
    vi: 'Giao dịch {code} vừa được hỏi, vui lòng thử lại sau {seconds} giây',
    en: 'The partner has just been asked about {code}; try again in {seconds} {seconds|second|seconds}',
  }),
  notConnected: error('OUT-020', 409, {
    vi: 'Chưa kết nối hỏi kết quả với đối tác {partner} nên không hỏi được về giao dịch {code}',
    en: 'Inquiries to partner {partner} are not connected, so nothing can be asked about {code}',
  }),
  evidenceAhead: error('OUT-003', 422, { vi: 'Ngày của bằng chứng ở tương lai', en: 'The day of the evidence is in the future' }),
  decided: error('OUT-004', 409, { vi: 'Kết quả của giao dịch {code} đã được quyết định', en: 'The outcome of {code} has been decided' }),
  noConflict: error('OUT-005', 409, { vi: 'Giao dịch {code} không có mâu thuẫn chờ xử lý', en: 'There is no contradiction to settle for {code}' }),
  conflictFinal: error('OUT-016', 409, {
    vi: 'Mâu thuẫn của giao dịch {code} đã xử lý xong và chênh lệch đã hạch toán, không xử lý lại',
    en: 'The contradiction about {code} is settled and its difference is booked; it is not settled again',
  }),
  keepBooks: error('OUT-017', 409, {
    vi: 'Trước đây đã xác nhận báo cáo sau của giao dịch {code} là đúng nhưng chênh lệch chưa hạch toán. Vui lòng chọn báo cáo sau là đúng để hạch toán',
    en: 'The later report about {code} was confirmed before, but the difference is not booked yet. Choose that the later report is right, so that it is',
  }),
  newEvidence: error('OUT-006', 409, {
    vi: 'Đã có bằng chứng mới sau khi đề nghị; vui lòng xem lại và đề nghị lại',
    en: 'More evidence has come since this was proposed; look at it and propose again',
  }),
  notOpen: error('OUT-007', 422, { vi: 'Không có giao dịch chưa rõ kết quả với mã {reference}', en: 'There is no unresolved transaction {reference}' }),
  otherAmount: error('OUT-008', 422, {
    vi: 'Số tiền trong file khác số tiền giao dịch ({amount})',
    en: 'The amount differs from that of the transaction ({amount})',
  }),
  codeUnknown: error('OUT-010', 422, {
    vi: 'Mã kết quả {code} của đối tác {partner} chưa được quy ước; thêm mã ở màn hình Mã kết quả của đối tác rồi nhập lại',
    en: 'Nobody has agreed on what code {code} of {partner} means; add it on the screen of partner result codes, then import again',
  }),
  codeNotFinal: error('OUT-011', 422, { vi: 'Mã {code} không phải kết quả cuối cùng', en: 'Code {code} is not a final result' }),
  severalPartners: error('OUT-012', 422, {
    vi: 'Mã tham chiếu {reference} có ở nhiều đối tác; vui lòng nhập cột Mã đối tác',
    en: 'Several partners have the reference {reference}; fill in the partner code',
  }),
  fileTwice: error('OUT-013', 409, { vi: 'File này đã được {by} nhập lúc {at}', en: 'This file was imported by {by} at {at}' }),
  involved: error('OUT-014', 409, {
    vi: 'Giao dịch viên đã thực hiện giao dịch {code} không quyết định kết quả của giao dịch đó',
    en: 'The teller who made {code} does not decide its outcome',
  }),
  lineTwice: error('OUT-015', 422, {
    vi: 'Giao dịch {code} đã có ở dòng {line} của file',
    en: 'Line {line} of the file is about {code} already',
  }),
})
