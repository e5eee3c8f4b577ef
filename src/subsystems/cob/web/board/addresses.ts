import type { BoardCard, Leg } from '../../contract/board.ts'
import { paths } from '../paths.ts'

interface Asked {
  by: 'UNIT' | 'COURIER'
  date: string
  unitId: string | undefined
}

type Entry = readonly [string, string | null | undefined]
const address = (path: string, entries: readonly Entry[]) =>
  `${path}?${new URLSearchParams(entries.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])))}`

/** Whatever the day of acceptance. */
const ANY_DAY: readonly Entry[] = [
  ['from', ''],
  ['to', ''],
]
const OPEN: readonly Entry[] = [
  ['moneyState', 'COLLECTED'],
  ['moneyState', 'PARTIAL'],
]

/** What a card is made of: the items behind it, or the deposits. */
export function cardAddress(leg: Leg, { id, kind, oldestOn }: BoardCard, { by, date, unitId }: Asked): string {
  switch (leg) {
    case 'COURIERS':
      // A postman of an office may carry items of another: whose he holds for which office is what the books say.
      return by === 'COURIER'
        ? address(paths.items, [['courierId', id], ...OPEN, ...ANY_DAY])
        : address(paths.detailReport, [
            ['officeId', id],
            ['basis', 'OPEN'],
            ['from', date],
            ['to', date],
          ])
    case 'OFFICES':
      return address(paths.transactions, [
        ['unitId', id],
        ['kind', 'CASH'],
        ['status', 'SUCCEEDED'],
        ['from', date],
        ['to', date],
      ])
    case 'TRANSIT':
      return address(paths.transactions, [
        ...([
          ['unitId', id],
          ['kind', kind],
          ['status', 'INITIATED'],
          ['status', 'PROCESSING'],
          ['status', 'UNKNOWN'],
        ] as const),
        ...([
          ['from', oldestOn ?? date],
          ['to', date],
        ] as const),
      ])
    default:
      return address(paths.items, [id === null ? ['retail', 'true'] : ['keyAccountId', id], ['unitId', unitId], ['moneyState', 'PAYABLE'], ...ANY_DAY])
  }
}
