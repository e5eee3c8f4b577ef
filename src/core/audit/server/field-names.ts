import { fieldLabel, labelPlace } from '#kernel/labels.ts'
import type { Language, Text } from '#kernel/language.ts'
import { labelsOf } from '#platform/server/labels.ts'
import type { ServerModule } from '#platform/server/module.ts'

/** What the platform itself writes of any record: approvals, imports, exports, bulk actions. */
const COMMON: Readonly<Record<string, Text>> = {
  request: { vi: 'Yêu cầu phê duyệt số', en: 'Approval request no.' },
  requested: { vi: 'Đề nghị', en: 'Requested' },
  decisionReason: { vi: 'Ý kiến xử lý', en: 'Checker’s comment' },
  columns: { vi: 'Các cột', en: 'Columns' },
  direction: { vi: 'Chiều', en: 'Direction' },
  field: { vi: 'Cột', en: 'Column' },
  file: { vi: 'File', en: 'File' },
  format: { vi: 'Định dạng', en: 'Format' },
  ids: { vi: 'Các bản ghi', en: 'Records' },
  left: { vi: 'Số dòng bỏ lại', en: 'Rows skipped' },
  mode: { vi: 'Cách nhập', en: 'Import mode' },
  rows: { vi: 'Số dòng', en: 'Rows' },
  searchSdi: { vi: 'Bộ lọc', en: 'Filter' },
  sort: { vi: 'Sắp xếp', en: 'Order' },
  size: { vi: 'Kích thước (byte)', en: 'Size (bytes)' },
}

/** Where the words and kinds of a subject's fields stand: its entity, and the pictures that others write of it. */
export function subjectOf(modules: readonly ServerModule[], subject: string) {
  const [declared] = modules.flatMap(({ audit }) => audit?.subjects?.[subject] ?? [])
  const pictures = modules.flatMap(({ audit }) => audit?.pictures?.[subject] ?? [])
  return { declared, entity: declared?.entity ?? subject, pictures }
}

/** What a field of a subject is called, by its path ('address.street'); undefined where a part of it has no words. */
export function auditFieldName(modules: readonly ServerModule[], subject: string, path: string, language: Language): string | undefined {
  const { declared, entity, pictures } = subjectOf(modules, subject)
  const { module, last } = labelPlace(entity)
  const labels = labelsOf(modules, module)?.[language]
  const inPictures = (field: string) =>
    pictures.flatMap((picture) => {
      const place = labelPlace(picture.entity)
      return fieldLabel(labelsOf(modules, place.module)?.[language], place.last, field, language) ?? []
    })[0]
  const nameOf = (field: string) =>
    declared?.fields?.[field]?.[language] ??
    labels?.fields[`${last}Result`]?.[field] ??
    fieldLabel(labels, last, field, language) ??
    COMMON[field]?.[language] ??
    inPictures(field)
  const names = path.split('.').map(nameOf)
  return names.includes(undefined) ? undefined : names.join(' › ')
}
