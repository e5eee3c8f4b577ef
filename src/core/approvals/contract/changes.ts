import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import type { FieldChange } from './request.ts'

/** Values of a subject by field, as they stand on the wire. */
export type Picture = Readonly<Record<string, string | null>>

/** The fields of a picture in their order, those that stay the same included: they say what is being decided on. Those that neither side has are left out. */
export function changesOf(picture: z.ZodObject, before: Picture, after: Picture): FieldChange[] {
  return Object.entries(picture.shape).flatMap(([field, schema]) => {
    const { kind, labels = null } = fieldMeta(schema as z.ZodType)
    const change = { field, kind, labels, before: before[field] ?? null, after: after[field] ?? null }
    return change.before === null && change.after === null ? [] : [change]
  })
}
