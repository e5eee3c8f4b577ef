import { z } from 'zod'
import type { Contract, ListContract } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { labelPlace } from '#kernel/labels.ts'
import { type Language, LOCALES } from '#kernel/language.ts'
import { isMoney, showMoney } from '#kernel/money.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import type { ScopedDb } from '#platform/server/database/db.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { enumWords } from '#platform/server/labels.ts'
import { type Change, written } from './changes.ts'
import { COMMON_VALUES, subjectOf } from './field-names.ts'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/
const YES_NO = { vi: { true: 'Có', false: 'Không' }, en: { true: 'Yes', false: 'No' } }

/** A change as it is read: values by their kind, references by name; and as the log has it. */
export interface ShownChange {
  field: string
  before: string | null
  after: string | null
  writtenBefore: string | null
  writtenAfter: string | null
}

/** Values of the changes of one subject as people read them: money, days, states and choices by their words, references by name. */
export async function shownChanges(registry: Registry, db: ScopedDb, subject: string, changes: readonly Change[], language: Language): Promise<ShownChange[]> {
  const names = await namesOf(registry, db, changes)
  return changes.map(({ field, before, after }) => {
    const shown = (value: unknown) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return null
      const one = (each: unknown) => names.get(lastOf(field))?.get(String(each)) ?? shownValue(registry, subject, field, each, language)
      return Array.isArray(value) ? value.map(one).join(', ') : one(value)
    }
    return { field, before: shown(before), after: shown(after), writtenBefore: written(before), writtenAfter: written(after) }
  })
}

/** One value by its field's kind; where no kind is known or the value is none of it, days, times and flags by what they look like. */
export function shownValue(registry: Registry, subject: string, field: string, value: unknown, language: Language): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  if (typeof value === 'boolean' || text === 'true' || text === 'false') return YES_NO[language][text as 'true' | 'false']
  for (const { kind, labels } of kindsOf(registry, subject, field)) {
    if ((kind === 'status' || kind === 'enum') && labels) {
      const word = enumWords(registry.modules, labels, language)?.[text]
      if (word !== undefined) return word
    }
    if ((kind === 'money' || kind === 'price') && isMoney(text)) return showMoney(text, language, kind === 'price' ? 0 : 2)
    if (kind === 'count' && /^\d+$/.test(text)) return Number(text).toLocaleString(LOCALES[language])
  }
  const common = COMMON_VALUES[lastOf(field)]?.[text]
  if (common) return common[language]
  if (TIMESTAMP.test(text)) return showTimestamp(text)
  return DATE.test(text) ? showDate(text) : text
}

const lastOf = (field: string) => field.split('.').at(-1) ?? field

/** Names of what the fields refer to, by field and id. */
async function namesOf({ modules }: Registry, db: ScopedDb, changes: readonly Change[]): Promise<Map<string, ReadonlyMap<string, string>>> {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const { audit } of modules)
    for (const [field, find] of Object.entries(audit?.references ?? {})) {
      const values = changes.filter((change) => lastOf(change.field) === field).flatMap(({ before, after }) => [before, after].flat())
      const ids = [...new Set(values.filter((value) => /^\d{1,18}$/.test(String(value))).map(String))]
      if (ids.length > 0) names.set(field, await find(db, ids))
    }
  return names
}

/** By subject and field: found once, contracts do not change. */
const known = new WeakMap<Registry, Map<string, FieldMeta[]>>()

/** What a field may be: as the pictures of its subject say, then the list of its entity, then any contract of the same module. */
function kindsOf(registry: Registry, subject: string, field: string): FieldMeta[] {
  const cache = known.get(registry) ?? new Map<string, FieldMeta[]>()
  known.set(registry, cache)
  const key = `${subject}:${field}`
  const found = cache.get(key) ?? [...new Set(schemasOf(registry, subject))].flatMap((schema) => metasIn(schema, lastOf(field)))
  cache.set(key, found)
  return found
}

function schemasOf({ entries, modules }: Registry, subject: string): z.ZodType[] {
  const { entity, pictures } = subjectOf(modules, subject)
  const all = [...entries.values()]
  const partsOf = (contract: Contract) => [(contract as Partial<ListContract>).row, contract.input, contract.output].filter((one) => one !== undefined)
  const same = all.filter(({ contract }) => (contract as Partial<ListContract>).entity === entity)
  const near = all.filter(({ module }) => module.name === labelPlace(entity).module.split('.')[0])
  const imported = modules.flatMap(({ imports = [] }) => imports.flatMap(({ contract }) => (contract.entity === entity ? [contract.row] : [])))
  return [...pictures.map(({ schema }) => schema), ...imported, ...[...same, ...near].flatMap(({ contract }) => partsOf(contract))]
}

/** What is said of the fields of a name, wherever in a schema they stand. */
function metasIn(schema: unknown, name: string, depth = 0): FieldMeta[] {
  if (!(schema instanceof z.ZodType) || depth > 6) return []
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) => [
      ...(field === name ? [fieldMeta(elementOf(inner as z.ZodType))] : []),
      ...metasIn(inner, name, depth + 1),
    ])
  if (schema instanceof z.ZodArray) return metasIn(schema.element, name, depth + 1)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => metasIn(option, name, depth + 1))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return metasIn(schema.unwrap(), name, depth + 1)
  return []
}

/** The schema of one value of a list of them. */
function elementOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap() as z.ZodType
    return inner instanceof z.ZodArray || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable ? elementOf(inner) : schema
  }
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema
}
