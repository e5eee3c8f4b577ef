import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: { cutOff: 'Chốt chặn kỳ' },
  fields: {},
  enums: {},
} satisfies ModuleLabels
