import { z } from 'zod'

/** What optional, nullable and default stand around. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault) current = current.unwrap() as z.ZodType
  return current
}

/** The schema of one value: arrays of a multiple choice looked through. */
export function element(schema: z.ZodType): z.ZodType {
  const type = unwrapped(schema)
  return type instanceof z.ZodArray ? element(type.element as z.ZodType) : type
}

/** The values of a closed set; undefined for anything else. */
export function valuesOf(schema: z.ZodType): string[] | undefined {
  const type = unwrapped(schema)
  return type instanceof z.ZodEnum ? type.options.map(String) : undefined
}
