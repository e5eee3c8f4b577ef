import { describe, expect, it } from 'vitest'
import { checkJournal, checkReversal, type JournalInput } from './journal.ts'

const sound: JournalInput = {
  businessKey: 'qr-paid:1',
  kind: 'QR_PAID',
  service: 'QR',
  businessDate: '2026-11-21',
  occurredAt: new Date('2026-11-21T08:30:00+07:00'),
  description: '',
  sourceType: 'payment.transaction',
  sourceId: '1',
  entries: [
    { accountId: '1', side: 'D', amount: 100n },
    { accountId: '2', side: 'C', amount: 100n },
  ],
}

describe('checkJournal', () => {
  const entry = (accountId: string, side: 'D' | 'C', amount: bigint, currency?: string) => ({ accountId, side, amount, ...(currency ? { currency } : {}) })
  const cases: [string, Partial<JournalInput>, string][] = [
    ['is content with a sound journal', {}, 'OK'],
    ['takes several entries a side', { entries: [entry('1', 'D', 60n), entry('2', 'D', 40n), entry('3', 'C', 99n), entry('3', 'C', 1n)] }, 'OK'],
    [
      'takes currencies that each balance',
      { entries: [entry('1', 'D', 5n), entry('2', 'C', 5n), entry('3', 'D', 7n, 'USD'), entry('4', 'C', 7n, 'USD')] },
      'OK',
    ],
    ['refuses a difference of a hundredth', { entries: [entry('1', 'D', 100n), entry('2', 'C', 99n)] }, 'LED-001 VND 0,01'],
    ['refuses currencies that balance only together', { entries: [entry('1', 'D', 5n), entry('2', 'C', 5n, 'USD')] }, 'LED-001 VND 0,05'],
    ['refuses two debits', { entries: [entry('1', 'D', 100n), entry('2', 'D', 100n)] }, 'LED-001 VND 2'],
    ['refuses no entries', { entries: [] }, 'LED-007 entries'],
    ['refuses one entry', { entries: [entry('1', 'D', 100n)] }, 'LED-007 entries'],
    ['refuses a thousand and one entries', { entries: Array.from({ length: 1001 }, () => entry('1', 'D', 1n)) }, 'LED-007 entries'],
    ['refuses an amount of zero', { entries: [entry('1', 'D', 0n), entry('2', 'C', 0n)] }, 'LED-007 entries.0.amount'],
    ['refuses a negative amount', { entries: [entry('1', 'D', 5n), entry('2', 'C', -5n)] }, 'LED-007 entries.1.amount'],
    ['refuses an amount beyond the column', { entries: [entry('1', 'D', 10n ** 19n), entry('2', 'C', 10n ** 19n)] }, 'LED-007 entries.0.amount'],
    ['refuses an account that is no id', { entries: [entry("1'", 'D', 1n), entry('2', 'C', 1n)] }, 'LED-007 entries.0.accountId'],
    ['refuses an account id beyond bigint', { entries: [entry('1', 'D', 1n), entry('9223372036854775808', 'C', 1n)] }, 'LED-007 entries.1.accountId'],
    ['refuses a side that is none', { entries: [entry('1', 'X' as 'D', 1n), entry('2', 'C', 1n)] }, 'LED-007 entries.0.side'],
    ['refuses a currency that is none', { entries: [entry('1', 'D', 1n, 'vnd'), entry('2', 'C', 1n)] }, 'LED-007 entries.0.currency'],
    ['refuses an empty key', { businessKey: '' }, 'LED-007 businessKey'],
    ['refuses a long key', { businessKey: 'x'.repeat(201) }, 'LED-007 businessKey'],
    ['refuses a key that PostgreSQL cannot store', { businessKey: 'a\0b' }, 'LED-007 businessKey'],
    ['refuses half a character', { description: '\ud800' }, 'LED-007 description'],
    ['refuses a lower-case kind', { kind: 'paid' }, 'LED-007 kind'],
    ['refuses a service with a space', { service: 'Q R' }, 'LED-007 service'],
    ['refuses a day that is none', { businessDate: '2026-02-30' }, 'LED-007 businessDate'],
    ['refuses a day before all books', { businessDate: '0026-11-21' }, 'LED-007 businessDate'],
    ['refuses an instant that is none', { occurredAt: new Date('x') }, 'LED-007 occurredAt'],
    ['refuses an instant beyond the calendar', { occurredAt: new Date(8.64e15) }, 'LED-007 occurredAt'],
    ['refuses a source without id', { sourceId: '' }, 'LED-007 sourceId'],
    ['refuses a unit that is no id', { officeUnitId: 'HN01' }, 'LED-007 officeUnitId'],
  ]
  it.each(cases)('%s', (_, overrides, expected) => {
    const error = checkJournal({ ...sound, ...overrides })
    const params = Object.values(error?.params ?? {}).map((value) => (typeof value === 'object' ? value.vi : value))
    expect(error ? [error.definition.code, ...params].join(' ') : 'OK').toBe(expected)
  })
})

describe('checkReversal', () => {
  const reversal = { journalId: '1', businessKey: 'k', occurredAt: sound.occurredAt, businessDate: '2026-11-21', reason: 'Nhập sai' }
  it.each([
    ['a sound one', {}, 'OK'],
    ['an id that is none', { journalId: 'x' }, 'LED-010'],
    ['no key', { businessKey: '' }, 'LED-007 businessKey'],
    ['a day that is none', { businessDate: '21/11/2026' }, 'LED-007 businessDate'],
    ['a reason that is too long', { reason: 'x'.repeat(1001) }, 'LED-007 reason'],
  ])('judges %s', (_, overrides, expected) => {
    const error = checkReversal({ ...reversal, ...overrides })
    expect(error ? [error.definition.code, error.params.field].filter(Boolean).join(' ') : 'OK').toBe(expected)
  })
})
