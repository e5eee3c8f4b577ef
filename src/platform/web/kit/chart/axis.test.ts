import { afterAll, expect, it, vi as mock } from 'vitest'
import { setLanguage } from '../../i18n.ts'
import { onAxis } from './axis.ts'

const figures = [0, 950, 1_500, 12_500_000, 1_200_000_000, -3_000_000_000]
afterAll(() => mock.unstubAllGlobals())

it('says thousands, millions and billions as people do', async () => {
  expect(figures.map(onAxis)).toEqual(['0', '950', '1,5 nghìn', '12,5 triệu', '1,2 tỷ', '-3 tỷ'])
  mock.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  mock.stubGlobal('document', { documentElement: { lang: 'vi' } })
  await setLanguage('en')
  expect(figures.map(onAxis)).toEqual(['0', '950', '1.5K', '12.5M', '1.2B', '-3B'])
})
