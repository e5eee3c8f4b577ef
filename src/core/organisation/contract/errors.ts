import { defineErrors, error } from '#kernel/errors.ts'

export const organisationErrors = defineErrors({
  unitTaken: error('ORG-001', 409, { vi: 'Mã đơn vị {code} đã tồn tại', en: 'Unit code {code} already exists' }),
  parentLevel: error('ORG-002', 422, {
    vi: 'Đơn vị cấp trên phải đang hoạt động và ở ngay trên cấp này',
    en: 'The parent unit must be active and exactly one level above',
  }),
  hasUnits: error('ORG-003', 409, { vi: 'Đơn vị {name} còn đơn vị cấp dưới: {names}', en: '{name} still has subunits: {names}' }),
  hasStaff: error('ORG-004', 409, { vi: 'Đơn vị {name} còn nhân viên: {names}', en: '{name} still has staff: {names}' }),
  hasAccounts: error('ORG-005', 409, { vi: 'Đơn vị {name} còn tài khoản người dùng: {names}', en: '{name} still has user accounts: {names}' }),
  unitUsed: error('ORG-006', 409, {
    vi: 'Đơn vị {name} đã có dữ liệu nghiệp vụ nên không xoá được; hãy đóng đơn vị',
    en: '{name} has business data and cannot be deleted; close it instead',
  }),
  staffTaken: error('ORG-007', 409, { vi: 'Mã nhân viên {code} đã tồn tại', en: 'Staff code {code} already exists' }),
  staffPlace: error('ORG-008', 422, {
    vi: 'Nhân viên thuộc một đơn vị đang hoạt động, hoặc một đối tác đang hoạt động, trong phạm vi của bạn',
    en: 'A staff member must belong to one active unit or one active partner within your scope',
  }),
  staffAccount: error('ORG-009', 409, {
    vi: 'Nhân viên {name} còn tài khoản {account} đang dùng; hãy xoá tài khoản trước',
    en: '{name} still has the account {account}; delete the account first',
  }),
  staffUsed: error('ORG-010', 409, {
    vi: 'Nhân viên {name} đã có dữ liệu nghiệp vụ nên không xoá được; hãy đóng hồ sơ nhân viên',
    en: '{name} has business data and cannot be deleted; close the record instead',
  }),
  unitHoldsMoney: error('ORG-011', 409, {
    vi: 'Chưa đóng được {name}: còn {count} việc phải giải quyết trước',
    en: '{name} cannot be closed yet: {count} open {count|item|items} to settle first',
  }),
  staffHoldsMoney: error('ORG-012', 409, {
    vi: 'Chưa khoá, đóng hoặc chuyển {name} được: còn {count} việc phải giải quyết trước',
    en: '{name} cannot be locked, closed or moved yet: {count} open {count|item|items} to settle first',
  }),
  sameUnit: error('ORG-013', 422, { vi: 'Nhân viên đang làm việc tại đơn vị này', en: 'The staff member already works at this unit' }),
})
