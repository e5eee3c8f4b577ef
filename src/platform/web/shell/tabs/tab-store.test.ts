import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_TABS } from '#kernel/preferences.ts'
import { arrive, leaveTabs, useTabs } from './tab-store.ts'

beforeEach(leaveTabs)

/** Somebody opens a page of their own accord; answers its tab. */
const open = (address: string) => arrive({ address, tabId: null, how: 'PUSH', multi: true }).id
const search = (tabId: string, address: string) => arrive({ address, tabId, how: 'PUSH', multi: true })
const stepTo = (tabId: string, address: string) => arrive({ address, tabId, how: 'POP', multi: true })
const addresses = () => useTabs.getState().tabs.map((tab) => tab.address)

describe('a jump over several steps of the history', () => {
  it('into an older search of a page that is not in front finds that page as it was left', () => {
    const list = open('/list')
    search(list, '/list?code=2')
    search(list, '/list?code=3')
    const detail = open('/detail/1')
    expect(stepTo(list, '/list?code=2')).toEqual({ id: list, address: '/list?code=3', full: false, closed: null })
    expect(addresses()).toEqual(['/list?code=3', '/detail/1'])
    expect(useTabs.getState().activeId).toBe(list)
    // Once it is in front, further steps lead through its searches.
    expect(stepTo(list, '/list?code=2').address).toBe('/list?code=2')
    expect(stepTo(detail, '/detail/1').id).toBe(detail)
  })

  it('closes nothing where as many pages are open as there may be', () => {
    const list = open('/list')
    search(list, '/list?code=2')
    search(list, '/list?code=3')
    for (let at = 1; at < MAX_TABS; at++) open(`/detail/${at}`)
    expect(stepTo(list, '/list?code=2')).toEqual({ id: list, address: '/list?code=3', full: false, closed: null })
    expect(addresses()).toHaveLength(MAX_TABS)
  })

  it('to what another page shows brings that one to the front', () => {
    const first = open('/detail/1')
    const second = open('/detail/2')
    expect(stepTo(first, '/detail/2').id).toBe(second)
  })

  it('to a page that was closed opens it again', () => {
    open('/list')
    expect(stepTo('gone', '/detail/9').address).toBe('/detail/9')
    expect(addresses()).toEqual(['/list', '/detail/9'])
  })
})
