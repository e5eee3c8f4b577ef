import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { useLabels } from '../../i18n.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { FieldValue } from '../value/field-value.tsx'
import '../kit.css'

type FieldName<S extends z.ZodObject> = Extract<keyof z.output<S>, string>

/** A field by its name, or with its own label (another key under fields.<entity>) or way of showing. */
type FieldSpec<S extends z.ZodObject> = FieldName<S> | { field: FieldName<S>; label?: string; render?: (value: z.output<S>) => ReactNode }

interface Props<S extends z.ZodObject> {
  /** The part of the contract's output the values come from: it says how each is shown. */
  schema: S
  value: z.output<S>
  /** Labels stand under fields.<entity>. */
  entity: string
  fields: readonly FieldSpec<S>[]
  /** Namespace of the labels, where it is not the module of the screen. */
  module?: string
}

const COPYABLE = new Set(['account', 'code', 'phone', 'id'])

/** Labels and values of a record, as the contract's fields say. */
export function FieldList<S extends z.ZodObject>({ schema, value, entity, fields, module }: Props<S>) {
  const screen = useScreen()
  const labels = useLabels(module ?? screen.module)
  return (
    <dl className="bt-fields">
      {fields.map((spec) => {
        const { field, label = field, render } = typeof spec === 'string' ? { field: spec } : spec
        const type = schema.shape[field] as z.ZodType
        const shown = (value as Record<string, unknown>)[field]
        return (
          <div key={`${field}:${label}`}>
            <dt>{labels.field(entity, label)}</dt>
            <dd>{render ? render(value) : <FieldValue schema={type} value={shown} copyable={COPYABLE.has(fieldMeta(type).kind)} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}
