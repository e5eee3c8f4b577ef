import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { element } from '../form/schema.ts'
import type { FilterInput, FilterPlace } from './filters.ts'
import type { FilterValues } from './list-state.ts'

/** A condition in force, as a chip shows it. */
export interface ListCondition {
  name: string
  label: string
  fields: readonly string[]
  /** The two ends, where it is a range. Empty for an id that no input puts into words. */
  values: readonly unknown[]
  /** Says what a value is called, where its schema cannot. */
  Name: FilterInput['Name']
  range: boolean
  schema: z.ZodType
  /** False for what the list cannot be asked for without. */
  removable: boolean
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const without = (filter: FilterValues, fields: readonly string[]) => Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field)))

/** The conditions of a filter, in the order of its places. */
export function conditionsIn(places: readonly FilterPlace[], schema: z.ZodType, filter: FilterValues, label: (place: FilterPlace) => string): ListCondition[] {
  return places.flatMap((place): ListCondition[] => {
    const { name, fields } = place
    const values = fields.map((field) => filter[field])
    if (!values.some(isSet)) return []
    const one = element(place.schema)
    const Name = place.input?.Name
    const worded = Name !== undefined || fieldMeta(one).kind !== 'id'
    return [
      {
        ...{ name, fields, label: label(place), schema: one, range: fields.length > 1, Name },
        values: !worded ? [] : fields.length > 1 ? values : values.flat(),
        removable: schema.safeParse(without(filter, fields)).success,
      },
    ]
  })
}

/** The filter without some of its conditions; one that the rest needs stays. Periods go last: without what else finds rows they are needed. */
export function withoutConditions(schema: z.ZodType, filter: FilterValues, conditions: readonly ListCondition[]): FilterValues {
  const ordered = [...conditions].sort((one, other) => Number(isPeriod(one)) - Number(isPeriod(other)))
  return ordered.reduce((rest: FilterValues, { fields }) => {
    const next = without(rest, fields)
    return schema.safeParse(next).success ? next : rest
  }, filter)
}

const isPeriod = ({ schema, range }: ListCondition) => range && fieldMeta(schema).kind === 'date'
