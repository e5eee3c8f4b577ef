export const vi = {
  screens: {
    counter: 'Quầy và quỹ',
    myShift: 'Ca của tôi',
    counting: 'Kiểm quỹ',
    shifts: 'Danh sách ca',
    shift: 'Chi tiết ca',
    counts: 'Các lần kiểm quỹ',
    count: 'Chi tiết lần kiểm quỹ',
    holdings: 'Quỹ tiền mặt',
    holding: 'Chi tiết quỹ',
    dayClose: 'Chốt ngày',
    days: 'Ngày theo đơn vị',
    day: 'Chi tiết chốt ngày',
    dayProgress: 'Tiến độ chốt ngày',
  },
  fields: {},
  enums: {},
}
