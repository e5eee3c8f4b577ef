export const vi = {
  screens: {
    counter: 'Quầy và quỹ',
    holdings: 'Quỹ tiền mặt',
    holding: 'Chi tiết quỹ',
  },
  fields: {},
  enums: {},
}
