import { defineErrors } from '#kernel/errors.ts'

/** What the ledger refuses. {key} business key, {account} account code or id, {service} and {date} of the journal. */
export const ledgerErrors = defineErrors({
  unbalanced: {
    code: 'LED-001',
    status: 422,
    vi: 'Bút toán không cân: tổng Nợ và tổng Có theo {currency} lệch {difference}',
    en: 'The journal is not balanced: debits and credits in {currency} differ by {difference}',
  },
  periodClosed: { code: 'LED-002', status: 409, vi: 'Kỳ kế toán của dịch vụ {service} ngày {date} đã chốt', en: 'The period of {service} on {date} is closed' },
  duplicateKey: { code: 'LED-003', status: 409, vi: 'Nghiệp vụ {key} đã được hạch toán', en: 'The business event {key} has been posted already' },
  accountInactive: { code: 'LED-004', status: 409, vi: 'Tài khoản {account} đang bị khoá hoặc đã đóng', en: 'The account {account} is locked or closed' },
  accountUnknown: { code: 'LED-005', status: 422, vi: 'Không có tài khoản {account}', en: 'There is no account {account}' },
  limit: {
    code: 'LED-006',
    status: 409,
    vi: 'Số dư tài khoản {account} sẽ vượt hạn mức cho phép',
    en: 'The balance of the account {account} would pass its limit',
  },
  malformed: { code: 'LED-007', status: 422, vi: 'Bút toán không hợp lệ: {field}', en: 'The journal is not valid: {field}' },
  currency: {
    code: 'LED-008',
    status: 422,
    vi: 'Loại tiền của bút toán khác loại tiền của tài khoản {account}',
    en: 'The currency of the entry is not that of the account {account}',
  },
  mixed: {
    code: 'LED-009',
    status: 422,
    vi: 'Một bút toán không thể vừa ghi tài khoản nội bảng vừa ghi tài khoản ngoại bảng',
    en: 'One journal cannot move both on-balance and off-balance accounts',
  },
  journalUnknown: { code: 'LED-010', status: 404, vi: 'Không tìm thấy bút toán {journal}', en: 'There is no journal {journal}' },
  alreadyReversed: { code: 'LED-011', status: 409, vi: 'Bút toán {journal} đã được đảo', en: 'The journal {journal} has been reversed already' },
  isReversal: {
    code: 'LED-012',
    status: 409,
    vi: 'Bút toán {journal} là bút toán đảo, không thể đảo tiếp',
    en: 'The journal {journal} is a reversal and cannot be reversed',
  },
  unitUnknown: { code: 'LED-013', status: 422, vi: 'Không có đơn vị {unit}', en: 'There is no organisation unit {unit}' },
  accountExists: { code: 'LED-014', status: 409, vi: 'Mã tài khoản đã tồn tại', en: 'The account code exists already' },
  periodNotOpen: { code: 'LED-015', status: 409, vi: 'Kỳ kế toán này đã chốt', en: 'This period is closed already' },
  periodNotClosed: { code: 'LED-016', status: 409, vi: 'Kỳ kế toán này chưa chốt', en: 'This period is not closed' },
  accountNotEmpty: { code: 'LED-017', status: 409, vi: 'Tài khoản còn số dư, không thể đóng', en: 'The account has a balance and cannot be closed' },
  limitsOrder: {
    code: 'LED-018',
    status: 422,
    vi: 'Hạn mức tối thiểu phải nhỏ hơn hoặc bằng hạn mức tối đa',
    en: 'The lower limit must not be above the upper one',
  },
})
