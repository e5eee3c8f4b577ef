import { describe, expect, it } from 'vitest'
import { clampWidth, NO_LAYOUT, orderedFields, placeField, showField, visibleFields } from './column-settings.ts'

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

  it('move to a place, and not off the edge', () => {
    const moved = placeField(FIELDS, NO_LAYOUT, 'status', 1)
    expect(orderedFields(FIELDS, moved)).toEqual(['code', 'status', 'amount', 'note'])
    expect(orderedFields(FIELDS, placeField(FIELDS, moved, 'code', 3))).toEqual(['status', 'amount', 'note', 'code'])
    expect(placeField(FIELDS, moved, 'code', -1)).toBe(moved)
    expect(placeField(FIELDS, moved, 'unknown', 1)).toBe(moved)
  })

  it('survive fields that come and go with a release', () => {
    const layout = { order: ['gone', 'status', 'code'], hidden: ['gone'], widths: {}, pins: {} }
    expect(orderedFields(FIELDS, layout)).toEqual(['status', 'code', 'amount', 'note'])
  })

  it('are never all hidden', () => {
    expect(visibleFields(FIELDS, { ...NO_LAYOUT, hidden: FIELDS })).toEqual(['code'])
  })

  it('are of a width that can be read and does not fill the screen', () => {
    expect([clampWidth(123.6), clampWidth(5), clampWidth(5000)]).toEqual([124, 56, 800])
  })
})
