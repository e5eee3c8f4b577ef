import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PageInfo } from './contract.ts'
import { defineMachine } from './machine.ts'
import { DateOnly, enumOf, Money, PositiveMoney, RequiredText, Timestamp, Version } from './primitives.ts'
import { fieldErrors, ruleError, ruleText } from './validation-texts.ts'

const machine = defineMachine({ name: 'test.status', initial: 'NEW', states: { NEW: { tone: 'neutral' } }, events: {} })

/** {field: code} of everything that is wrong with a value. */
function codes(schema: z.ZodType, value: unknown, language: 'vi' | 'en' = 'vi') {
  const result = schema.safeParse(value)
  return result.success ? {} : Object.fromEntries(fieldErrors(result.error, language).map((error) => [error.field, error.code]))
}

function messages(schema: z.ZodType, value: unknown, language: 'vi' | 'en') {
  const result = schema.safeParse(value)
  return result.success ? [] : fieldErrors(result.error, language).map((error) => error.message)
}

describe('a field that is missing', () => {
  const everything = z.strictObject({
    text: RequiredText(),
    money: Money,
    amount: PositiveMoney,
    date: DateOnly,
    time: Timestamp,
    version: Version,
    flag: z.boolean(),
    choice: enumOf('test.choice', ['A', 'B']),
    plainChoice: z.enum(['A', 'B']),
    status: machine.status,
    literal: z.literal('x'),
    union: z.union([z.literal(1), z.literal(2)]),
    rows: z.array(z.string()),
    nested: z.strictObject({ a: z.string() }),
    page: PageInfo,
  })

  it('is called required, whatever its type', () => {
    expect(codes(everything, {})).toEqual(Object.fromEntries(Object.keys(everything.shape).map((field) => [field, 'required'])))
    expect(messages(z.strictObject({ a: Money }), {}, 'vi')).toEqual(['Vui lòng nhập thông tin này'])
    expect(messages(z.strictObject({ a: Money }), {}, 'en')).toEqual(['This field is required'])
  })

  it('is named by its whole path', () => {
    const schema = z.strictObject({ rows: z.array(z.strictObject({ amount: Money })) })
    expect(codes(schema, { rows: [{ amount: '1' }, {}] })).toEqual({ 'rows.1.amount': 'required' })
    expect(codes(PageInfo, { currentPage: 1 })).toEqual({ pageSize: 'required' })
  })

  it('keeps the words of its own where a rule gives them', () => {
    const schema = z.strictObject({ account: z.string({ error: 'accountRequired' }) })
    expect(messages(schema, {}, 'vi')).toEqual(['Vui lòng nhập tài khoản'])
  })
})

describe('a wrong type', () => {
  const schema = z.strictObject({
    text: z.string().optional(),
    count: z.number().int().optional(),
    flag: z.boolean().optional(),
    rows: z.array(z.string()).optional(),
    nested: z.strictObject({}).optional(),
  })

  it('is not called missing, and nothing is coerced', () => {
    expect(codes(schema, { text: 12, count: '12', flag: 'true', rows: {}, nested: [] })).toEqual({
      text: 'type',
      count: 'type',
      flag: 'type',
      rows: 'type',
      nested: 'type',
    })
    expect(codes(schema, { text: null, count: null, flag: 0 })).toEqual({ text: 'type', count: 'type', flag: 'type' })
    expect(codes(schema, { count: 1.5 })).toEqual({ count: 'type' })
  })

  it('says what is expected in the words of the language', () => {
    expect(messages(schema, { text: 12 }, 'vi')).toEqual(['Sai kiểu dữ liệu (cần chuỗi ký tự)'])
    expect(messages(schema, { count: 1.5 }, 'en')).toEqual(['Wrong data type (a whole number expected)'])
  })

  it('of the whole body has the empty path', () => {
    expect(codes(schema, 'x')).toEqual({ '': 'type' })
    expect(codes(schema, [])).toEqual({ '': 'type' })
    expect(codes(schema, undefined)).toEqual({ '': 'required' })
  })
})

