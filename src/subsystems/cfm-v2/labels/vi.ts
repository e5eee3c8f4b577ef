export const vi = {
  screens: {
    counter: 'Quầy và quỹ',
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
