import { mix, readable, textOn } from '../look/contrast.ts'
import { COLOURS, type Settings } from '../preferences/settings.ts'

/** Colours of one theme, chosen so that every text passes AA on what it stands on. */
export interface Palette {
  layout: string
  surface: string
  raised: string
  hover: string
  /** Head and sums of tables. */
  headBg: string
  border: string
  text: string
  textSoft: string
  textFaint: string
  primary: string
  onPrimary: string
  /** What is wrong with a field. */
  wrong: string
  /** Links and active text: the primary colour as far as it can be read. */
  link: string
  /** A breath of the primary colour: selected rows, active items. */
  tint: string
  siderBg: string
  siderText: string
  siderSoft: string
  siderHover: string
  siderSelectedBg: string
  siderSelectedText: string
  siderBorder: string
}

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
const LINK_BASE = { gold: '#ad6800' } as const

function siderOf(dark: boolean, primary: string) {
  if (dark) {
    const siderBg = '#17181b'
    return {
      siderBg,
      siderText: '#c9cacc',
      siderSoft: '#9a9b9f',
      siderHover: '#24262a',
      siderSelectedBg: mix(primary, siderBg, 0.16),
      siderSelectedText: readable(primary, mix(primary, siderBg, 0.16)),
      siderBorder: '#2b2d31',
    }
  }
  const siderSelectedBg = mix(primary, '#ffffff', 0.14)
  return {
    siderBg: '#ffffff',
    siderText: '#3b3b39',
    siderSoft: '#676763',
    siderHover: '#f5f5f3',
    siderSelectedBg,
    siderSelectedText: readable(primary, siderSelectedBg),
    siderBorder: LIGHT.border,
  }
}

export function paletteOf(settings: Pick<Settings, 'theme' | 'menuTheme' | 'colour'>): Palette {
  const dark = settings.theme === 'dark'
  const base = dark ? DARK : LIGHT
  const primary = COLOURS[settings.colour].toLowerCase()
  const tint = mix(primary, base.surface, dark ? 0.16 : 0.1)
  const linkBase = !dark && settings.colour === 'gold' ? LINK_BASE.gold : primary
  const darkMenu = dark || settings.menuTheme === 'dark'
  return { ...base, primary, onPrimary: textOn(primary), link: readable(linkBase, tint), tint, ...siderOf(darkMenu, primary) }
}

/** CSS custom properties of a palette: surface → --bt-surface, textSoft → --bt-text-soft. */
export function cssVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--bt-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value]))
}
