import { z } from 'zod'
import { REPORTED } from '#kernel/errors.ts'

/** Values of an input below which a refusal is put together by zod in one go. */
const SMALL = 2_000

/**
 * As `safeParse`, for input that somebody may have made to be dear to refuse: zod makes an object of every wrong value before the first
 * one can be looked at. What is wrong in a large input is therefore collected piece by piece, until there is enough to report.
 */
export function checkInput(schema: z.ZodType, input: unknown): { success: true; data: unknown } | { success: false; error: z.core.$ZodError } {
  if (hasAtMost(SMALL, input)) return schema.safeParse(input)
  // With abortEarly the first wrong value ends it; what is right comes out as ever.
  const result = schema._zod.run({ value: input, issues: [] }, { async: false, abortEarly: true })
  if (result instanceof Promise) throw new z.core.$ZodAsyncError()
  if (result.issues.length === 0) return { success: true, data: result.value }
  const found: z.core.$ZodIssue[] = []
  collectIssues(schema, input, [], found)
  if (found.length === 0) return schema.safeParse(input)
  return { success: false, error: new z.core.$ZodError(found) }
}

/** Counted without recursion. */
function hasAtMost(most: number, input: unknown): boolean {
  const open: unknown[] = [input]
  let seen = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.values(value)
    seen += inside.length
    if (seen > most) return false
    open.push(...inside)
  }
  return true
}

type Path = readonly PropertyKey[]

/** Goes into lists and objects as long as there is room in `found`; what is neither is small. */
function collectIssues(schema: z.ZodType, value: unknown, path: Path, found: z.core.$ZodIssue[]): void {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value) && !isTooLong(inner, value)) {
    for (const [at, item] of value.entries()) {
      if (found.length >= REPORTED) return
      collectIssues(inner.element as z.ZodType, item, [...path, at], found)
    }
  } else if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const shape = inner.shape as Record<string, z.ZodType>
    for (const [name, field] of Object.entries(shape)) {
      if (found.length >= REPORTED) return
      collectIssues(field, (value as Record<string, unknown>)[name], [...path, name], found)
    }
    const keys = inner.def.catchall instanceof z.ZodNever ? unknownKeys(shape, value, REPORTED - found.length) : []
    if (keys.length > 0) found.push({ code: 'unrecognized_keys', keys, path: [...path], message: '' })
  } else {
    const issues = schema.safeParse(value).error?.issues ?? []
    found.push(...issues.slice(0, REPORTED).map((issue) => ({ ...issue, path: [...path, ...issue.path] })))
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) inner = inner.unwrap() as z.ZodType
  return inner
}

/** Zod refuses such a list before it looks at what is in it. */
function isTooLong(schema: z.ZodArray, value: readonly unknown[]): boolean {
  return z.core.util.sizeCaps(schema._zod.def.checks).some(([maximum]) => value.length > maximum)
}

function unknownKeys(shape: Record<string, unknown>, value: object, most: number): string[] {
  const keys: string[] = []
  for (const key in value) {
    if (keys.length >= most) break
    if (!Object.hasOwn(shape, key)) keys.push(key)
  }
  return keys
}
