import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {
    unit: {
      code: 'Mã đơn vị',
      name: 'Tên đơn vị',
      level: 'Cấp đơn vị',
      parentId: 'Đơn vị cấp trên',
      address: 'Địa chỉ',
      phone: 'Điện thoại',
      parentName: 'Đơn vị cấp trên',
      validFrom: 'Hoạt động từ',
      validTo: 'Hoạt động đến',
      version: 'Lần thay đổi',
      unitId: 'Đơn vị và cấp dưới',
      text: 'Mã, tên, địa chỉ, điện thoại',
    },
    partner: { code: 'Mã đối tác', name: 'Tên đối tác', shortName: 'Tên viết tắt', kind: 'Loại đối tác', bin: 'Mã BIN' },
    staff: {
      code: 'Mã nhân viên',
      fullName: 'Họ và tên',
      mobile: 'Số điện thoại',
      email: 'Email',
      unitId: 'Đơn vị',
      place: 'Nơi làm việc',
      positions: 'Chức danh',
      version: 'Lần thay đổi',
      text: 'Mã, tên, điện thoại, email',
    },
  },
  enums: {
    unitLevel: {
      HEAD_OFFICE: 'Tổng công ty',
      PROVINCE: 'Bưu điện tỉnh, thành phố',
      DISTRICT: 'Bưu điện khu vực',
      POST_OFFICE: 'Bưu cục',
      PAYOUT_POINT: 'Điểm chi trả',
    },
    unitStatus: { ACTIVE: 'Hoạt động', LOCKED: 'Tạm khoá', CLOSED: 'Đã đóng' },
    partnerKind: { OWN: 'Đối tác dịch vụ', BANK: 'Ngân hàng hợp tác' },
  },
} satisfies ModuleLabels
