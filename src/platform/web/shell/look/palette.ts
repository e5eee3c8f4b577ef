import { COLOURS, type Settings } from '../preferences/settings.ts'
import { mix, readable, textOn } from './contrast.ts'

const LIGHT = {
  layout: '#f5f5f3',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#fafaf8',
  headBg: '#f8f8f5',
  border: '#e4e4df',
  text: '#1f1f1f',
  textSoft: '#595957',
  textFaint: '#676763',
  wrong: '#c4151c',
}
const DARK = {
  layout: '#111214',
  surface: '#1a1b1e',
  raised: '#222327',
  hover: '#202125',
  headBg: '#212226',
  border: '#34363b',
  text: '#ececea',
  textSoft: '#b4b5b3',
  textFaint: '#a3a4a8',
  wrong: '#ff8a85',
}
/** Gold for reading: the design's #AD6800, which on grey rows needs to be a touch darker. */
const LINK_GOLD = '#ad6800'
const SIDER_LIGHT = {
  siderBg: '#ffffff',
  siderText: '#3b3b39',
  siderSoft: '#676763',
  siderHover: '#f5f5f3',
  siderBorder: LIGHT.border,
}
const SIDER_DARK = {
  siderBg: '#17181b',
  siderText: '#c9cacc',
  siderSoft: '#9a9b9f',
  siderHover: '#24262a',
  siderBorder: '#2b2d31',
}

/** Colours of one theme, chosen so that every text passes AA on what it stands on. */
export function paletteOf(settings: Pick<Settings, 'theme' | 'menuTheme' | 'colour'>) {
  const dark = settings.theme === 'dark'
  const base = dark ? DARK : LIGHT
  const primary = COLOURS[settings.colour].toLowerCase()
  // A breath of the primary colour: selected rows, active items.
  const tint = mix(primary, base.surface, dark ? 0.16 : 0.1)
  const darkMenu = dark || settings.menuTheme === 'dark'
  const sider = darkMenu ? SIDER_DARK : SIDER_LIGHT
  const siderSelectedBg = mix(primary, sider.siderBg, darkMenu ? 0.16 : 0.14)
  // Links and active text: the primary colour as far as it can be read.
  const link = readable(readable(!dark && settings.colour === 'gold' ? LINK_GOLD : primary, tint), base.layout)
  const siderSelectedText = readable(primary, siderSelectedBg)
  return {
    ...base,
    primary,
    onPrimary: textOn(primary),
    link,
    tint,
    // The ring around what is focused stands apart from every ground (3:1); a gap keeps it from the colour of a button.
    focus: link,
    ...sider,
    siderSelectedBg,
    siderSelectedText,
    siderFocus: siderSelectedText,
  }
}

export type Palette = ReturnType<typeof paletteOf>

/** CSS custom properties of a palette: surface → --bt-surface, textSoft → --bt-text-soft. */
export function cssVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--bt-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value]))
}
