import { expect, test } from 'vitest'
import { postingsFor } from './postings.ts'

const accounts = { partnerClearing: '1', merchantPayable: '2', feeIncome: '3', taxPayable: '4' }
const names: Record<string, string> = { '1': 'bank clearing', '2': 'merchant payable', '3': 'fee income', '4': 'tax payable' }

/** A posting table as an accountant writes it. */
function table(amounts: { amount: bigint; fee: bigint; tax: bigint }): string[] {
  return postingsFor('paid', accounts, amounts).map(({ side, accountId, amount }) => `${side === 'D' ? 'Dr' : 'Cr'} ${names[accountId]} ${amount / 100n}`)
}

test.each([
  {
    when: 'QR paid',
    amounts: { amount: 150_000_00n, fee: 1_500_00n, tax: 150_00n },
    posts: ['Dr bank clearing 150000', 'Cr merchant payable 150000', 'Dr merchant payable 1650', 'Cr fee income 1500', 'Cr tax payable 150'],
  },
  {
    when: 'QR paid, fee too small for a tax',
    amounts: { amount: 1_000_00n, fee: 4_00n, tax: 0n },
    posts: ['Dr bank clearing 1000', 'Cr merchant payable 1000', 'Dr merchant payable 4', 'Cr fee income 4'],
  },
  { when: 'QR paid, no fee', amounts: { amount: 1_000_00n, fee: 0n, tax: 0n }, posts: ['Dr bank clearing 1000', 'Cr merchant payable 1000'] },
])('$when', ({ amounts, posts }) => {
  expect(table(amounts)).toEqual(posts)
})
