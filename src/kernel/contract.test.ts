import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand, defineList, defineQuery, SIGNED_IN } from './contract.ts'
import { AppError, errors } from './errors.ts'
import { Id, Money, OptionalText } from './primitives.ts'

const declaration = {
  path: '/test-admin/things/v1/search',
  permission: 'pp-test/things/view',
  summary: { vi: 'Things', en: 'Things' },
  entity: 'test.thing',
  filter: { code: OptionalText(20) },
  row: z.object({ id: Id, code: z.string(), amount: Money }),
  sort: ['code', 'amount'],
  defaultSort: '-amount',
  sums: ['amount'],
} as const

const list = defineList(declaration)
const pageInfo = { currentPage: 1, pageSize: 15 }

describe('a list', () => {
  it('reads its default order from the sign', () => {
    expect(list.defaultSort).toEqual({ field: 'amount', direction: 'desc' })
    expect(defineList({ ...declaration, defaultSort: 'code' }).defaultSort).toEqual({ field: 'code', direction: 'asc' })
  })

  it('takes a filter, a page and an order, and nothing else', () => {
    expect(list.input.safeParse({ searchSdi: {}, pageInfo }).success).toBe(true)
    expect(list.input.safeParse({ searchSdi: { code: 'x' }, pageInfo, sort: { field: 'code', direction: 'asc' } }).success).toBe(true)
    for (const wrong of [
      { searchSdi: {} },
      { pageInfo },
      { searchSdi: { other: 1 }, pageInfo },
      { searchSdi: {}, pageInfo, sort: { field: 'id', direction: 'asc' } },
      { searchSdi: {}, pageInfo, sort: { field: 'code', direction: 'up' } },
      { searchSdi: {}, pageInfo: { ...pageInfo, total: 1 } },
      { searchSdi: {}, pageInfo, extra: true },
    ])
      expect(list.input.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  it('has an export of its own right, with the columns of the screen', () => {
    expect(list.export).toMatchObject({ kind: 'export', method: 'POST', path: '/report/export/test-admin/things/v1', permission: 'pp-test/things/export' })
    expect(list.export.input.parse({ searchSdi: {} })).toEqual({ searchSdi: {}, format: 'xlsx' })
    expect(list.export.input.safeParse({ searchSdi: {}, columns: ['code', 'amount'], format: 'csv' }).success).toBe(true)
    expect(list.export.input.safeParse({ searchSdi: {}, columns: ['secret'] }).success).toBe(false)
    expect(list.export.input.safeParse({ searchSdi: {}, columns: [] }).success).toBe(false)
  })

  it('is refused when its path or its right would leave the scheme', () => {
    expect(() => defineList({ ...declaration, path: '/test-admin/things' })).toThrow('/search')
    expect(() => defineList({ ...declaration, permission: 'pp-test/things' })).toThrow('/view')
    expect(defineList({ ...declaration, permission: SIGNED_IN }).export.permission).toBe(SIGNED_IN)
  })
})

describe('a query and a command', () => {
  it('are strict about their input', () => {
    const query = defineQuery({ path: '/t', permission: 'p/view', summary: { vi: 's', en: 's' }, input: { id: Id }, output: z.object({}) })
    expect(query).toMatchObject({ kind: 'query', method: 'GET', idempotent: false })
    expect(query.input.safeParse({ id: '1', more: 1 }).success).toBe(false)
    const command = defineCommand({
      path: '/t',
      permission: 'p/update',
      summary: { vi: 's', en: 's' },
      input: { id: Id },
      output: z.object({}),
      idempotent: true,
    })
    expect(command).toMatchObject({ kind: 'command', method: 'POST', idempotent: true })
    expect(command.input.safeParse({}).success).toBe(false)
  })
})

describe('an application error', () => {
  it('speaks both languages and fills its places', () => {
    const error = new AppError({ code: 'T-001', status: 409, vi: 'Còn {n} dòng', en: '{n} rows left' }, { n: 3 }, { data: { version: 2 } })
    expect(error.text('vi')).toBe('Còn 3 dòng')
    expect(error.text('en')).toBe('3 rows left')
    expect(error.message).toBe('T-001: 3 rows left')
    expect(error.data).toEqual({ version: 2 })
  })

  it('has one code for one meaning', () => {
    const codes = Object.values(errors).map((error) => error.code)
    expect(new Set(codes).size).toBe(codes.length)
  })
})
