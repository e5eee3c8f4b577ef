import { describe, expect, it } from 'vitest'
import { clampWidth, moveField, NO_LAYOUT, orderedFields, parseLayout, showField, visibleFields } from './column-settings.ts'

const FIELDS = ['code', 'amount', 'status', 'note']

describe('the columns of a person', () => {
  it('are those of the screen until something is chosen', () => {
    expect(visibleFields(FIELDS, NO_LAYOUT, ['note'])).toEqual(['code', 'amount', 'status'])
  })

  it('keep what the screen held back when the first one is hidden', () => {
    const layout = showField(NO_LAYOUT, 'status', false, ['note'])
    expect(visibleFields(FIELDS, layout, ['note'])).toEqual(['code', 'amount'])
    expect(visibleFields(FIELDS, showField(layout, 'note', true), ['note'])).toEqual(['code', 'amount', 'note'])
  })

  it('move one place, and not off the edge', () => {
    const moved = moveField(FIELDS, NO_LAYOUT, 'status', -1)
    expect(orderedFields(FIELDS, moved)).toEqual(['code', 'status', 'amount', 'note'])
    expect(moveField(FIELDS, moved, 'code', -1)).toBe(moved)
    expect(moveField(FIELDS, moved, 'unknown', 1)).toBe(moved)
  })

  it('survive fields that come and go with a release', () => {
    const layout = { order: ['gone', 'status', 'code'], hidden: ['gone'], widths: {} }
    expect(orderedFields(FIELDS, layout)).toEqual(['status', 'code', 'amount', 'note'])
  })

  it('are never all hidden', () => {
    expect(visibleFields(FIELDS, { ...NO_LAYOUT, hidden: FIELDS })).toEqual(['code'])
  })

  it('are read back, whatever was kept', () => {
    expect(parseLayout('{"order":["a",1],"hidden":["b"],"widths":{"a":5000,"b":"x","c":10}}')).toEqual({
      order: ['a'],
      hidden: ['b'],
      widths: { a: 800, c: 56 },
    })
    for (const text of [null, '', '{', '7']) expect(parseLayout(text)).toEqual(NO_LAYOUT)
    expect(clampWidth(123.6)).toBe(124)
  })
})
