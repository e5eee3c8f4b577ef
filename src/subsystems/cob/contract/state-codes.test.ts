import { expect, it } from 'vitest'
import { EventLine } from './feed.ts'
import { SENDER_PAID_CODE, STATE_CODES } from './state-codes.ts'

const happened = { reference: 'EV-1', item: 'EB123456785VN', at: '2026-11-21T08:10:00+07:00' }
const money = { courier: 'BT-010101', amount: '350000' }

it.each([
  ['60', 'CANCELLED'],
  ['70', 'ARRIVED'],
  ['91', 'FAILED_DELIVERY'],
  ['100', 'DELIVERED'],
  ['110', 'COLLECTED'],
  ['161', 'RETURNING'],
  ['170', 'RETURNED'],
])('state code %s is an event of the kind %s, as text and as number', (code, kind) => {
  const own = kind === 'COLLECTED' ? money : {}
  const named = EventLine.parse({ ...happened, ...own, kind })
  expect(EventLine.parse({ ...happened, ...own, kind: code })).toEqual(named)
  expect(EventLine.parse({ ...happened, ...own, kind: Number(code) })).toEqual(named)
})

it('no other code of three digits is one', () => {
  const codes = Array.from({ length: 1_000 }, (_, code) => String(code)).filter((code) => !STATE_CODES.has(code))
  expect(codes).toContain(SENDER_PAID_CODE)
  for (const kind of [...codes, '0100', ' 100', 'constructor', null, undefined])
    expect(EventLine.safeParse({ ...happened, kind }).success, String(kind)).toBe(false)
})
