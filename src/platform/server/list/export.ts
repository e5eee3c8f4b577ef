import type { z } from 'zod'
import type { ListContract } from '#kernel/contract.ts'
import { fill, type Language, LOCALES } from '#kernel/language.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import { enumWords, fieldNames } from '../labels.ts'
import type { ServerModule } from '../module.ts'
import { cellKind, type SheetColumn, type SheetRow } from '../spreadsheet/sheet.ts'
import { addAll, isCounted } from './list.ts'

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
  const sums = columns.map((): string[] => [])
  const { split } = contract
  const rows = { n: 0, counted: 0 }
  const totals = summed.some(Boolean) ? columns.map((_column, index): string | null => (index === 0 && !summed[0] ? TOTAL[language] : null)) : undefined
  /** Adding in batches keeps the exact sum cheap. */
  const fold = (index: number) => {
    sums[index] = [addAll(sums[index] ?? [])]
  }
  return {
    columns,
    totals,
    toRow(row) {
      const counts = split === undefined || isCounted(split, row[split.by])
      rows.n++
      if (counts) rows.counted++
      return columns.map(({ field, words }, index) => {
        const value = row[field]
        if (value === null || value === undefined) return null
        if (summed[index] && counts) {
          sums[index]?.push(String(value))
          if ((sums[index]?.length ?? 0) >= 1_000) fold(index)
        }
        return typeof value === 'boolean' ? value : (words?.[String(value)] ?? String(value))
      })
    },
    finish() {
      columns.forEach((_column, index) => {
        if (!summed[index] || !totals) return
        totals[index] = split && sums[index]?.length === 0 ? null : addAll(sums[index] ?? [])
      })
      if (!totals || !split || summed[0]) return
      const { format } = new Intl.NumberFormat(LOCALES[language])
      totals[0] = `${TOTAL[language]} · ${fill(split.words[language], { n: format(rows.n), counted: format(rows.counted) })}`
    },
  }
}
