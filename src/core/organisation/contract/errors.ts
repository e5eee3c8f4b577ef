import { defineErrors } from '#kernel/errors.ts'

export const organisationErrors = defineErrors({
  unitTaken: { code: 'ORG-001', status: 409, vi: 'Mã đơn vị {code} đã tồn tại', en: 'The unit code {code} exists already' },
  parentLevel: {
    code: 'ORG-002',
    status: 422,
    vi: 'Đơn vị cấp trên phải đang hoạt động và ở ngay trên cấp này',
    en: 'The parent unit must be active and of the level right above',
  },
  hasUnits: { code: 'ORG-003', status: 409, vi: 'Đơn vị {name} còn đơn vị cấp dưới: {names}', en: 'The unit {name} has units below it: {names}' },
  hasStaff: { code: 'ORG-004', status: 409, vi: 'Đơn vị {name} còn nhân viên: {names}', en: 'The unit {name} has staff: {names}' },
  hasAccounts: { code: 'ORG-005', status: 409, vi: 'Đơn vị {name} còn tài khoản người dùng: {names}', en: 'The unit {name} has user accounts: {names}' },
  unitUsed: {
    code: 'ORG-006',
    status: 409,
    vi: 'Đơn vị {name} đã có dữ liệu nghiệp vụ nên không xoá được; hãy đóng đơn vị',
    en: 'The unit {name} has business data and cannot be removed; close it instead',
  },
  staffTaken: { code: 'ORG-007', status: 409, vi: 'Mã nhân viên {code} đã tồn tại', en: 'The staff code {code} exists already' },
  staffPlace: {
    code: 'ORG-008',
    status: 422,
    vi: 'Nhân viên thuộc một đơn vị đang hoạt động, hoặc một đối tác đang hoạt động, trong phạm vi của bạn',
    en: 'Staff belong to one active unit, or to one active partner, of your own scope',
  },
  staffAccount: {
    code: 'ORG-009',
    status: 409,
    vi: 'Nhân viên {name} còn tài khoản {account} đang dùng; hãy xoá tài khoản trước',
    en: 'The member of staff {name} still has the account {account}; delete the account first',
  },
  staffUsed: {
    code: 'ORG-010',
    status: 409,
    vi: 'Nhân viên {name} đã có dữ liệu nghiệp vụ nên không xoá được; hãy đóng nhân viên',
    en: 'The member of staff {name} has business data and cannot be removed; close the record instead',
  },
})
