export const vi = {
  screens: {},
  fields: {},
  enums: {
    identityType: { CCCD: 'Căn cước công dân', CAN_CUOC: 'Căn cước', ELECTRONIC: 'Căn cước điện tử', PASSPORT: 'Hộ chiếu' },
    slipStatus: { CLAIMED: 'Đang chi', UNKNOWN: 'Chưa rõ kết quả', PAID: 'Đã thu, chi', RELEASED: 'Không thực hiện', EXCESS: 'Chi thừa' },
  },
}
