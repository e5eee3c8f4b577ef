import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'masterdata.administrative_area': {
      vi: 'Đơn vị hành chính',
      en: 'Administrative area',
      entity: 'masterdata.area',
      fields: {
        newId: { vi: 'Bản ghi mới', en: 'New record' },
        oldId: { vi: 'Bản ghi cũ', en: 'Old record' },
        successor: { vi: 'Đơn vị kế thừa', en: 'Successor' },
        below: { vi: 'Số đơn vị cấp dưới', en: 'Areas below' },
      },
    },
    'masterdata.global_list': { vi: 'Danh mục dùng chung', en: 'Global list', entity: 'masterdata.globalList' },
    'masterdata.parameter': { vi: 'Tham số hệ thống', en: 'Parameter', fields: { kind: { vi: 'Thao tác', en: 'Change type' } } },
    'masterdata.areaImport': { vi: 'Lần nhập đơn vị hành chính', en: 'Area import' },
    // Under this name in older entries (see core/iam).
    'import.areaImport': { vi: 'Lần nhập đơn vị hành chính', en: 'Area import' },
  },
}
