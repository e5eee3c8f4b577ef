/** What is said of breaks outside of screens: sentences, workbooks, letters. */
import type { Language } from '#kernel/language.ts'

const vi = {
  breakReopenText: 'Cách xử lý không còn hiệu lực; chênh lệch trở lại danh sách chưa xử lý.',
  explainMissingOurs:
    'Đối tác ghi {theirs} đồng ngày {day} (tham chiếu {reference}, {theirsLines} dòng), bên ta không có giao dịch tương ứng; chênh {difference} đồng.',
  explainMissingTheirs: 'Bên ta ghi {ours} đồng ngày {day} (tham chiếu {reference}, {oursLines} dòng), sao kê của đối tác không có; chênh {difference} đồng.',
  explainAmount: 'Số tiền của {reference} khác nhau: bên ta ghi {ours} đồng, đối tác ghi {theirs} đồng; {more} {difference} đồng.',
  explainAmountGroup:
    'Tổng tiền của nhóm {reference} khác nhau: bên ta {oursLines} dòng, {ours} đồng; đối tác {theirsLines} dòng, {theirs} đồng; {more} {difference} đồng.',
  explainStatus: 'Trạng thái của {reference} khác nhau: bên ta ghi “{oursValue}”, đối tác ghi “{theirsValue}”; số tiền {risk} đồng chưa ngã ngũ.',
  explainStatusMoney:
    'Trạng thái của {reference} khác nhau: bên ta ghi “{oursValue}” ({ours} đồng), đối tác ghi “{theirsValue}” ({theirs} đồng); chênh {difference} đồng.',
  explainDuplicate:
    'Các dòng giống hệt nhau ({reference}) có số lượng khác nhau: bên ta {oursLines} dòng, {ours} đồng; đối tác {theirsLines} dòng, {theirs} đồng; {more} {difference} đồng.',
  explainDate: 'Ngày của {reference} khác nhau: bên ta ghi {oursValue}, đối tác ghi {theirsValue}, cách nhau {days} ngày; số tiền {ours} đồng.',
  explainAmbiguous:
    'Có nhiều cách khớp cho {reference}: {oursLines} dòng của ta và {theirsLines} dòng của đối tác, mỗi bên {ours} đồng; cần người chọn vì hệ thống không tự đoán.',
  explainAmbiguousMoney:
    'Có nhiều cách khớp cho {reference}: {oursLines} dòng của ta, {ours} đồng, và {theirsLines} dòng của đối tác, {theirs} đồng; chênh {difference} đồng; cần người chọn vì hệ thống không tự đoán.',
  moneyMoved: 'đã có tiền',
  noLine: 'không có dòng',
  weMore: 'bên ta nhiều hơn',
  theyMore: 'đối tác nhiều hơn',
  matchAuto: 'Khớp theo quy tắc “{rule}”',
  matchTolerance: 'Khớp theo quy tắc “{rule}” trong dung sai',
  matchManual: '{by} khớp tay',
  matchForced: '{by} khớp tay ngoài dung sai, hai người đã duyệt',
  matchGroup: '{oursLines} dòng của ta với {theirsLines} dòng của đối tác',
  matchEqual: 'số tiền hai bên bằng nhau',
  matchDifference: 'bên ta {ours} đồng, đối tác {theirs} đồng, chênh {difference} đồng',
  matchReason: 'lý do: {reason}',
  bookSheet: 'Chênh lệch',
  bookId: 'Mã chênh lệch',
  bookVersion: 'Phiên bản',
  bookMark: 'Dấu xác nhận',
  bookRow: 'Dòng',
  bookOutcome: 'So sánh',
  bookResult: 'Kết quả',
  bookProblem: 'Vấn đề',
  letterTitle: 'Công văn tra soát',
  letterForm: 'Phiên đối soát: {code}',
  letterPeriod: 'Kỳ đối soát: từ {from} đến {to}',
  letterTo: 'Kính gửi: {partner}',
  letterBody:
    'Qua đối soát {setup}, số liệu hai bên còn {count} khoản chưa thống nhất như bảng dưới đây. Đề nghị Quý đơn vị kiểm tra, xác nhận và trả lời bằng văn bản để hai bên xử lý.',
  letterTotal: 'Tổng cộng',
  letterWords: 'Tổng số tiền đề nghị tra soát, bằng chữ: {words}',
  letterDay: 'Ngày',
  letterReference: 'Tham chiếu',
  letterTransaction: 'Mã giao dịch',
  letterOurs: 'Số tiền bên gửi',
  letterTheirs: 'Số tiền bên nhận',
  letterDifference: 'Chênh lệch',
  letterContent: 'Nội dung cần tra soát',
  letterTaken: 'Lập bởi {name} lúc {at}',
  letterMaker: 'Người lập',
  letterHead: 'Thủ trưởng đơn vị',
  letterSign: '(Ký, họ tên)',
  letterStamp: '(Ký, họ tên, đóng dấu)',
}

