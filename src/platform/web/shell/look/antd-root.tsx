import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import viVN from 'antd/locale/vi_VN'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useLanguage, useShellText } from '../../i18n.ts'
import { useSettings } from '../preferences/settings.ts'
import { paletteOf } from './palette.ts'
import { antdThemeOf } from './theme.ts'
import { useMedia } from './use-media.ts'

/** antd writes the mark of the tone elsewhere than all other words of the product do. */
const cancelText = 'Huỷ'
const vietnamese: typeof viVN = {
  ...viVN,
  ...(viVN.Modal ? { Modal: { ...viVN.Modal, cancelText } } : {}),
  ...(viVN.Popconfirm ? { Popconfirm: { ...viVN.Popconfirm, cancelText } } : {}),
}

/** antd in our colours and the person's language. Stands around what uses antd, so that the sign-in page can do without. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const settings = useSettings()
  const language = useLanguage()
  const t = useShellText()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdThemeOf(settings, paletteOf(settings), still), [settings, still])
  useEffect(keepClearIconsOutOfTabOrder, [])
  const empty = useMemo(() => () => <span className="bt-empty">{t('common.empty')}</span>, [t])
  return (
    <ConfigProvider theme={theme} locale={language === 'vi' ? vietnamese : enUS} renderEmpty={empty} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}

/**
 * The icons that empty a field are for the mouse; antd draws them as buttons among the fields. They are taken out before the key is acted on:
 * at once, and again once the field has taken what was typed, which may have brought one.
 */
function keepClearIconsOutOfTabOrder(): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return
    for (const icon of document.querySelectorAll<HTMLElement>('button:is(.ant-input-clear-icon, .ant-select-clear, .ant-picker-clear)')) icon.tabIndex = -1
  }
  document.addEventListener('keydown', onKey, true)
  window.addEventListener('keydown', onKey)
  return () => {
    document.removeEventListener('keydown', onKey, true)
    window.removeEventListener('keydown', onKey)
  }
}
