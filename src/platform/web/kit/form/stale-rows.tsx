import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useShellText } from '../../i18n.ts'
import type { RowFacts } from './form-facts.ts'
import { type Fields, sameValue } from './three-way.ts'

/** Whether a value is rows of fields. */
export const isRows = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Object.prototype.toString.call(row) === '[object Object]')

/** The places where rows are not as in `base`, each with the fields that differ; all of its fields where there is no such row on one side. */
export function changedPlaces(base: readonly Fields[], rows: readonly Fields[]): Map<number, string[]> {
  const places = new Map<number, string[]>()
  for (let at = 0; at < Math.max(base.length, rows.length); at++) {
    const [was, is] = [base[at] ?? {}, rows[at] ?? {}]
    const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !sameValue(was[field], is[field]))
    if (fields.length > 0) places.set(at, fields)
  }
  return places
}

interface Props {
  rows: readonly Fields[]
  places: ReadonlyMap<number, readonly string[]>
  facts: RowFacts
  show: (field: string, value: unknown, schema: z.ZodType | undefined) => ReactNode
}

/** Some rows by their fields: 'Row 2: Rate 0.25%, Greatest 50,000'. */
export function RowValues({ rows, places, facts, show }: Props) {
  const t = useShellText()
  return (
    <ul className="bt-stale-rows">
      {[...places].map(([at, fields]) => (
        <li key={at}>
          {t('stale.row', { row: at + 1 })}:{' '}
          {rows[at] === undefined
            ? t('common.none')
            : fields.map((field, n) => (
                <span key={field}>
                  {n > 0 && '; '}
                  {facts.label(field)} {show(field, rows[at]?.[field], facts.shape[field]) ?? t('common.none')}
                </span>
              ))}
        </li>
      ))}
    </ul>
  )
}
