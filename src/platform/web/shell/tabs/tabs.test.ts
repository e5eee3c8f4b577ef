import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_TABS } from '#kernel/preferences.ts'
import {
  adoptTabs,
  closable,
  closeTabs,
  isFull,
  labelTab,
  makesRoom,
  moveTab,
  NO_TABS,
  openTab,
  parseTabs,
  pinTab,
  placeTab,
  staysInTab,
  type TabsState,
  tabFor,
  touchTab,
} from './tabs.ts'

const opened = (...addresses: string[]) => addresses.reduce((state, address, index) => openTab(state, address, `t${index}`), NO_TABS)
const addresses = (state: TabsState) => state.tabs.map((tab) => tab.address)

describe('opening', () => {
  it('gives each full path with query a tab, and comes back to the one that is there', () => {
    const state = opened('/list', '/detail/1', '/detail/2')
    expect(addresses(state)).toEqual(['/list', '/detail/1', '/detail/2'])
    expect(openTab(state, '/detail/1', 'new')).toEqual({ ...state, activeId: 't1' })
  })

  it('puts a new tab beside the one it was opened from', () => {
    const state = { ...opened('/a', '/b', '/c'), activeId: 't0' }
    expect(addresses(openTab(state, '/d', 'n'))).toEqual(['/a', '/d', '/b', '/c'])
    expect(openTab(state, '/d', 'n').tabs[1]).toMatchObject({ openerId: 't0' })
  })

  it('shows the search of a link in the tab that was opened by it, whatever was searched for there since', () => {
    const searched = moveTab(opened('/list?status=FAILED', '/x'), 't0', '/list?status=SUCCEEDED')
    const linked = openTab(searched, '/list?status=FAILED', 'n')
    expect(addresses(linked)).toEqual(['/list?status=FAILED', '/x'])
    expect(linked.activeId).toBe('t0')
  })

  it('finds a list by the address it was opened with after it has written its filters into it', () => {
    const filtered = moveTab(opened('/list', '/x'), 't0', '/list?status=FAILED')
    expect(tabFor(filtered, '/list')?.id).toBe('t0')
    expect(tabFor(filtered, '/list?status=FAILED')?.id).toBe('t0')
    expect(openTab(filtered, '/list', 'n').tabs).toHaveLength(2)
    expect(addresses(openTab(filtered, '/list', 'n'))).toContain('/list?status=FAILED')
    expect(openTab(filtered, '/list?status=SUCCEEDED', 'n').tabs).toHaveLength(3)
  })

  it('shows another part of a record in the tab that has the record', () => {
    const state = opened('/session?id=7', '/session?id=70', '/list?status=OPEN')
    const linked = openTab(state, '/session?id=7&tab=breaks&status=OPEN', 'n')
    expect(addresses(linked)).toEqual(['/session?id=7&tab=breaks&status=OPEN', '/session?id=70', '/list?status=OPEN'])
    expect(linked.activeId).toBe('t0')
    expect(openTab(linked, '/session?tab=files&id=7', 'n').tabs).toHaveLength(3)
    expect(openTab(linked, '/other?id=7', 'n').tabs).toHaveLength(4)
    expect(openTab(state, '/list?status=DONE', 'n').tabs).toHaveLength(4)
  })

  it('keeps one tab only where several are not wanted', () => {
    expect(openTab(opened('/a', '/b'), '/c', 'n', false)).toEqual({ tabs: [expect.objectContaining({ address: '/c', openerId: null })], activeId: 'n' })
  })
})

describe('closing', () => {
  it('never closes the last tab', () => {
    const one = opened('/a')
    for (const what of ['one', 'left', 'right', 'all'] as const) expect(closeTabs(one, 't0', what)).toEqual(one)
    expect(closable(one, 't0')).toEqual({ one: false, left: false, right: false, all: false })
  })

  it('closes what stands left, right, or everything but the tab it was asked on', () => {
    const state = opened('/a', '/b', '/c', '/d')
    expect(addresses(closeTabs(state, 't2', 'left'))).toEqual(['/c', '/d'])
    expect(addresses(closeTabs(state, 't1', 'right'))).toEqual(['/a', '/b'])
    expect(closeTabs(state, 't1', 'right').activeId).toBe('t1')
    expect(addresses(closeTabs(state, 't1', 'all'))).toEqual(['/b'])
    expect(closable(state, 't0')).toEqual({ one: true, left: false, right: true, all: true })
  })

  it('shows the opener of the closed tab, else its neighbour', () => {
    const state = { ...opened('/a', '/b', '/c', '/d'), activeId: 't1' }
    const detail = openTab(state, '/detail', 'n')
    expect(closeTabs(detail, 'n', 'one').activeId).toBe('t1')
    const withoutOpener = closeTabs({ ...detail, activeId: 'n' }, 't1', 'one')
    expect(closeTabs(withoutOpener, 'n', 'one').activeId).toBe('t2')
    expect(closeTabs(state, 't3', 'one').activeId).toBe('t1')
  })
})

