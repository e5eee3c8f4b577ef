export const vi = {
  screens: {},
  fields: {},
  enums: { status: { ACTIVE: 'Hoạt động', LOCKED: 'Tạm khoá', CLOSED: 'Đã đóng' } },
}