const en: typeof vi = {
  breakReopenText: 'The resolution does not count any more; the break is open again.',
  explainMissingOurs:
    'The partner has VND {theirs} on {day} (reference {reference}, {theirsLines} {theirsLines|line|lines}); we have no such transaction; the difference is VND {difference}.',
  explainMissingTheirs:
    'We have VND {ours} on {day} (reference {reference}, {oursLines} {oursLines|line|lines}); the partner’s statement does not; the difference is VND {difference}.',
  explainAmount: 'The amounts of {reference} differ: ours is VND {ours}, theirs VND {theirs}; {more} by VND {difference}.',
  explainAmountGroup:
    'The totals of group {reference} differ: {oursLines} of our lines make VND {ours}, {theirsLines} of theirs VND {theirs}; {more} by VND {difference}.',
  explainStatus: 'The statuses of {reference} differ: ours is “{oursValue}”, theirs “{theirsValue}”; VND {risk} is not settled.',
  explainStatusMoney:
    'The statuses of {reference} differ: ours is “{oursValue}” (VND {ours}), theirs “{theirsValue}” (VND {theirs}); the difference is VND {difference}.',
  explainDuplicate:
    'Identical lines ({reference}) occur a different number of times: {oursLines} of ours make VND {ours}, {theirsLines} of theirs VND {theirs}; {more} by VND {difference}.',
  explainDate: 'The days of {reference} differ: ours is {oursValue}, theirs {theirsValue}, {days} {days|day|days} apart; the amount is VND {ours}.',
  explainAmbiguous:
    '{reference} can be matched in more than one way: {oursLines} of our lines and {theirsLines} of theirs, VND {ours} on each side; a person has to choose, because the system never guesses.',
  explainAmbiguousMoney:
    '{reference} can be matched in more than one way: {oursLines} of our lines, VND {ours}, and {theirsLines} of theirs, VND {theirs}; the difference is VND {difference}; a person has to choose, because the system never guesses.',
  moneyMoved: 'money has moved',
  noLine: 'no line',
  weMore: 'ours is more',
  theyMore: 'theirs is more',
  matchAuto: 'Matched by rule “{rule}”',
  matchTolerance: 'Matched by rule “{rule}” within its tolerance',
  matchManual: 'Matched by hand by {by}',
  matchForced: 'Matched by hand outside the tolerance by {by}, agreed on by two people',
  matchGroup: '{oursLines} of our {oursLines|line|lines} with {theirsLines} of their {theirsLines|line|lines}',
  matchEqual: 'both amounts are equal',
  matchDifference: 'ours is VND {ours}, theirs VND {theirs}, the difference VND {difference}',
  matchReason: 'reason: {reason}',
  bookSheet: 'Breaks',
  bookId: 'Break id',
  bookVersion: 'Version',
  bookMark: 'Mark',
  bookRow: 'Row',
  bookOutcome: 'Comparison',
  bookResult: 'Result',
  bookProblem: 'Problem',
  letterTitle: 'Dispute letter',
  letterForm: 'Session: {code}',
  letterPeriod: 'Period: {from} to {to}',
  letterTo: 'To: {partner}',
  letterBody:
    'After reconciling {setup}, {count} {count|item remains|items remain} on which both sides do not agree, as listed below. Please check and confirm them, and answer in writing, so that both sides can settle them.',
  letterTotal: 'Total',
  letterWords: 'Amount in dispute, in words: {words}',
  letterDay: 'Day',
  letterReference: 'Reference',
  letterTransaction: 'Transaction',
  letterOurs: 'Sender’s amount',
  letterTheirs: 'Recipient’s amount',
  letterDifference: 'Difference',
  letterContent: 'To be checked',
  letterTaken: 'Made by {name} at {at}',
  letterMaker: 'Prepared by',
  letterHead: 'Head of the unit',
  letterSign: '(Signature, full name)',
  letterStamp: '(Signature, full name, seal)',
}

export const WORDS: Record<Language, typeof vi> = { vi, en }
export type Word = keyof typeof vi
