import { expect, it } from 'vitest'
import { boxOf, freePlace } from './free-place.ts'

const window = { width: 1440, height: 900 }
const button = (left: number, top: number) => ({ left, top, right: left + 90, bottom: top + 32 })

it('stands in the middle of the lower edge while nothing is pressed there', () => {
  expect(freePlace(window, [])).toBe('bottom')
  expect(freePlace(window, [button(1300, 850), button(20, 850)])).toBe('bottom')
})

it('steps aside from the buttons of a form or a drawer', () => {
  expect(freePlace(window, [button(700, 850), button(600, 850)])).toBe('bottomLeft')
  expect(freePlace(window, [button(700, 850), button(100, 830)])).toBe('top')
})

it('covers as little as can be where all places are taken', () => {
  const narrow = { width: 390, height: 844 }
  expect(freePlace(narrow, [button(100, 800), button(200, 800), button(100, 20)])).toBe('top')
  const save = { ...button(200, 800), weight: 4 }
  expect(freePlace(narrow, [button(100, 800), save, button(100, 20), button(100, 60)])).toBe('top')
})

it('moves for what comes under it, and for nothing else', () => {
  expect(freePlace(window, [button(700, 850)], 'bottom')).toBe('bottomLeft')
  expect(freePlace(window, [], 'top')).toBe('top')
  expect(freePlace(window, [button(700, 850)], 'top')).toBe('top')
})

it('lies within the window', () => {
  for (const size of [window, { width: 390, height: 844 }])
    for (const place of ['bottom', 'bottomLeft', 'top', 'bottomRight', 'topRight'] as const) {
      const box = boxOf(place, size)
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(size.width)
      expect(box.bottom).toBeLessThanOrEqual(size.height)
    }
})
