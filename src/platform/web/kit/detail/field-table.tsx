import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { LabelName } from '#kernel/labels.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { alignOf } from '../list/columns.ts'
import { FieldValue } from '../value/field-value.tsx'
import type { FieldSpec } from './field-list.tsx'
import { useOverflow } from './use-overflow.ts'
import './browse.css'

interface Props<S extends z.ZodObject> {
  /** What says how the fields of a row are shown. */
  schema: S
  rows: readonly z.output<S>[]
  rowKey: (row: z.output<S>) => string | number
  /** Where the labels of the fields stand. */
  entity: LabelName
  fields: readonly FieldSpec<S>[]
  /** Last column: what may be done with a row. */
  actions?: (row: z.output<S>) => ReactNode
}

/** The few rows that belong to a record, to be read: as a FieldList, a row each. */
export function FieldTable<S extends z.ZodObject>({ schema, rows, rowKey, entity, fields, actions }: Props<S>) {
  const t = useShellText()
  const names = useNames(entity)
  const [ref, overflows] = useOverflow()
  const columns = fields.map((spec) => {
    const { field, label = field, render } = typeof spec === 'string' ? { field: spec } : spec
    const shape = schema.shape[field] as z.ZodType
    return {
      field,
      label,
      className: `bt-${alignOf(fieldMeta(shape).kind)}`,
      show: render ?? ((row: z.output<S>) => <FieldValue schema={shape} value={row[field]} />),
    }
  })
  if (rows.length === 0) return <p className="bt-none">{t('common.empty')}</p>
  return (
    <div
      ref={ref}
      className="bt-plain-table-scroll"
      {...(overflows ? { tabIndex: 0, role: 'group', 'aria-label': columns.map(({ label }) => names.field(entity, label)).join(', ') } : {})}
    >
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            {columns.map(({ field, label, className }) => (
              <th key={field} scope="col" className={className}>
                {names.field(entity, label)}
              </th>
            ))}
            {actions && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ field, className, show }) => (
                <td key={field} className={className}>
                  {show(row)}
                </td>
              ))}
              {actions && <td>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
