import { describe, expect, it } from 'vitest'
import { COLOURS, DEFAULT_SETTINGS, parseSettings, SETTINGS } from '../preferences/settings.ts'
import { contrast, mix, readable, textOn } from './contrast.ts'
import { cssVariables, paletteOf } from './palette.ts'

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(textOn('#faad14')).toBe('#1f1f1f')
    expect(textOn('#722ed1')).toBe('#ffffff')
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080')
  })

  it('moves a colour no further than it must', () => {
    expect(readable('#1f1f1f', '#ffffff')).toBe('#1f1f1f')
    expect(contrast(readable('#faad14', '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(readable('#faad14', '#ffffff'), '#ffffff')).toBeLessThan(4.8)
  })
})

const themes = (['light', 'dark'] as const).flatMap((theme) =>
  (['light', 'dark'] as const).flatMap((menuTheme) => SETTINGS.colour.options.map((colour) => ({ theme, menuTheme, colour }))),
)

describe.each(themes)('the palette $theme, menu $menuTheme, $colour', (settings) => {
  const palette = paletteOf(settings)
  it('can be read everywhere (AA)', () => {
    const { layout, surface, hover, headBg, tint } = palette
    for (const background of [layout, surface, hover, headBg, tint])
      for (const text of [palette.text, palette.textSoft, palette.textFaint])
        expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
    for (const background of [layout, surface, hover, tint]) expect(contrast(palette.link, background), `link on ${background}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.wrong, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.siderText, palette.siderBg)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.siderText, palette.siderHover)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.siderSelectedText, palette.siderSelectedBg)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows where the focus is on every ground (3:1)', () => {
    const { focus, siderFocus, layout, surface, raised, hover, headBg, tint, siderBg, siderHover, siderSelectedBg } = palette
    for (const ground of [layout, surface, raised, hover, headBg, tint]) expect(contrast(focus, ground), `focus on ${ground}`).toBeGreaterThanOrEqual(3)
    for (const ground of [siderBg, siderHover, siderSelectedBg]) expect(contrast(siderFocus, ground), `focus on ${ground}`).toBeGreaterThanOrEqual(3)
  })
})

describe('settings', () => {
  it('fall back one by one', () => {
    expect(parseSettings(null)).toEqual(DEFAULT_SETTINGS)
    expect(parseSettings('{"theme":"dark","layout":"diagonal","fixedHeader":"yes","unknown":1}')).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(parseSettings('[')).toEqual(DEFAULT_SETTINGS)
    expect(parseSettings('null')).toEqual(DEFAULT_SETTINGS)
  })

  it('start as the product does', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      menuTheme: 'dark',
      layout: 'side',
      contentWidth: 'fluid',
      fixedHeader: false,
      fixedSider: false,
      colourWeak: false,
      multiTab: true,
    })
    expect(COLOURS[DEFAULT_SETTINGS.colour]).toBe('#FAAD14')
  })

  it('become CSS custom properties', () => {
    expect(cssVariables(paletteOf(DEFAULT_SETTINGS))).toMatchObject({
      '--bt-primary': '#faad14',
      '--bt-on-primary': '#1f1f1f',
      '--bt-sider-selected-bg': expect.stringMatching(/^#/),
    })
  })
})
