import { z } from 'zod'
import { defineBulk, defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import {
  CodeStrict,
  CodeText,
  Count,
  Id,
  NameText,
  NoteText,
  OptionalNote,
  OptionalText,
  RequiredText,
  SearchText,
  Stamped,
  Text,
  trimmed,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { statusMachine } from '../status.ts'

export const listErrors = defineErrors({
  codeTaken: error('MD-020', 409, { vi: 'Danh mục {code} đã tồn tại', en: 'The list {code} already exists' }),
})

const BASE = 'system-config/global-list'
const PATH = '/global/list/v1'

export const MAX_ENTRIES = 2000

const Status = statusMachine.status

/** Key of an entry. The empty key is the dropdown's own: '-- Tất cả --' or '-- Chọn --'. */
const EntryKey = trimmed()
  .min(1, { error: ruleError('required') })
  .max(100)
  .regex(/^\S*$/, { error: ruleError('noSpaces') })
  .meta({ kind: 'code' })

/** One choice as forms need it; `code` is the list's. `value` is in the caller's language where the entry has both. */
export const ListEntry = z.object({ code: z.string(), description: z.string(), key: z.string(), value: z.string() })

export const searchCode = defineQuery({
  path: `${PATH}/search-code`,
  permission: SIGNED_IN,
  summary: {
    vi: 'Các giá trị đang dùng của một danh mục, theo thứ tự; danh mục không có thì trống',
    en: 'The active entries of a list, in order; empty for an unknown list',
  },
  input: { code: CodeStrict },
  output: z.array(ListEntry),
})

export const searchCodes = defineQuery({
  path: `${PATH}/search-codes`,
  permission: SIGNED_IN,
  summary: { vi: 'Các giá trị đang dùng của nhiều danh mục (mã cách nhau bằng dấu phẩy)', en: 'The active entries of several lists (codes joined by commas)' },
  input: {
    codes: z
      .string()
      .trim()
      .min(1, { error: ruleError('required') })
      .max(2000)
      .regex(/^[A-Za-z0-9_]+(\s*,\s*[A-Za-z0-9_]+){0,49}$/, { error: ruleError('codeStrict') }),
  },
  output: z.array(ListEntry),
})

export const listGlobalLists = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Danh mục dùng chung', en: 'Global lists' },
  entity: 'masterdata.globalList',
  filter: {
    /** Part of the code, the name, the description, or of a key or value of an entry. */
    text: SearchText,
    status: Status.optional(),
  },
  row: z.object({
    id: Id,
    code: CodeText,
    name: NameText,
    description: NoteText,
    entries: Count,
    status: Status,
    ...Stamped,
  }),
  sort: ['code', 'name', 'updatedAt'],
  defaultSort: 'code',
})

const Entry = z.object({ key: CodeText, value: Text, valueEn: Text, description: NoteText, status: Status })

export const findGlobalList = defineQuery({
  path: `${PATH}/find-by-code`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết danh mục và mọi giá trị, theo thứ tự', en: 'List details with all entries, in order' },
  input: { code: CodeStrict },
  output: z.object({
    id: Id,
    code: CodeText,
    name: NameText,
    description: NoteText,
    status: Status,
    ...Stamped,
    entries: z.array(Entry),
  }),
})

/** The order of the array is the order of the choices. */
const EntriesInput = z
  .array(
    z.strictObject({
      key: EntryKey,
      value: RequiredText(500),
      /** Shown to who reads English; the value itself when left out. */
      valueEn: OptionalText(500),
      description: OptionalNote(500),
      status: Status.default('ACTIVE'),
    }),
  )
  .max(MAX_ENTRIES)
  .superRefine((entries, context) => {
    const seen = new Set<string>()
    for (const [at, { key }] of entries.entries()) {
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [at, 'key'], message: 'duplicate' })
      seen.add(key)
    }
  })

export const insertGlobalList = defineCommand({
  path: `${PATH}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm danh mục dùng chung', en: 'Add a global list' },
  input: { code: CodeStrict, name: RequiredText(255), description: OptionalNote(500), status: Status.default('ACTIVE'), entries: EntriesInput },
})

export const updateGlobalList = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa danh mục dùng chung', en: 'Edit a global list' },
  input: { id: Id, version: Version, name: RequiredText(255), description: OptionalNote(500), status: Status, entries: EntriesInput },
})

export const removeGlobalList = defineCommand({
  path: `${PATH}/remove`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá danh mục dùng chung', en: 'Delete a global list' },
  input: { id: Id, version: Version },
})

export const changeGlobalListStatus = defineBulk({
  path: `${PATH}/change-status`,
  permission: `${BASE}/update`,
  summary: { vi: 'Khoá, mở khoá danh mục dùng chung', en: 'Lock or unlock global lists' },
  fires: [statusMachine, 'lock', 'unlock'],
  input: { status: Status },
})
