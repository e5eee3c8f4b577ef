import { also } from './also.ts'

export const vi = {
  screens: {
    home: 'Vị thế tiền mặt',
    counter: 'Quầy và quỹ',
    myShift: 'Ca của tôi',
    pay: 'Chi tiền tại quầy',
    cashOrders: 'Lệnh chi tiền mặt',
    counting: 'Kiểm quỹ',
    shifts: 'Danh sách ca',
    shift: 'Chi tiết ca',
    counts: 'Các lần kiểm quỹ',
    count: 'Chi tiết lần kiểm quỹ',
    holdings: 'Quỹ tiền mặt',
    holding: 'Chi tiết quỹ',
    differences: 'Tiền thiếu, thừa',
    dayClose: 'Chốt ngày',
    days: 'Ngày theo đơn vị',
    day: 'Chi tiết chốt ngày',
    dayProgress: 'Tiến độ chốt ngày',
  },
  also,
  fields: {},
  enums: {},
}
