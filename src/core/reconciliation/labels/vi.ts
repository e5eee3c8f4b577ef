import type { ModuleLabels } from '#kernel/labels.ts'

/** Words of all parts. The names of the plugs are put beside them by who hands the plugs over. */
export const vi = {
  screens: {
    list: 'Phiên đối soát',
    detail: 'Chi tiết phiên đối soát',
    setups: 'Cấu hình đối soát',
    setup: 'Chi tiết cấu hình đối soát',
    ageing: 'Tuổi chênh lệch và sức khoẻ đối soát',
  },
  fields: {},
  enums: { plug: {} },
} satisfies ModuleLabels
