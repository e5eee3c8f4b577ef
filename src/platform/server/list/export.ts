import type { z } from 'zod'
import type { ListContract } from '#kernel/contract.ts'
import { type Language, LOCALES } from '#kernel/language.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import { isCounted, splitWords } from '#kernel/split.ts'
import { enumWords, fieldNames } from '../labels.ts'
import type { ServerModule } from '../module.ts'
import { cellKind, type SheetColumn, type SheetRow } from '../spreadsheet/sheet.ts'
import { addAll } from './list.ts'

const TOTAL: Record<Language, string> = { vi: 'Tổng cộng', en: 'Total' }

interface Column extends SheetColumn {
  field: string
  /** Words of an enum's values. */
  words: Record<string, string> | undefined
}

/** Turns the rows of a list into the rows of a file in one language: headers, enum words, totals. */
export interface Sheet {
  columns: readonly Column[]
  toRow(row: Record<string, unknown>): SheetRow
  /** Filled in by `toRow` as the rows go by: complete when the last row has been taken. Undefined when nothing is summed. */
  totals: SheetRow | undefined
  finish(): void
}

/** The file's columns: those asked for in their order, else all but internal ids. Labels are those of the screens. */
export function sheetOf(contract: ListContract, modules: readonly ServerModule[], language: Language, fields?: readonly string[]): Sheet {
  const shape = contract.row.shape as Record<string, z.ZodType>
  const metas = Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, fieldMeta(schema)]))
  const chosen = fields ?? Object.keys(shape).filter((field) => metas[field]?.kind !== 'id')
  const nameOf = fieldNames(modules, contract.entity, language)
  const columns = chosen.map((field): Column => {
    const meta: FieldMeta = metas[field] ?? { kind: 'text' }
    return { field, header: nameOf(field), kind: cellKind(meta.kind), words: enumWords(modules, meta.labels, language) }
  })
  const summed = columns.map((column) => contract.sums.includes(column.field))
  const { split } = contract
  const nameOfValue = split && enumWords(modules, metas[split.by]?.labels, language)
  /** Of what counts, and of the rest: which of the two is the total is known at the end. */
  const sums = { counted: columns.map((): string[] => []), rest: columns.map((): string[] => []) }
  const rows = { n: 0, counted: 0 }
  const uncounted = new Set<string>()
  const totals = summed.some(Boolean) ? columns.map((_column, index): string | null => (index === 0 && !summed[0] ? TOTAL[language] : null)) : undefined
  const count = (value: unknown): boolean => {
    const counts = split === undefined || isCounted(split, value)
    rows.n++
    if (counts) rows.counted++
    else uncounted.add(String(value))
    return counts
  }
  return {
    columns,
    totals,
    toRow(row) {
      const into = count(split && row[split.by]) ? sums.counted : sums.rest
      return columns.map(({ field, words }, index) => {
        const value = row[field]
        if (value === null || value === undefined) return null
        if (summed[index]) add(into, index, String(value))
        return typeof value === 'boolean' ? value : (words?.[String(value)] ?? String(value))
      })
    },
    finish() {
      const made = rows.counted > 0 ? sums.counted : sums.rest
      columns.forEach((_column, index) => {
        if (!summed[index] || !totals) return
        totals[index] = split && made[index]?.length === 0 ? null : addAll(made[index] ?? [])
      })
      if (!totals || !split || summed[0]) return
      const { format } = new Intl.NumberFormat(LOCALES[language])
      const names = rows.counted > 0 ? [] : [...uncounted].map((value) => nameOfValue?.[value] ?? value)
      totals[0] = `${TOTAL[language]} · ${splitWords(split, language, { n: format(rows.n), counted: format(rows.counted) }, names)}`
    },
  }
}

/** Adding in batches keeps the exact sum cheap. */
function add(sums: string[][], index: number, value: string): void {
  const known = sums[index] ?? []
  known.push(value)
  if (known.length >= 1_000) sums[index] = [addAll(known)]
}
