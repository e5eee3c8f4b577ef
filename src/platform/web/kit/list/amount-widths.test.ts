import { expect, test } from 'vitest'
import { z } from 'zod'
import { Count, Money, NameText } from '#kernel/primitives.ts'
import { amountWidths } from './amount-widths.ts'
import { columnsOf } from './columns.ts'
import { place } from './table-places.ts'

const columns = columnsOf(z.object({ fee: Money, payments: Count, name: NameText }).shape, [{ field: 'fee', width: 60 }, 'payments', 'name'], (field) => field)
const layout = { order: [], hidden: null, widths: { payments: 20 }, pins: {} }
const widthsOf = (rows: readonly object[]) => place(columns, layout, false, 0, amountWidths(columns, rows, 'vi')).map(({ width }) => width)

test('a column is as wide as its longest amount, total or not, whatever width it was given', () => {
  const [asGiven = 0, narrow = 0, name = 0] = widthsOf([])
  expect([asGiven, narrow]).toEqual([60, 20])
  const [fee = 0, payments = 0, other] = widthsOf([
    { fee: '1.00', payments: 3, name: 'x'.repeat(500) },
    { fee: '107925678901.00', payments: 1_234_567 },
  ])
  // '107.925.678.901,00' and '1.234.567', with what stands around them.
  expect(fee).toBeGreaterThan(18 * 7)
  expect(payments).toBeGreaterThan(9 * 7)
  expect(other).toBe(name)
  expect(widthsOf([{ fee: '-107925678901.00' }])[0]).toBeGreaterThan(fee)
})
