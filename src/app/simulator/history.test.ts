import { expect, it } from 'vitest'
import { history } from './history.ts'

it.each(['2026-11-20T17:00:00Z', '2026-11-20T17:30:00Z', '2026-11-20T20:00:00Z', '2026-11-21T02:00:00Z', '2026-11-21T16:59:59Z'])(
  'the past that ends at %s has its days, and ends with something that tells whether all of it stands',
  (anchor) => {
    const windows = history({ anchor: new Date(anchor), days: 30, transactions: 2_000 }).map((make) => make())
    expect(windows.flatMap(({ batches }) => batches.flatMap(({ lines }) => lines)).length).toBeGreaterThanOrEqual(2_000)
    expect(windows.at(-1)?.batches).not.toEqual([])
  },
)
