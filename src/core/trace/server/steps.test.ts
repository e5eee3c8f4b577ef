import { expect, it } from 'vitest'
import { leftOf, stepsOf, type TraceEntry } from './steps.ts'

const entry = (journalId: string, accountCode: string, amount: number, { shared = true }: { shared?: boolean } = {}): TraceEntry => ({
  ...{ journalId, at: new Date(Number(journalId) * 1000), accountId: accountCode, accountCode, holder: accountCode, nature: 'HELD', shared },
  ...{ arrives: amount > 0, amount: BigInt(Math.abs(amount)) },
})
const there = (entries: TraceEntry[]) => {
  const steps = stepsOf(entries)
  const left = leftOf(steps)
  return steps.flatMap(({ accountCode }, at) => (left[at] === 0n ? [] : [`${accountCode} ${left[at]}`]))
}

it('money that only changes its place is at the last one', () => {
  expect(there([entry('1', 'vault', -50), entry('1', 'till', 50)])).toEqual(['till 50'])
  expect(there([entry('1', 'vault', -50), entry('1', 'courier', 50, { shared: false })])).toEqual(['courier 50'])
  expect(
    there([entry('1', 'vault', -50), entry('1', 'courier', 50, { shared: false }), entry('2', 'courier', -50, { shared: false }), entry('2', 'other', 50)]),
  ).toEqual(['other 50'])
})

it('what was taken in at one till and paid out at another is gone, but for what the operator keeps', () => {
  expect(there([entry('1', 'A', 102), entry('2', 'B', -100)])).toEqual(['A 2'])
  expect(there([entry('1', 'A', 102), entry('2', 'A', -102)])).toEqual([])
})

it('first in is first out, in parts', () => {
  const steps = stepsOf([entry('1', 'A', 60), entry('2', 'A', 40), entry('3', 'A', -80)])
  expect(steps.map(({ amount, until, journals }) => [amount, until !== null, journals.join()])).toEqual([
    [60n, true, '1,3'],
    [20n, true, '2,3'],
    [20n, false, '2'],
  ])
})
