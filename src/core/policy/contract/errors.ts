import { defineErrors, error } from '#kernel/errors.ts'

export const policyErrors = defineErrors({
  codeTaken: error('POL-001', 409, { vi: 'Chính sách {code} đã tồn tại', en: 'The policy {code} exists already' }),
  draftExists: error('POL-002', 409, {
    vi: 'Chính sách {code} đang có bản nháp số {revision}; hãy sửa hoặc xoá bản đó trước',
    en: 'Policy {code} has a draft, number {revision}; edit or remove that one first',
  }),
  overlap: error('POL-003', 409, {
    vi: 'Bản số {revision} của chính sách này có hiệu lực từ {from}; hãy chọn ngày sau đó',
    en: 'Number {revision} of this policy is in force from {from}; choose a later day',
  }),
  stillInForce: error('POL-011', 409, {
    vi: 'Bản số {revision} của chính sách này đã kết thúc nhưng còn hiệu lực đến hết {to}; hãy chọn ngày sau đó',
    en: 'Number {revision} of this policy was ended but is in force until {to}; choose a later day',
  }),
  past: error('POL-004', 422, { vi: 'Ngày hiệu lực phải từ hôm nay trở đi', en: 'It may take effect today at the earliest' }),
  feeOverlap: error('POL-005', 422, { vi: 'Trùng khoảng số tiền với dòng {row}', en: 'The amounts overlap with row {row}' }),
  feeBand: error('POL-006', 422, { vi: 'Số tiền đến phải lớn hơn số tiền từ', en: 'The end of the amounts must be above their beginning' }),
  feeMaximum: error('POL-007', 422, { vi: 'Phí tối đa không được nhỏ hơn phí tối thiểu', en: 'The greatest fee must not be below the least' }),
  feeReference: error('POL-008', 422, { vi: 'Không có đối tác hoặc đơn vị này', en: 'There is no such partner or unit' }),
  endBefore: error('POL-009', 422, {
    vi: 'Ngày cuối phải từ hôm qua trở đi và không sau ngày kết thúc hiện tại',
    en: 'The last day must be yesterday or later, and not after the present end',
  }),
  noHeadOffice: error('POL-010', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể trình duyệt',
    en: 'The head office has not been set up; it cannot be submitted',
  }),
})
