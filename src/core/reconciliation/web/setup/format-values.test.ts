import { expect, it } from 'vitest'
import { StatementFormat, type TableFormat } from '#core/reconciliation/contract/format.ts'
import { fieldAt, KINDS, ofKind, withColumns, withField } from './format-values.ts'
import { moved } from './rules-order.ts'

const TITLES = ['Ngày GD', 'Số tiền', 'Nội dung']
const csv = ofKind('CSV') as TableFormat

it.each(KINDS)('%s: what a new format of the kind holds is what the contract takes, once it has its columns', (kind) => {
  const format = ofKind(kind, csv)
  const whole =
    'columns' in format
      ? withColumns(format, [
          { field: 'day', by: kind === 'FIXED' ? { start: 1, width: 10 } : { name: 'Ngày GD' } },
          { field: 'amount', by: kind === 'FIXED' ? { start: 11, width: 20 } : { name: 'Số tiền' } },
        ])
      : format
  expect(StatementFormat.safeParse(whole).error).toBeUndefined()
})

it('a field is read from one column alone, and a column is one field alone', () => {
  const first = withField(csv, TITLES, 0, 'day')
  const both = withField(withField(first, TITLES, 1, 'amount'), TITLES, 2, 'amount')
  expect(both.columns).toEqual([
    { field: 'day', by: { name: 'Ngày GD' } },
    { field: 'amount', by: { name: 'Nội dung' } },
  ])
  expect(withField(both, TITLES, 2, 'text').columns.map(({ field }) => field)).toEqual(['day', 'text'])
  expect(withField(both, TITLES, 0, undefined).columns.map(({ field }) => field)).toEqual(['amount'])
})

it('a column without a title is known by its place, and titles whatever their marks and case', () => {
  const format = withField(csv, ['', 'Số tiền'], 0, 'day')
  expect(format.columns).toEqual([{ field: 'day', by: { place: 1 } }])
  expect(fieldAt(withField(csv, TITLES, 0, 'day'), ['NGAY GD'], 0)).toBe('day')
})

it('how amounts are written follows from the columns', () => {
  const of = (...fields: ('amount' | 'debit' | 'credit' | 'sign')[]) =>
    withColumns(
      csv,
      fields.map((field) => ({ field, by: { name: field } })),
    )
  expect(of('amount')).toMatchObject({ amounts: 'SIGNED' })
  expect(of('debit', 'credit')).toMatchObject({ amounts: 'DEBIT_CREDIT' })
  expect(of('amount', 'sign')).toMatchObject({ amounts: 'SIGN_COLUMN', signs: { debit: ['D'], credit: ['C'] } })
  expect(withColumns(of('amount', 'sign'), [{ field: 'amount', by: { place: 1 } }])).not.toHaveProperty('signs')
})

it('a member of a list is put at another place, within the list', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
