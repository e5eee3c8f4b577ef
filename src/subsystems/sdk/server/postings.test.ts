import { expect, test } from 'vitest'
import type { PostingEvent } from '#core/payments/server/public.ts'
import { postingsFor } from './postings.ts'

const accounts = { partnerClearing: 'clearing', partnerPayable: 'partner payable', feeIncome: 'fee income', taxPayable: 'tax payable' }

/** A posting table as an accountant writes it. */
const table = (event: PostingEvent, charged: { amount: bigint; fee: bigint; tax: bigint }) =>
  postingsFor(event, accounts, charged).map(({ side, accountId, amount }) => `${side === 'D' ? 'Dr' : 'Cr'} ${accountId} ${amount / 100n}`)

const whole = { amount: 150_000_00n, fee: 1_500_00n, tax: 150_00n }
test.each<[string, PostingEvent, typeof whole, string[]]>([
  ['paid', 'paid', whole, ['Dr clearing 150000', 'Cr partner payable 150000', 'Dr partner payable 1650', 'Cr fee income 1500', 'Cr tax payable 150']],
  ['paid, no fee', 'paid', { ...whole, fee: 0n, tax: 0n }, ['Dr clearing 150000', 'Cr partner payable 150000']],
  [
    'paid, fee too small for a tax',
    'paid',
    { amount: 1_000_00n, fee: 4_00n, tax: 0n },
    ['Dr clearing 1000', 'Cr partner payable 1000', 'Dr partner payable 4', 'Cr fee income 4'],
  ],
  [
    'refunded',
    'refunded',
    { amount: 50_000_00n, fee: 500_00n, tax: 50_00n },
    ['Cr clearing 50000', 'Dr partner payable 50000', 'Cr partner payable 550', 'Dr fee income 500', 'Dr tax payable 50'],
  ],
  ['cancelled', 'cancelled', whole, ['Cr clearing 150000', 'Dr partner payable 150000', 'Cr partner payable 1650', 'Dr fee income 1500', 'Dr tax payable 150']],
])('%s', (_when, event, charged, posts) => {
  expect(table(event, charged)).toEqual(posts)
})

test('nothing is posted to an account that is not there', () => {
  const { partnerPayable: _none, ...others } = accounts
  expect(() => postingsFor('paid', others, whole)).toThrow('no account partnerPayable')
})
