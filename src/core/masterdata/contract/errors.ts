import { defineErrors, error } from '#kernel/errors.ts'

export const masterdataErrors = defineErrors({
  areaCodeTaken: error('MD-001', 409, {
    vi: 'Mã {code} đang được dùng cho {name} trong khoảng thời gian này',
    en: 'Code {code} is in use by {name} during this period',
  }),
  areaParent: error('MD-002', 422, {
    vi: 'Đơn vị cấp trên {code} không có hiệu lực trong toàn bộ khoảng thời gian này',
    en: 'The parent area {code} is not in effect for this whole period',
  }),
  areaHasChildren: error('MD-003', 409, {
    vi: 'Còn {count} đơn vị cấp dưới có hiệu lực sau ngày này',
    en: '{count} {count|area|areas} below it {count|is|are} still in effect after this date',
  }),
  areaEnded: error('MD-004', 409, { vi: 'Đơn vị này đã hết hiệu lực từ {date}', en: 'This area ended on {date}' }),
  areaSuccessor: error('MD-005', 422, {
    vi: 'Đơn vị kế thừa {name} phải còn hiệu lực sau ngày cuối của đơn vị cũ',
    en: 'The successor {name} must still be in effect after the old area’s last day',
  }),
  areaNotEnded: error('MD-006', 409, {
    vi: 'Chỉ ghi nhận đơn vị kế thừa cho đơn vị đã có ngày hết hiệu lực',
    en: 'Only an area with an end date can have a successor',
  }),
  areaCodeDigits: error('MD-007', 422, { vi: 'Mã của cấp này gồm {digits} chữ số', en: 'Codes at this level have {digits} digits' }),
  areaTwiceInFile: error('MD-030', 422, {
    vi: 'Mã {code} trùng thời gian hiệu lực với dòng {row}',
    en: 'Code {code} overlaps the effective period in row {row}',
  }),
  areaOldUnknown: error('MD-031', 422, { vi: 'Đơn vị cũ mã {code} không có hiệu lực trong ngày {date}', en: 'The old area {code} is not in effect on {date}' }),
  areaOldLevel: error('MD-035', 422, {
    vi: 'Đơn vị cũ mã {code} không cùng cấp với dòng này: mã của cấp này gồm {digits} chữ số',
    en: 'The old area {code} is not at the same level as this row: codes at this level have {digits} digits',
  }),
  areaOldLasts: error('MD-032', 422, {
    vi: 'Đơn vị cũ mã {code} còn hiệu lực sau ngày {date}, không thể kết thúc từ file',
    en: 'The old area {code} is in effect after {date} and cannot be ended by a file import',
  }),
  areaParentNeeded: error('MD-033', 422, { vi: 'Cần mã đơn vị cấp trên hợp lệ', en: 'A valid parent area code is required' }),
  areaParentNone: error('MD-034', 422, { vi: 'Cấp tỉnh không có đơn vị cấp trên', en: 'A province has no parent area' }),
  parameterKeyTaken: error('MD-010', 409, { vi: 'Tham số {key} đã tồn tại', en: 'The parameter {key} already exists' }),
  parameterBuiltin: error('MD-011', 409, {
    vi: 'Tham số {key} được hệ thống sử dụng, không thể xoá',
    en: 'The parameter {key} is used by the system and cannot be deleted',
  }),
  noHeadOffice: error('MD-012', 409, {
    vi: 'Chưa khai báo trụ sở chính, không thể lập yêu cầu phê duyệt',
    en: 'The head office has not been set up, so an approval request cannot be created',
  }),
})
