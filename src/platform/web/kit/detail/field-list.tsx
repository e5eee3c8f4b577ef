import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { LabelName } from '#kernel/labels.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { useNames } from '../../i18n.ts'
import { FieldValue } from '../value/field-value.tsx'
import '../kit.css'

type FieldName<S extends z.ZodObject> = Extract<keyof z.output<S>, string>

/** A field by its name, or with its own label (another key under fields.<entity>) or way of showing. */
export type FieldSpec<S extends z.ZodObject> = FieldName<S> | { field: FieldName<S>; label?: string; render?: (value: z.output<S>) => ReactNode }

interface Props<S extends z.ZodObject> {
  /** The part of the contract's output the values come from: it says how each is shown. */
  schema: S
  value: z.output<S>
  /** Where the labels of the fields stand: 'masterdata.globalList'. */
  entity: LabelName
  fields: readonly FieldSpec<S>[]
}

const COPYABLE = new Set(['account', 'code', 'phone', 'id'])

/** Labels and values of a record, as the contract's fields say. */
export function FieldList<S extends z.ZodObject>({ schema, value, entity, fields }: Props<S>) {
  const names = useNames(entity)
  return (
    <dl className="bt-fields">
      {fields.map((spec) => {
        const { field, label = field, render } = typeof spec === 'string' ? { field: spec } : spec
        const type = schema.shape[field] as z.ZodType
        const shown = (value as Record<string, unknown>)[field]
        return (
          <div key={`${field}:${label}`}>
            <dt>{names.field(entity, label)}</dt>
            <dd>{render ? render(value) : <FieldValue schema={type} value={shown} copyable={COPYABLE.has(fieldMeta(type).kind)} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}