describe('places', () => {
  const state = pinTab(pinTab(opened('/a', '/b', '/c', '/d', '/e'), 't3', true), 't1', true)

  it('of pinned tabs are in front, in the order they were pinned', () => {
    expect(addresses(state)).toEqual(['/d', '/b', '/a', '/c', '/e'])
    expect(addresses(pinTab(state, 't3', false))).toEqual(['/b', '/d', '/a', '/c', '/e'])
    expect(pinTab(state, 't3', true)).toBe(state)
  })

  it('change by dragging, never over the border between pinned and other tabs', () => {
    expect(addresses(placeTab(state, 't4', 2))).toEqual(['/d', '/b', '/e', '/a', '/c'])
    expect(addresses(placeTab(state, 't4', 0))).toEqual(['/d', '/b', '/e', '/a', '/c'])
    expect(addresses(placeTab(state, 't0', 9))).toEqual(['/d', '/b', '/c', '/e', '/a'])
    expect(addresses(placeTab(state, 't3', 9))).toEqual(['/b', '/d', '/a', '/c', '/e'])
    expect(placeTab(state, 't0', 2)).toBe(state)
    expect(placeTab(state, 'none', 2)).toBe(state)
  })

  it('of new tabs are behind the pinned ones', () => {
    expect(addresses(openTab({ ...state, activeId: 't3' }, '/new', 'n'))).toEqual(['/d', '/b', '/new', '/a', '/c', '/e'])
  })

  it('of pinned tabs stay when others are closed', () => {
    expect(addresses(closeTabs(state, 't2', 'all'))).toEqual(['/d', '/b', '/c'])
    expect(addresses(closeTabs(state, 't2', 'left'))).toEqual(['/d', '/b', '/c', '/e'])
    expect(closeTabs(state, 't1', 'one')).toBe(state)
    expect(closable(state, 't1')).toEqual({ one: false, left: false, right: true, all: true })
    expect(closable(closeTabs(state, 't3', 'all'), 't3')).toEqual({ one: false, left: false, right: false, all: false })
  })
})

describe('as many tabs as there may be', () => {
  const full = opened(...Array.from({ length: MAX_TABS }, (_, at) => `/${at}`))

  it('take no other page, but every one that is open', () => {
    expect(isFull(full, '/new', true)).toBe(true)
    expect(openTab(full, '/new', 'n')).toBe(full)
    expect(isFull(full, '/3', true)).toBe(false)
    expect(openTab(full, '/3', 'n').activeId).toBe('t3')
    expect(isFull(full, '/new', false)).toBe(false)
    expect(isFull(closeTabs(full, 't0', 'one'), '/new', true)).toBe(false)
  })

  it('are as many as are read or adopted', () => {
    expect(adoptTabs(full, [{ address: '/kept', label: null, pinned: true }], () => 'n')).toBe(full)
    expect(parseTabs(JSON.stringify({ tabs: [...full.tabs, { id: 'x', key: '/x', address: '/x' }], activeId: 't0' })).tabs).toHaveLength(MAX_TABS)
  })
})

describe('the page that makes room for another', () => {
  const visit = (state: TabsState, id: string) => touchTab({ ...state, activeId: id })
  const state = ['t2', 't0', 't3', 't1'].reduce(visit, opened('/a', '/b', '/c', '/d'))

  it('is the one that was not looked at for the longest', () => {
    expect(makesRoom(state, new Set())?.id).toBe('t2')
    expect(makesRoom(visit(state, 't2'), new Set())?.id).toBe('t0')
  })

  it('is none that is pinned, in front, or drawn: somebody may have typed into it', () => {
    expect(makesRoom(pinTab(state, 't2', true), new Set())?.id).toBe('t0')
    expect(makesRoom(state, new Set(['t2', 't0']))?.id).toBe('t3')
    expect(makesRoom(state, new Set(['t0', 't2', 't3']))).toBeUndefined()
  })

  it('is known after the page was loaded anew', () => {
    expect(makesRoom(parseTabs(JSON.stringify(state)), new Set())?.id).toBe('t2')
  })
})

