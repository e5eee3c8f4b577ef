import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import viVN from 'antd/locale/vi_VN'
import { type ReactNode, useMemo } from 'react'
import { useLanguage, useShellText } from '../../i18n.ts'
import { useSettings } from '../preferences/settings.ts'
import { paletteOf } from './palette.ts'
import { antdThemeOf } from './theme.ts'
import { useMedia } from './use-media.ts'

/** antd in our colours and the person's language. Stands around what uses antd, so that the sign-in page can do without. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const settings = useSettings()
  const language = useLanguage()
  const t = useShellText()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdThemeOf(settings, paletteOf(settings), still), [settings, still])
  const empty = useMemo(() => () => <span className="bt-empty">{t('common.empty')}</span>, [t])
  return (
    <ConfigProvider theme={theme} locale={language === 'vi' ? viVN : enUS} renderEmpty={empty} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
