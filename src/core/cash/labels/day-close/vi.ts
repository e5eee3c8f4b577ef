import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {},
  enums: { status: { OPEN: 'Đang mở', COUNTING: 'Đang kiểm quỹ', SUBMITTED: 'Chờ duyệt chốt', CLOSED: 'Đã chốt', REOPENED: 'Mở lại' } },
} satisfies ModuleLabels
