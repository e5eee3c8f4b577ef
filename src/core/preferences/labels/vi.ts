import type { ModuleLabels } from '#kernel/screens.ts'

export const vi = {
  screens: {},
  fields: {},
  enums: { audience: { PRIVATE: 'Chỉ mình tôi', UNIT: 'Người cùng đơn vị', ALL: 'Tất cả mọi người' } },
} satisfies ModuleLabels
