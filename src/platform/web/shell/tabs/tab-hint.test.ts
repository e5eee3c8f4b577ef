import { expect, it } from 'vitest'
import { alikeTabs, hintText } from './tab-hint.ts'
import { NO_TABS, openTab } from './tabs.ts'

it('says days by their name, and a value whose words have not come not at all', () => {
  expect(hintText([{ period: 'today' }])).toBe('Hôm nay')
  expect(hintText([{ text: 'Lỗi' }, { period: 'last:7' }])).toBe('Lỗi, 7 ngày qua')
  expect(hintText([{ labels: 'none.such', value: 'FAILED' }])).toBe('')
  expect(hintText(undefined)).toBe('')
})

it('says a condition by its name, and that it is not met', () => {
  const condition = { entity: 'shared.record', field: 'pendingRequestId' }
  expect(hintText([{ ...condition, met: true }])).toBe('Yêu cầu chờ duyệt')
  expect(hintText([{ ...condition, met: false }])).toBe('Yêu cầu chờ duyệt: Không')
})

it('finds the tabs of one screen that have no name of their own', () => {
  const state = ['/list?status=FAILED', '/list', '/detail/1', '/other'].reduce((now, address, at) => openTab(now, address, `t${at}`), NO_TABS)
  expect([...alikeTabs(state.tabs)].sort()).toEqual(['t0', 't1'])
})
