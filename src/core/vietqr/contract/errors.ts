import { defineErrors, error } from '#kernel/errors.ts'

/** What is wrong with a code, or an account, that somebody makes or changes. */
export const codeErrors = defineErrors({
  merchantUnknown: error('VQR-101', 422, { vi: 'Không có điểm bán này trong phạm vi của bạn', en: 'There is no such merchant within your scope' }),
  merchantInactive: error('VQR-102', 422, {
    vi: 'Điểm bán {merchantCode} chưa hoạt động, đang tạm khoá hoặc đã đóng',
    en: 'The merchant {merchantCode} is not active: not opened yet, locked or closed',
  }),
  unitElsewhere: error('VQR-103', 422, {
    vi: 'Đơn vị phải là đơn vị quản lý điểm bán hoặc trực thuộc đơn vị đó',
    en: 'The unit must be the one that looks after the merchant, or below it',
  }),
  staticAmount: error('VQR-104', 422, { vi: 'Mã tĩnh không ghi số tiền và nội dung', en: 'A static code has no amount and no memo' }),
  dynamicAmount: error('VQR-105', 422, { vi: 'Mã động phải có số tiền', en: 'A dynamic code needs an amount' }),
  dynamicEnd: error('VQR-106', 422, { vi: 'Mã động phải có ngày hết hạn', en: 'A dynamic code needs a last day' }),
  overCap: error('VQR-107', 422, { vi: 'Số tiền vượt mức tối đa {cap} đồng một giao dịch', en: 'The amount exceeds the maximum of VND {cap} per transaction' }),
  replacedAlready: error('VQR-108', 409, { vi: 'Mã đã được thay bằng {code}', en: 'This code was already replaced by {code}' }),
  notReplaceable: error('VQR-109', 409, {
    vi: 'Chỉ thay được mã đang dùng, đang khoá hoặc hết hạn; mã đã thu hồi thì lập mã mới',
    en: 'Only a code that is active, locked or expired can be replaced; for one that was revoked make a new code',
  }),
  over: error('VQR-110', 409, { vi: 'Mã đã quá ngày hết hạn {day}', en: 'The last day of this code was {day}' }),
  sameInFile: error('VQR-111', 422, {
    vi: 'Trùng với dòng {row} của file: cùng điểm bán, quầy, số tiền và nội dung',
    en: 'The same as row {row} of the file: merchant, counter, amount and memo',
  }),
  sameAsCode: error('VQR-112', 422, {
    vi: 'Đã có mã {code} đang dùng cho điểm bán và quầy này',
    en: 'Code {code} for this merchant and counter is in use',
  }),
  bankUnknown: error('VQR-113', 409, {
    vi: 'Tham số ngân hàng ({bank}) hoặc đầu số ({prefix}) của tài khoản định danh không hợp lệ',
    en: 'The parameters of virtual accounts are not valid: bank {bank}, prefix {prefix}',
  }),
  accountOpen: error('VQR-114', 409, {
    vi: 'Đã có tài khoản định danh {account} đang mở cho mục này',
    en: 'There is already an open virtual account for it: {account}',
  }),
  ofCode: error('VQR-115', 409, {
    vi: 'Tài khoản thuộc mã {code}: thu hồi mã để đóng tài khoản',
    en: 'This account belongs to code {code}: revoke the code to close it',
  }),
  merchantAmount: error('VQR-116', 422, {
    vi: 'Tài khoản của điểm bán dùng nhiều lần, không ghi số tiền và mã tham chiếu',
    en: 'The account of a merchant is used many times: it has no amount and no reference',
  }),
  referenceNeeded: error('VQR-117', 422, { vi: 'Nhập mã đơn hàng hoặc số hiệu bưu gửi', en: 'Enter the number of the order or parcel' }),
  notDraft: error('VQR-118', 409, {
    vi: 'Mã {code} đã đưa vào dùng nên không sửa được; hãy thay bằng mã mới',
    en: 'Code {code} is in use and cannot be changed; replace it with a new one',
  }),
  notPrinted: error('VQR-301', 409, {
    vi: 'Chỉ in, tải mã đang dùng hoặc tạm khoá; mã {code} không nhận thanh toán',
    en: 'Only active or locked codes are printed; code {code} takes no payments',
  }),
  tooManyPrinted: error('VQR-302', 422, {
    vi: 'Có hơn {max} mã khớp bộ lọc. Thu hẹp bộ lọc rồi in từng phần',
    en: 'More than {max} codes match the filter. Narrow it and print them in parts',
  }),
  nonePrinted: error('VQR-303', 422, {
    vi: 'Không có mã đang dùng hoặc tạm khoá nào khớp bộ lọc',
    en: 'No active or locked code matches the filter',
  }),
})

/** Why a payment to a virtual account is refused. */
export const creditErrors = defineErrors({
  unknownAccount: error('VQR-201', 422, { vi: 'Không có tài khoản định danh {account}', en: 'Virtual account {account} does not exist' }),
  otherMerchant: error('VQR-202', 422, {
    vi: 'Tài khoản định danh {account} không thuộc điểm bán {merchantCode}',
    en: 'Virtual account {account} does not belong to merchant {merchantCode}',
  }),
  locked: error('VQR-203', 422, { vi: 'Mã {code} đang tạm khoá', en: 'Code {code} is locked' }),
  expired: error('VQR-204', 422, { vi: 'Mã {code} đã hết hạn', en: 'Code {code} has expired' }),
  revoked: error('VQR-205', 422, { vi: 'Mã {code} đã bị thu hồi', en: 'Code {code} was revoked' }),
  used: error('VQR-206', 422, { vi: 'Tài khoản định danh {account} đã được thanh toán', en: 'Virtual account {account} was paid already' }),
  closed: error('VQR-207', 422, { vi: 'Tài khoản định danh {account} đã đóng', en: 'Virtual account {account} is closed' }),
  notYet: error('VQR-208', 422, { vi: 'Mã {code} chưa có hiệu lực', en: 'Code {code} is not in force yet' }),
  otherAmount: error('VQR-209', 422, { vi: 'Số tiền phải đúng {amount} đồng', en: 'The amount must be VND {amount}' }),
})

export const vietqrErrors = { ...codeErrors, ...creditErrors }
