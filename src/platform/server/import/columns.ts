import { z } from 'zod'
import type { ImportContract } from '#kernel/import.ts'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import { fold } from '#kernel/text.ts'
import { enumWords, fieldNames, type ModuleWords } from '../labels.ts'

/** A field of an import with its titles and, of an enum, its words. */
export interface ImportColumn {
  field: string
  required: boolean
  kind: FieldMeta['kind']
  title: Record<Language, string>
  /** Value of a closed set by every way to write it, folded: its labels in both languages and itself. */
  words: ReadonlyMap<string, string> | undefined
  /** What people may write of a closed set, as it is shown; undefined where that would be too much to read. */
  choices: Record<Language, readonly string[]> | undefined
}

/** More words than this stand in no title and no sentence. */
const CHOICES = 8

/** Titles of the column that only numbers the rows. It belongs to no field. */
export const ROW_NUMBER: Record<Language, string> = { vi: 'STT', en: 'No.' }

/** The columns of an import, or of another file that is read by one schema, in the order of its fields. */
export function columnsOf(contract: Pick<ImportContract, 'row' | 'fields' | 'entity'>, modules: readonly ModuleWords[]): ImportColumn[] {
  const shape = contract.row.shape as Record<string, z.ZodType>
  const name = { vi: fieldNames(modules, contract.entity, 'vi'), en: fieldNames(modules, contract.entity, 'en') }
  return contract.fields.map((field) => {
    const schema = shape[field] as z.ZodType
    const meta = fieldMeta(schema)
    return {
      field,
      required: !schema.safeParse(undefined).success,
      kind: meta.kind,
      title: { vi: name.vi(field), en: name.en(field) },
      words: wordsOf(schema, meta, modules),
      choices: choicesOf(schema, meta, modules),
    }
  })
}

function valuesOf(schema: z.ZodType): string[] | undefined {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) inner = inner.unwrap() as z.ZodType
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined
}

function choicesOf(schema: z.ZodType, { labels }: FieldMeta, modules: readonly ModuleWords[]): Record<Language, readonly string[]> | undefined {
  const values = valuesOf(schema)
  if (values === undefined || values.length > CHOICES) return undefined
  const named = (language: Language) => values.map((value) => enumWords(modules, labels, language)?.[value] ?? value)
  return { vi: named('vi'), en: named('en') }
}

function wordsOf(schema: z.ZodType, { labels }: FieldMeta, modules: readonly ModuleWords[]): ReadonlyMap<string, string> | undefined {
  const values = valuesOf(schema)
  if (values === undefined) return undefined
  const words = new Map<string, string>()
  for (const value of values) {
    words.set(fold(value), value)
    for (const language of LANGUAGES) {
      const label = enumWords(modules, labels, language)?.[value]
      if (label) words.set(plain(label), value)
    }
  }
  return words
}

/** How titles and words are compared: without case, diacritics, the mark of required columns and what is in brackets. */
export function plain(title: string): string {
  return fold(title)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/**
 * The column of each field by its title in either language, or the field's own name. A field that several columns claim, and one that none
 * claims, has null: a person says which.
 */
export function mapHeader(columns: readonly ImportColumn[], header: readonly string[]): Record<string, number | null> {
  const titles = header.map(plain)
  return Object.fromEntries(
    columns.map(({ field, title }) => {
      const names = new Set([plain(title.vi), plain(title.en), plain(field)])
      const found = titles.flatMap((one, at) => (one !== '' && names.has(one) ? [at] : []))
      return [field, found.length === 1 ? (found[0] as number) : null]
    }),
  )
}

/** Required fields without a column. */
export function unmapped(columns: readonly ImportColumn[], mapping: Record<string, number | null>): ImportColumn[] {
  return columns.filter(({ field, required }) => required && (mapping[field] ?? null) === null)
}
