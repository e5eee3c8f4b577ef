import { theme as antdTheme, type ThemeConfig } from 'antd'
import type { Settings } from '../preferences/settings.ts'
import type { Palette } from './palette.ts'

export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** antd's theme from our palette; `still` for who asks the system for less movement. Rows are 40 px (compact 32): text line 22 + paddings + border. */
export function antdThemeOf(settings: Pick<Settings, 'theme' | 'density'>, palette: Palette, still: boolean): ThemeConfig {
  const compact = settings.density === 'compact'
  return {
    algorithm: settings.theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    token: {
      colorPrimary: palette.primary,
      colorInfo: settings.theme === 'dark' ? '#65a9f3' : '#0958d9',
      colorError: palette.wrong,
      colorLink: palette.link,
      colorLinkHover: palette.link,
      colorLinkActive: palette.link,
      colorText: palette.text,
      colorTextSecondary: palette.textSoft,
      colorTextTertiary: palette.textFaint,
      colorTextDescription: palette.textFaint,
      colorTextPlaceholder: palette.textFaint,
      colorTextHeading: palette.text,
      colorBgLayout: palette.layout,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.border,
      colorBorderSecondary: palette.border,
      colorSplit: palette.border,
      controlItemBgActive: palette.tint,
      controlItemBgActiveHover: palette.tint,
      controlItemBgHover: palette.hover,
      fontFamily: FONT,
      fontSize: 14,
      lineHeight: 22 / 14,
      borderRadius: 6,
      controlHeight: compact ? 28 : 32,
      motion: !still,
      motionDurationSlow: '0.16s',
      motionDurationMid: '0.12s',
      boxShadowTertiary: 'none',
      // What is focused has one ring everywhere (focus.css).
      controlOutlineWidth: 0,
    },
    components: componentsOf(palette, compact),
  }
}

/** What differs from the tokens, a component each. */
function componentsOf(palette: Palette, compact: boolean): NonNullable<ThemeConfig['components']> {
  const solid = { colorTextLightSolid: palette.onPrimary }
  return {
    Button: {
      primaryColor: palette.onPrimary,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      defaultHoverColor: palette.link,
      defaultActiveColor: palette.link,
      fontWeight: 500,
    },
    Table: {
      cellFontSize: 13,
      cellPaddingBlock: compact ? 4.5 : 8.5,
      cellPaddingInline: 12,
      headerBg: palette.headBg,
      headerColor: palette.textSoft,
      headerSplitColor: 'transparent',
      rowHoverBg: palette.hover,
      borderColor: palette.border,
      footerBg: palette.headBg,
      headerBorderRadius: 0,
    },
    Pagination: { itemActiveColor: palette.link, itemActiveColorHover: palette.link },
    DatePicker: solid,
    Calendar: solid,
    Steps: solid,
    Tabs: { itemSelectedColor: palette.link, itemHoverColor: palette.link, itemActiveColor: palette.link },
    Menu: {
      itemHeight: 36,
      itemBorderRadius: 6,
      itemMarginInline: 8,
      subMenuItemBg: 'transparent',
      itemBg: 'transparent',
      itemSelectedBg: palette.tint,
      itemSelectedColor: palette.link,
      itemHoverBg: palette.hover,
      activeBarBorderWidth: 0,
    },
    Layout: {
      bodyBg: palette.layout,
      headerBg: palette.surface,
      headerHeight: 48,
      headerPadding: '0 16px',
      footerBg: 'transparent',
      footerPadding: '12px 16px',
      siderBg: palette.siderBg,
      lightSiderBg: palette.siderBg,
    },
    Descriptions: { labelColor: palette.textSoft },
    Form: { labelColor: palette.textSoft, verticalLabelPadding: '0 0 4px' },
    Select: { optionSelectedBg: palette.tint, optionActiveBg: palette.hover },
    Segmented: { itemSelectedBg: palette.surface },
    Checkbox: { colorWhite: palette.onPrimary },
  }
}

/** The side menu has colours of its own, on top of the theme: it stays dark beside light content. */
export function siderThemeOf(palette: Palette): ThemeConfig {
  return {
    components: {
      Menu: {
        itemBg: palette.siderBg,
        subMenuItemBg: palette.siderBg,
        popupBg: palette.siderBg,
        itemColor: palette.siderText,
        itemHoverColor: palette.siderSelectedText,
        itemHoverBg: palette.siderHover,
        itemActiveBg: palette.siderHover,
        itemSelectedBg: palette.siderSelectedBg,
        itemSelectedColor: palette.siderSelectedText,
        subMenuItemSelectedColor: palette.siderSelectedText,
        groupTitleColor: palette.siderSoft,
        horizontalItemSelectedColor: palette.siderSelectedText,
      },
    },
  }
}
