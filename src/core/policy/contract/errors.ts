import { defineErrors } from '#kernel/errors.ts'

export const policyErrors = defineErrors({
  codeTaken: { code: 'POL-001', status: 409, vi: 'Chính sách {code} đã tồn tại', en: 'The policy {code} exists already' },
  draftExists: {
    code: 'POL-002',
    status: 409,
    vi: 'Chính sách {code} đang có bản nháp số {revision}; hãy sửa hoặc xoá bản đó trước',
    en: 'Policy {code} has a draft, number {revision}; edit or remove that one first',
  },
  overlap: {
    code: 'POL-003',
    status: 409,
    vi: 'Bản số {revision} của chính sách này có hiệu lực từ {from}; hãy chọn ngày sau đó',
    en: 'Number {revision} of this policy is in force from {from}; choose a later day',
  },
  stillInForce: {
    code: 'POL-011',
    status: 409,
    vi: 'Bản số {revision} của chính sách này đã kết thúc nhưng còn hiệu lực đến hết {to}; hãy chọn ngày sau đó',
    en: 'Number {revision} of this policy was ended but is in force until {to}; choose a later day',
  },
  past: { code: 'POL-004', status: 422, vi: 'Ngày hiệu lực phải từ hôm nay trở đi', en: 'It may take effect today at the earliest' },
  feeOverlap: { code: 'POL-005', status: 422, vi: 'Trùng khoảng số tiền với dòng {row}', en: 'The amounts overlap with row {row}' },
  feeBand: { code: 'POL-006', status: 422, vi: 'Số tiền đến phải lớn hơn số tiền từ', en: 'The end of the amounts must be above their beginning' },
  feeMaximum: { code: 'POL-007', status: 422, vi: 'Phí tối đa không được nhỏ hơn phí tối thiểu', en: 'The greatest fee must not be below the least' },
  feeReference: { code: 'POL-008', status: 422, vi: 'Không có đối tác hoặc đơn vị này', en: 'There is no such partner or unit' },
  endBefore: {
    code: 'POL-009',
    status: 422,
    vi: 'Ngày cuối phải từ hôm qua trở đi và không sau ngày kết thúc hiện tại',
    en: 'The last day must be yesterday or later, and not after the present end',
  },
  noHeadOffice: {
    code: 'POL-010',
    status: 409,
    vi: 'Chưa khai báo trụ sở chính, không thể trình duyệt',
    en: 'The head office has not been set up; it cannot be submitted',
  },
})
