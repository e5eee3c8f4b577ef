import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined'
import MenuOutlined from '@ant-design/icons/MenuOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined'
import SkinOutlined from '@ant-design/icons/SkinOutlined'
import { Button, Layout } from 'antd'
import { Suspense, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { DownloadsButton } from '../../kit/export/downloads-panel.tsx'
import { useSession } from '../../session/session-store.ts'
import { LanguageSelect } from '../look/language-select.tsx'
import { SideMenu } from '../menu/side-menu.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { applicationName, portalSetup } from '../preferences/setup.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { BrandMark, productTitle } from './brand.tsx'

const ThemeDrawer = lazyPart(() => import('../look/theme-drawer.tsx'))

/** Mark and title, leading home. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <PageLink to="/" className="bt-brand" aria-label={productTitle()}>
      <BrandMark />
      {!small && <span>{productTitle()}</span>}
    </PageLink>
  )
}

function Appearance() {
  const t = useShellText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="text" icon={<SkinOutlined />} aria-label={t('theme.open')} title={t('theme.open')} onClick={() => setOpen(true)} />
      <ThemeDrawer open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface HeaderProps {
  narrow: boolean
  top: boolean
  folded: boolean
  onFold: () => void
  onMenu: () => void
}

/** The line on top: menu button, application, and on its end language, appearance and account. */
export function Header({ narrow, top, folded, onFold, onMenu }: HeaderProps) {
  const t = useShellText()
  const clientId = useSession((state) => state.clientId)
  const mustChange = useSession((state) => state.user?.mustChangePassword ?? false)
  const applications = useSession((state) => state.user?.applications ?? [])
  const { AccountMenu } = portalSetup().identity
  return (
    <Layout.Header className={top ? 'bt-header bt-header-top' : 'bt-header'}>
      {narrow && <Button type="text" icon={<MenuOutlined />} aria-label={t('shell.openMenu')} onClick={onMenu} />}
      {!narrow && !top && (
        <Button
          type="text"
          icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={folded ? t('shell.expand') : t('shell.collapse')}
          aria-expanded={!folded}
          onClick={onFold}
        />
      )}
      {top && !narrow ? (
        <>
          <Brand />
          <nav className="bt-top-menu" aria-label={t('shell.menu')}>
            <SideMenu mode="horizontal" />
          </nav>
        </>
      ) : (
        <span className="bt-application">{applicationName(applications, clientId)}</span>
      )}
      <div className="bt-header-end">
        {!mustChange && (
          <>
            <PaletteButton />
            <DownloadsButton />
            <Suspense>
              {Object.entries(portalSetup().headerTools).map(([name, Tool]) => (
                <Tool key={name} />
              ))}
            </Suspense>
          </>
        )}
        <LanguageSelect />
        <Appearance />
        <AccountMenu />
      </div>
    </Layout.Header>
  )
}