describe('an unknown field', () => {
  it('is refused by name, each on its own, nested ones with their path', () => {
    const schema = z.strictObject({ a: z.string(), nested: z.strictObject({ b: z.string() }) })
    const result = schema.safeParse({ a: 'x', zz: 1, yy: 2, nested: { b: 'x', w: 1 } })
    expect(result.success).toBe(false)
    if (result.success) return
    expect(fieldErrors(result.error, 'en')).toEqual([
      { field: 'nested.w', code: 'unknownField', message: 'This field is not allowed: w' },
      { field: 'zz', code: 'unknownField', message: 'This field is not allowed: zz' },
      { field: 'yy', code: 'unknownField', message: 'This field is not allowed: yy' },
    ])
  })

  it('may carry a name that JavaScript knows', () => {
    const body: unknown = JSON.parse('{"constructor": 1, "toString": 2}')
    expect(codes(z.strictObject({}), body)).toEqual({ constructor: 'unknownField', toString: 'unknownField' })
  })
})

describe('values out of bounds', () => {
  it.each([
    [z.string().min(3), 'ab', 'tooShort', 'Nhập tối thiểu 3 ký tự', 'Enter at least 3 characters'],
    [z.string().min(1), '', 'required', 'Vui lòng nhập thông tin này', 'This field is required'],
    [z.string().max(2), 'abc', 'tooLong', 'Nhập tối đa 2 ký tự', 'Enter at most 2 characters'],
    [z.number().min(3), 2, 'tooSmall', 'Giá trị tối thiểu là 3', 'The minimum value is 3'],
    [z.number().max(3), 4, 'tooBig', 'Giá trị tối đa là 3', 'The maximum value is 3'],
    [z.array(z.string()).min(1), [], 'tooFew', 'Cần ít nhất 1 dòng', 'At least 1 row is required'],
    [z.array(z.string()).max(1), ['a', 'b'], 'tooManyRows', 'Tối đa 1 dòng', 'At most 1 row is allowed'],
    [z.enum(['A']), 'B', 'choice', 'Giá trị không nằm trong danh mục cho phép', 'The value is not in the list of allowed values'],
    [machine.status, 'OLD', 'choice', 'Giá trị không nằm trong danh mục cho phép', 'The value is not in the list of allowed values'],
    [
      z.discriminatedUnion('k', [z.strictObject({ k: z.literal('a') })]),
      { k: 'b' },
      'choice',
      'Giá trị không nằm trong danh mục cho phép',
      'The value is not in the list of allowed values',
    ],
    [z.string().refine(() => false), 'x', 'invalid', 'Dữ liệu không hợp lệ', 'The value is not valid'],
  ] as const)('%#: %j is refused as %s', (schema, value, code, vi, en) => {
    const result = (schema as z.ZodType).safeParse(value)
    expect(result.error && fieldErrors(result.error, 'vi')[0]).toMatchObject({ code, message: vi })
    expect(result.error && fieldErrors(result.error, 'en')[0]).toMatchObject({ code, message: en })
  })

  it('a page has 15, 50 or 100 rows, nothing else', () => {
    for (const pageSize of [15, 50, 100]) expect(codes(PageInfo, { currentPage: 1, pageSize })).toEqual({})
    for (const pageSize of [0, 16, 1000, '15', null]) expect(codes(PageInfo, { currentPage: 1, pageSize })).toEqual({ pageSize: 'pageSize' })
    expect(codes(PageInfo, { currentPage: 0, pageSize: 15 })).toEqual({ currentPage: 'tooSmall' })
    expect(codes(PageInfo, { currentPage: 1.5, pageSize: 15 })).toEqual({ currentPage: 'type' })
  })

  it('a rule about two fields stands on the field it names', () => {
    const schema = z
      .strictObject({ a: z.string(), b: z.string().optional() })
      .refine((value) => value.a === value.b, { error: ruleError('passwordMismatch'), path: ['b'] })
    expect(codes(schema, { a: 'x', b: 'y' })).toEqual({ b: 'passwordMismatch' })
    expect(codes(schema, { a: 'x' })).toEqual({ b: 'passwordMismatch' })
  })
})

it('a rule can be put into words by hand', () => {
  expect(ruleText('tooLong', 'vi', { maximum: 5 })).toBe('Nhập tối đa 5 ký tự')
})
