import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { REPORTED } from '#kernel/errors.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { checkInput } from './check-input.ts'

let made = 0
beforeEach(() => {
  made = 0
})
/** Counts the issues that zod puts into words. */
const counted = () => {
  made++
  return 'invalid'
}
const Row = z.strictObject({
  code: z.string({ error: counted }),
  name: z.string({ error: counted }),
  tags: z
    .array(z.string({ error: counted }))
    .max(50_000)
    .optional(),
})
const Input = z.strictObject({ rows: z.array(Row).max(10_000), note: z.string().max(5).optional() })

function refused(input: unknown) {
  const result = checkInput(Input, input)
  if (result.success) throw new Error('it was accepted')
  const fields = fieldErrors(result.error, 'en')
  return { fields, issues: result.error.issues.length }
}

describe('what is wrong in a large input', () => {
  it.each([
    ['rows without a field', { rows: Array.from({ length: 10_000 }, () => ({})) }],
    ['rows of another type', { rows: Array.from({ length: 10_000 }, () => 1) }],
    ['a long list in a row', { rows: [{ code: 'a', name: 'b', tags: Array.from({ length: 50_000 }, () => 1) }] }],
    ['fields that there are not', { rows: [], ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x${at}`, 1])) }],
    ['such fields in each row', { rows: Array.from({ length: 5_000 }, (_, at) => ({ code: 'a', name: 'b', [`x${at}`]: 1 })) }],
  ])('%s: so much as is reported is made, and no more', (_what, input) => {
    const { fields, issues } = refused(input)
    expect(fields).toHaveLength(REPORTED)
    expect(issues).toBeLessThanOrEqual(REPORTED)
    expect(made).toBeLessThanOrEqual(2 * REPORTED)
  })

  it('is named where it stands, as in a small one', () => {
    const good = Array.from({ length: 5_000 }, (_, at) => ({ code: `c${at}`, name: 'n' }))
    const input = { rows: [...good, { code: 1 }, { code: 'a', name: 'b', more: 1 }], note: 'too long', other: true }
    const places = (fields: { field: string; code: string }[]) => fields.map(({ field, code }) => `${field} ${code}`)
    const result = Input.safeParse(input)
    expect(places(refused(input).fields)).toEqual(places(result.error ? fieldErrors(result.error, 'en') : []))
    expect(places(refused({ rows: Array.from({ length: 10_001 }, () => 1) }).fields)).toEqual(['rows tooManyRows'])
  })

  it('is nothing when all is right, and what comes out is what zod makes of it', () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ code: `c${at}`, name: 'n', tags: ['x'] }))
    expect(checkInput(Input, { rows })).toEqual({ success: true, data: { rows } })
    expect(checkInput(z.strictObject({ rows: z.array(z.string().trim()).max(9_999) }), { rows: rows.map(({ code }) => ` ${code} `) })).toEqual({
      success: true,
      data: { rows: rows.map(({ code }) => code) },
    })
  })

  it('is found by a check of the whole too', () => {
    const Whole = Input.refine(({ rows }) => rows.length < 3_000, { error: 'dateOrder', path: ['rows'] })
    const result = checkInput(Whole, { rows: Array.from({ length: 3_000 }, () => ({ code: 'a', name: 'b' })) })
    expect(result.success ? [] : fieldErrors(result.error, 'en')).toMatchObject([{ field: 'rows', code: 'dateOrder' }])
  })
})

it('a field is reported once, and a long name of one not in full', () => {
  const Twice = z.strictObject({ code: z.string().max(2, { error: 'code' }).regex(/^\d+$/, { error: 'numeric' }) })
  const result = checkInput(Twice, { code: 'abc', ['y'.repeat(10_000)]: 1 })
  const fields = result.success ? [] : fieldErrors(result.error, 'vi')
  expect(fields.map(({ code }) => code)).toEqual(['code', 'unknownField'])
  expect(JSON.stringify(fields).length).toBeLessThan(1_000)
})
