import { fieldLabel, labelPlace } from '#kernel/labels.ts'
import type { Language, Text } from '#kernel/language.ts'
import { labelsOf } from '#platform/server/labels.ts'
import type { ServerModule } from '#platform/server/module.ts'

/** What the platform itself writes of any record: approvals, imports, exports, bulk actions. */
const COMMON: Readonly<Record<string, Text>> = {
  request: { vi: 'Yêu cầu phê duyệt', en: 'Request for approval' },
  columns: { vi: 'Các cột', en: 'Columns' },
  direction: { vi: 'Chiều', en: 'Direction' },
  field: { vi: 'Cột', en: 'Column' },
  file: { vi: 'File', en: 'File' },
  format: { vi: 'Định dạng', en: 'Format' },
  ids: { vi: 'Các bản ghi', en: 'Records' },
  left: { vi: 'Số dòng bỏ lại', en: 'Rows left out' },
  mode: { vi: 'Cách nhập', en: 'Mode of import' },
  rows: { vi: 'Số dòng', en: 'Rows' },
  searchSdi: { vi: 'Bộ lọc', en: 'Filter' },
  sort: { vi: 'Sắp xếp', en: 'Order' },
  size: { vi: 'Kích thước (byte)', en: 'Size (bytes)' },
}

/** What a field of a subject is called, by its path ('address.street'); undefined where a part of it has no words. */
export function auditFieldName(modules: readonly ServerModule[], subject: string, path: string, language: Language): string | undefined {
  const declared = modules.flatMap(({ audit }) => audit?.subjects?.[subject] ?? [])[0]
  const { module, last } = labelPlace(declared?.entity ?? subject)
  const labels = labelsOf(modules, module)?.[language]
  const nameOf = (field: string) =>
    declared?.fields?.[field]?.[language] ?? labels?.fields[`${last}Result`]?.[field] ?? fieldLabel(labels, last, field, language) ?? COMMON[field]?.[language]
  const names = path.split('.').map(nameOf)
  return names.includes(undefined) ? undefined : names.join(' › ')
}
