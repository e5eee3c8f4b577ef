import { z } from 'zod'
import type { Language } from './language.ts'

/** The labels of a module, one object a language; en is typed as typeof vi. */
export interface ModuleLabels {
  screens: Record<string, string>
  /** Other words that the palette finds a screen by, in both languages. */
  also?: Record<string, string>
  /** fields.<entity>.<field> */
  fields: Record<string, Record<string, string>>
  /** enums.<name>.<value> */
  enums: Record<string, Record<string, string>>
  /** What a record is called within a sentence, by its entity: 'danh mục'. */
  nouns?: Record<string, string>
  actions?: Record<string, string>
  texts?: Record<string, string>
}

/** A name within the labels of a module: 'masterdata.globalList', 'payments.channel', 'iam.sign-in.registration'. */
export type LabelName = `${string}.${string}`

/** Where a name stands: the namespace (the module, or a part of it), and what is last. */
export function labelPlace(name: string): { module: string; last: string } {
  const at = name.lastIndexOf('.')
  return { module: name.slice(0, Math.max(at, 0)), last: name.slice(at + 1) }
}

/** The enums and states that a schema shows, by the names of their labels: 'payments.channel'. */
export function labelNamesOf(schema: z.ZodType): Set<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (one: unknown): void => {
    if (!(one instanceof z.ZodType) || seen.has(one)) return
    seen.add(one)
    const { labels } = (one.meta() ?? {}) as { labels?: string }
    if (labels) names.add(labels)
    if (one instanceof z.ZodObject) Object.values(one.shape).forEach(visit)
    else if (one instanceof z.ZodArray) visit(one.element)
    else if (one instanceof z.ZodRecord) visit(one.valueType)
    else if (one instanceof z.ZodUnion) one.options.forEach(visit)
    else if (one instanceof z.ZodOptional || one instanceof z.ZodNullable || one instanceof z.ZodDefault || one instanceof z.ZodLazy) visit(one.unwrap())
  }
  visit(schema)
  return names
}

const vi = {
  fields: {
    id: 'ID',
    text: 'Tìm kiếm',
    status: 'Trạng thái',
    version: 'Phiên bản',
    createdAt: 'Ngày tạo',
    createdBy: 'Người tạo',
    updatedAt: 'Cập nhật lúc',
    updatedBy: 'Người cập nhật',
    description: 'Mô tả',
    reason: 'Lý do',
    note: 'Ghi chú',
    from: 'Từ ngày',
    to: 'Đến ngày',
    pendingRequestId: 'Yêu cầu chờ duyệt',
  },
  actions: {
    create: 'Thêm mới',
    edit: 'Sửa',
    view: 'Xem chi tiết',
    remove: 'Xoá',
    lock: 'Khoá',
    unlock: 'Mở khoá',
    clone: 'Nhân bản',
    history: 'Lịch sử',
    importFile: 'Nhập từ file',
    ask: 'Gửi phê duyệt',
  },
  texts: {
    saved: 'Đã lưu',
    removed: 'Đã xoá',
    asked: 'Đã gửi yêu cầu phê duyệt',
    statusChanged: 'Cập nhật trạng thái thành công',
    done: 'Đã thực hiện',
    sure: 'Bạn có chắc chắn muốn thực hiện?',
  },
}

const en: typeof vi = {
  fields: {
    id: 'ID',
    text: 'Search',
    status: 'Status',
    version: 'Version',
    createdAt: 'Created at',
    createdBy: 'Created by',
    updatedAt: 'Updated at',
    updatedBy: 'Updated by',
    description: 'Description',
    reason: 'Reason',
    note: 'Notes',
    from: 'From',
    to: 'To',
    pendingRequestId: 'Pending request',
  },
  actions: {
    create: 'New',
    edit: 'Edit',
    view: 'Details',
    remove: 'Delete',
    lock: 'Lock',
    unlock: 'Unlock',
    clone: 'Duplicate',
    history: 'History',
    importFile: 'Import from file',
    ask: 'Request approval',
  },
  texts: {
    saved: 'Saved',
    removed: 'Deleted',
    asked: 'Approval request sent',
    statusChanged: 'Status updated',
    done: 'Done',
    sure: 'Are you sure?',
  },
}

/** Words that stand everywhere: a module repeats none of them, and puts its own in their place where it says something else. */
export const commonLabels: Record<Language, typeof vi> = { vi, en }
export type CommonField = keyof typeof vi.fields
export type CommonAction = keyof typeof vi.actions
export type CommonText = keyof typeof vi.texts

/** The name of a field of an entity, as its module says it or as all say it; undefined where nobody does. */
export function fieldLabel(labels: Pick<ModuleLabels, 'fields'> | undefined, entity: string, field: string, language: Language): string | undefined {
  return labels?.fields[entity]?.[field] ?? (commonLabels[language].fields as Record<string, string>)[field]
}