describe('steps back', () => {
  const state = moveTab(opened('/list', '/detail/1'), 't0', '/list?status=FAILED')

  it('within a page lead through its own states', () => {
    expect(staysInTab(state, 't0', '/list', 'POP')).toBe(true)
    expect(staysInTab(state, 't0', '/list?status=OK', 'PUSH')).toBe(true)
    expect(staysInTab(state, 't0', '/list?page=2', 'REPLACE')).toBe(true)
  })

  it('from another page find it as it was left', () => {
    expect(staysInTab({ ...state, activeId: 't1' }, 't0', '/list', 'POP')).toBe(false)
    expect(staysInTab(state, 't0', '/other', 'POP')).toBe(false)
    expect(staysInTab(state, 'gone', '/list', 'POP')).toBe(false)
    expect(staysInTab(state, null, '/list', 'PUSH')).toBe(false)
  })
})

describe('pages kept for the person', () => {
  it('come to those that are open: pinned ones in front, none twice, the one in front stays there', () => {
    const kept = [
      { address: '/p', label: 'P', pinned: true },
      { address: '/b', label: null, pinned: true },
      { address: '/x', label: 'X', pinned: false },
    ]
    let next = 0
    const state = adoptTabs(opened('/a', '/b'), kept, () => `k${next++}`)
    expect(state.tabs.map(({ address, label, pinned }) => [address, label, pinned])).toEqual([
      ['/p', 'P', true],
      ['/b', null, true],
      ['/a', null, false],
      ['/x', 'X', false],
    ])
    expect(state.activeId).toBe('t1')
  })
})

describe('any sequence of actions', () => {
  const address = fc.constantFrom('/a', '/b', '/c?x=1', '/d', '/e')
  const step = fc.oneof(
    fc.record({ do: fc.constant('open' as const), address, multi: fc.boolean() }),
    fc.record({ do: fc.constant('move' as const), at: fc.nat(9), address }),
    fc.record({ do: fc.constant('close' as const), at: fc.nat(9), what: fc.constantFrom('one' as const, 'left' as const, 'right' as const, 'all' as const) }),
    fc.record({ do: fc.constant('label' as const), at: fc.nat(9) }),
    fc.record({ do: fc.constant('pin' as const), at: fc.nat(9), pinned: fc.boolean() }),
    fc.record({ do: fc.constant('place' as const), at: fc.nat(9), to: fc.nat(9) }),
  )

  it('leaves unique tabs with an active one among them, and survives being kept and read', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state: TabsState = NO_TABS
        steps.forEach((one, index) => {
          const id = state.tabs[one.do === 'open' ? 0 : one.at % Math.max(1, state.tabs.length)]?.id ?? 'none'
          if (one.do === 'open') state = openTab(state, one.address, `n${index}`, one.multi)
          else if (one.do === 'move' && id !== 'none') state = moveTab(state, id, one.address)
          else if (one.do === 'close') state = closeTabs(state, id, one.what)
          else if (one.do === 'label') state = labelTab(state, id, `L${index}`)
          else if (one.do === 'pin') state = pinTab(state, id, one.pinned)
          else if (one.do === 'place') state = placeTab(state, id, one.to)
          const pins = state.tabs.map((tab) => tab.pinned)
          expect(pins.lastIndexOf(true)).toBeLessThan(pins.includes(false) ? pins.indexOf(false) : pins.length)
          const ids = state.tabs.map((tab) => tab.id)
          expect(new Set(ids).size).toBe(ids.length)
          if (steps.slice(0, index + 1).some((done) => done.do === 'open')) expect(ids).toContain(state.activeId)
        })
        expect(parseTabs(JSON.stringify(state))).toEqual(state)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what was kept', () => {
  it('is no tabs when it is missing, broken or not ours', () => {
    for (const text of [null, '', '{', '[]', 'null', '{"tabs":1}', '{"tabs":[{}]}', '{"tabs":[{"id":"a","key":"/a","address":"https://evil.example"}]}'])
      expect(parseTabs(text)).toEqual(NO_TABS)
  })

  it('shows the first tab when the active one is unknown', () => {
    expect(parseTabs('{"tabs":[{"id":"a","key":"/a","address":"/a"}],"activeId":"gone"}').activeId).toBe('a')
  })
})
