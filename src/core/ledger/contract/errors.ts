import { defineErrors, error } from '#kernel/errors.ts'

/** What the ledger refuses. {key} business key, {account} account code or id, {service} and {date} of the journal. */
export const ledgerErrors = defineErrors({
  unbalanced: error('LED-001', 422, {
    vi: 'Bút toán không cân: tổng Nợ và tổng Có theo {currency} lệch {difference}',
    en: 'The journal is not balanced: debits and credits in {currency} differ by {difference}',
  }),
  periodClosed: error('LED-002', 409, {
    vi: 'Kỳ kế toán của dịch vụ {service} ngày {date} đã chốt',
    en: 'The {service} accounting period for {date} is closed',
  }),
  duplicateKey: error('LED-003', 409, { vi: 'Nghiệp vụ {key} đã được hạch toán', en: 'The business event {key} has already been posted' }),
  accountInactive: error('LED-004', 409, { vi: 'Tài khoản {account} đang bị khoá hoặc đã đóng', en: 'The account {account} is locked or closed' }),
  accountUnknown: error('LED-005', 422, { vi: 'Không có tài khoản {account}', en: 'Account {account} does not exist' }),
  limit: error('LED-006', 409, { vi: 'Số dư tài khoản {account} sẽ vượt hạn mức cho phép', en: 'The balance of account {account} would exceed its limit' }),
  malformed: error('LED-007', 422, { vi: 'Bút toán không hợp lệ: {field}', en: 'The journal is not valid: {field}' }),
  currency: error('LED-008', 422, {
    vi: 'Loại tiền của bút toán khác loại tiền của tài khoản {account}',
    en: 'The entry currency differs from the currency of account {account}',
  }),
  mixed: error('LED-009', 422, {
    vi: 'Một bút toán không thể vừa ghi tài khoản nội bảng vừa ghi tài khoản ngoại bảng',
    en: 'One journal cannot post to both on-balance-sheet and off-balance-sheet accounts',
  }),
  journalUnknown: error('LED-010', 404, { vi: 'Không tìm thấy bút toán {journal}', en: 'Journal {journal} was not found' }),
  alreadyReversed: error('LED-011', 409, { vi: 'Bút toán {journal} đã được đảo', en: 'The journal {journal} has already been reversed' }),
  isReversal: error('LED-012', 409, {
    vi: 'Bút toán {journal} là bút toán đảo, không thể đảo tiếp',
    en: 'The journal {journal} is a reversal and cannot be reversed',
  }),
  unitUnknown: error('LED-013', 422, { vi: 'Không có đơn vị {unit}', en: 'Unit {unit} does not exist' }),
  accountExists: error('LED-014', 409, { vi: 'Mã tài khoản đã tồn tại', en: 'The account code already exists' }),
  periodNotOpen: error('LED-015', 409, { vi: 'Kỳ kế toán này đã chốt', en: 'This accounting period is already closed' }),
  periodNotClosed: error('LED-016', 409, { vi: 'Kỳ kế toán này chưa chốt', en: 'This accounting period is not closed' }),
  accountNotEmpty: error('LED-017', 409, { vi: 'Tài khoản còn số dư, không thể đóng', en: 'The account still has a balance and cannot be closed' }),
  limitsOrder: error('LED-018', 422, {
    vi: 'Hạn mức tối thiểu phải nhỏ hơn hoặc bằng hạn mức tối đa',
    en: 'The minimum balance must not exceed the maximum balance',
  }),
  dayClosed: error('LED-019', 409, {
    vi: 'Đơn vị {unit} đã chốt ngày {date}, không thể ghi sổ quỹ cho ngày này',
    en: 'Unit {unit} has closed {date}; its cash takes no posting for that day',
  }),
  twoUnits: error('LED-020', 422, {
    vi: 'Một bút toán không thể ghi vào quỹ của hai đơn vị',
    en: 'One journal cannot post to the cash of two units',
  }),
  dayNotOpen: error('LED-021', 409, { vi: 'Đơn vị đã chốt đến hết ngày {date}', en: 'The unit has already closed through {date}' }),
  dayNotClosed: error('LED-022', 409, { vi: 'Đơn vị chưa chốt ngày {date}', en: 'The unit has not closed {date}' }),
  keptByModule: error('LED-040', 409, {
    vi: 'Tài khoản {account} do phân hệ nghiệp vụ tự hạch toán, không được ghi bút toán điều chỉnh',
    en: 'Account {account} is posted to by its own module and takes no manual journal',
  }),
  noManual: error('LED-041', 409, {
    vi: 'Số hiệu {number} của tài khoản {account} không cho phép ghi bút toán điều chỉnh',
    en: 'Chart number {number} of account {account} does not allow manual journals',
  }),
  fraction: error('LED-042', 422, { vi: 'Số tiền phải là số nguyên đồng', en: 'The amount must be in whole đồng' }),
  future: error('LED-043', 422, { vi: 'Ngày nghiệp vụ không được sau hôm nay', en: 'The business date must not be after today' }),
  bothSides: error('LED-053', 422, {
    vi: 'Tài khoản {account} không thể vừa ghi Nợ vừa ghi Có trong một bút toán điều chỉnh',
    en: 'Account {account} cannot be both debited and credited in one manual journal',
  }),
  beforeBooks: error('LED-054', 422, {
    vi: 'Ngày nghiệp vụ không được trước kỳ kế toán đầu tiên, bắt đầu từ {date}',
    en: 'The business date must not be before the first accounting period, which begins on {date}',
  }),
  tooOld: error('LED-055', 422, {
    vi: 'Ngày nghiệp vụ không được quá {days} ngày trước, sớm nhất là {date}',
    en: 'The business date must not be more than {days} {days|day|days} back; the earliest is {date}',
  }),
  noUnit: error('LED-044', 422, { vi: 'Vui lòng chọn đơn vị của bút toán', en: 'Please choose the unit of the journal' }),
  unchanged: error('LED-045', 409, { vi: 'Hạn mức mới giống hạn mức hiện tại', en: 'The new limits are the same as the current ones' }),
  chartNumberTaken: error('LED-046', 409, { vi: 'Số hiệu {number} đã có trong hệ thống tài khoản', en: 'Number {number} is already in the chart of accounts' }),
  chartParent: error('LED-047', 422, {
    vi: 'Tài khoản cấp trên {number} không có, khác loại, hết hiệu lực trước hoặc nằm dưới chính tài khoản này',
    en: 'The parent account {number} does not exist, is of another class, ends earlier or lies below this one',
  }),
  chartInUse: error('LED-048', 409, {
    vi: 'Số hiệu {number} đang được dùng, không thể xoá hoặc đổi loại',
    en: 'Number {number} is in use; it cannot be deleted or change its class',
  }),
  chartEnd: error('LED-049', 409, {
    vi: 'Số hiệu {number} còn tài khoản nghiệp vụ hoặc tài khoản cấp dưới đang dùng, không thể kết thúc hiệu lực',
    en: 'Number {number} still has business accounts or lines below it in use; it cannot end',
  }),
  chartNotManual: error('LED-052', 422, {
    vi: 'Số hiệu {number} không có, hết hiệu lực hoặc không cho phép ghi bút toán điều chỉnh',
    en: 'Number {number} does not exist, is not in force or does not allow manual journals',
  }),
  chartLine: error('LED-050', 422, {
    vi: 'Không có số hiệu {number} cùng loại đang hiệu lực trong hệ thống tài khoản',
    en: 'The chart has no line {number} of the same class in force',
  }),
  chartSame: error('LED-051', 409, { vi: 'Tài khoản đang thuộc số hiệu {number}', en: 'The account already belongs to number {number}' }),
})
