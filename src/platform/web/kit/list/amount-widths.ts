import type { Language } from '#kernel/language.ts'
import { isMoney, showMoney } from '#kernel/money.ts'
import { type FieldKind, fieldMeta } from '#kernel/primitives.ts'
import { showCount } from '../sizes.ts'
import { type Column, textWidth } from './columns.ts'

/** Left and right of what stands in a cell, and its edge. */
const CELL_EXTRA = 30

/** What an amount or a count reads as in a cell; undefined for anything else. */
function shown(kind: FieldKind, value: unknown, language: Language): string | undefined {
  if (kind === 'count') return typeof value === 'number' ? showCount(value, language) : undefined
  return (kind === 'money' || kind === 'price') && typeof value === 'string' && isMoney(value)
    ? showMoney(value, language, kind === 'money' ? 2 : 0)
    : undefined
}

/** How wide columns have to be for their longest amount, of rows and totals alike: an amount that is cut reads as another one. */
export function amountWidths(columns: readonly Pick<Column<never>, 'field' | 'schema'>[], rows: readonly object[], language: Language): Record<string, number> {
  const widths: Record<string, number> = {}
  for (const { field, schema } of columns) {
    const { kind } = fieldMeta(schema)
    let longest = ''
    for (const row of rows) {
      const text = shown(kind, (row as Record<string, unknown>)[field], language)
      if (text !== undefined && text.length > longest.length) longest = text
    }
    // Figures are set as wide as one another.
    if (longest !== '') widths[field] = Math.ceil(textWidth(longest.replace(/\d/g, '0'))) + CELL_EXTRA
  }
  return widths
}
