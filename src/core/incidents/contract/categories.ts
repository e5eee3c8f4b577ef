import { z } from 'zod'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import { defineBulk, defineCommand, defineList } from '#kernel/contract.ts'
import { Code, CodeText, Count, Flag, Id, NameText, RequiredText, SearchText, Stamped, Version } from '#kernel/primitives.ts'
import { Priority } from './incident.ts'

const API = '/incident-category/v1'
const BASE = 'incidents/categories'
/** 30 working days of eight hours: what complaints may take. */
const MOST_HOURS = 240

export const listCategories = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Loại sự vụ', en: 'Incident categories' },
  entity: 'incidents.category',
  filter: { text: SearchText, priority: z.array(Priority).min(1).max(Priority.options.length).optional(), status: statusMachine.status.optional() },
  row: z.object({
    id: Id,
    code: CodeText,
    name: NameText,
    nameEn: NameText,
    priority: Priority,
    /** Working hours until it is resolved; null: as the priority has it. */
    resolutionHours: Count.nullable(),
    needsRecord: Flag,
    needsEvidence: Flag,
    twoPeople: Flag,
    secondTier: Flag,
    position: Count,
    status: statusMachine.status,
    ...Stamped,
  }),
  sort: ['position', 'code', 'name', 'updatedAt'],
  defaultSort: 'position',
})

const form = {
  name: RequiredText(200),
  nameEn: RequiredText(200),
  priority: Priority,
  resolutionHours: z.number().int().min(1).max(MOST_HOURS).meta({ kind: 'count' }).optional(),
  needsRecord: Flag,
  needsEvidence: Flag,
  twoPeople: Flag,
  secondTier: Flag,
  position: z.number().int().min(0).max(999).meta({ kind: 'count' }),
}

export const createCategory = defineCommand({
  path: `${API}/insert`,
  permission: `${BASE}/create`,
  summary: { vi: 'Thêm loại sự vụ', en: 'Add an incident category' },
  input: { code: Code, ...form },
})

export const updateCategory = defineCommand({
  path: `${API}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa loại sự vụ', en: 'Edit an incident category' },
  input: { id: Id, version: Version, ...form },
})

export const changeCategoryStatus = defineBulk({
  path: `${API}/change-status`,
  permission: `${BASE}/update`,
  summary: { vi: 'Khoá, mở khoá loại sự vụ', en: 'Lock or unlock incident categories' },
  fires: [statusMachine, 'lock', 'unlock'],
  input: { status: statusMachine.status },
})
