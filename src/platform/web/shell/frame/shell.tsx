import { Layout } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLanguage, useShellText } from '../../i18n.ts'
import { useIdleTimer } from '../../session/idle.ts'
import { refreshUser } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { AntdRoot } from '../look/antd-root.tsx'
import { useMedia } from '../look/use-media.ts'
import { SideMenu } from '../menu/side-menu.tsx'
import { OfflineBanner } from '../notices/offline-banner.tsx'
import { changeSettings, useSettings } from '../preferences/settings.ts'
import { portalSetup } from '../preferences/setup.ts'
import { persistently } from '../routing/chunks.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { TabBar } from '../tabs/tab-bar.tsx'
import { TabPanels } from '../tabs/tab-panels.tsx'
import { productTitle } from './brand.tsx'
import { Brand, Header } from './header.tsx'
import { WindowTitle } from './title.ts'
import './shell.css'

// What few need, or only later, comes when it is needed.
const MenuDrawer = lazyPart(() => import('../menu/menu-drawer.tsx'))
// Without it nobody could go on: it is fetched for as long as it takes.
const SessionDialogs = lazy(() => persistently(() => import('./session-dialog.tsx')))
const NARROW = '(max-width: 991px)'
const TIGHT = '(max-width: 1199px)'

/** Names in the user information follow the language. */
function useUserInLanguage(): void {
  const language = useLanguage()
  // The language of the person may have come after the information was asked for.
  const asked = useRef(useSession.getState().userLanguage)
  useEffect(() => {
    if (asked.current === language) return
    asked.current = language
    // The switch itself may have brought them.
    if (useSession.getState().userLanguage === language) return
    refreshUser().catch(() => undefined)
  }, [language])
}

/** True while the page is being scrolled down: the header may step aside. */
function useScrolledDown(enabled: boolean): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    if (!enabled) return setDown(false)
    let last = window.scrollY
    const scrolled = () => {
      const at = window.scrollY
      if (Math.abs(at - last) > 8) setDown(at > last && at > 96)
      last = at
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => window.removeEventListener('scroll', scrolled)
  }, [enabled])
  return down
}

/** Whether the menu is folded, and what folds or unfolds it. In a window that is not wide it begins folded, whatever is kept for wider ones. */
function useFold(): [boolean, () => void] {
  const kept = useSettings((state) => state.siderCollapsed)
  const tight = useMedia(TIGHT)
  const [unfolded, setUnfolded] = useState(false)
  return tight ? [!unfolded, () => setUnfolded(!unfolded)] : [kept, () => changeSettings({ siderCollapsed: !kept })]
}

/** Past header, menu and tabs, without a step in the history: the address belongs to the tab. */
function toContent(): void {
  document.getElementById('content')?.focus()
}

/** The frame of the portal for somebody signed in. */
export default function Shell() {
  const t = useShellText()
  const settings = useSettings()
  const mustChange = useSession((state) => state.user?.mustChangePassword ?? false)
  const ended = useSession((state) => state.phase === 'ended')
  const interrupted = useSession((state) => state.phase === 'ended' || state.switchedElsewhere || state.idleEndsAt !== null)
  const narrow = useMedia(NARROW)
  const [folded, fold] = useFold()
  const [menuOpen, setMenuOpen] = useState(false)
  const top = settings.layout === 'top'
  const away = useScrolledDown(settings.fixedHeader && settings.autoHideHeader)
  useIdleTimer()
  useUserInLanguage()
  const { PasswordRequired } = portalSetup().identity
  const headClass = ['bt-head', settings.fixedHeader && 'bt-head-fixed', away && 'bt-head-away', top && 'bt-head-menu'].filter(Boolean).join(' ')
  return (
    <AntdRoot>
      <WindowTitle />
      <button type="button" className="bt-skip" onClick={toContent}>
        {t('shell.skip')}
      </button>
      <Layout hasSider={!top && !narrow} className={ended ? 'bt-layout bt-layout-veiled' : 'bt-layout'} data-tabs={settings.multiTab}>
        {!top && !narrow && (
          <Layout.Sider
            width={232}
            collapsedWidth={56}
            collapsed={folded}
            theme="light"
            className={settings.fixedSider ? 'bt-sider bt-sider-fixed' : 'bt-sider'}
          >
            <Brand small={folded} />
            <nav aria-label={t('shell.menu')}>
              <SideMenu mode="inline" collapsed={folded} />
            </nav>
          </Layout.Sider>
        )}
        {narrow && <MenuDrawer open={menuOpen} onClose={() => setMenuOpen(false)} />}
        <Layout>
          <div className={headClass}>
            <Header narrow={narrow} top={top} folded={folded} onFold={fold} onMenu={() => setMenuOpen(true)} />
            {settings.multiTab && !mustChange && <TabBar />}
          </div>
          <OfflineBanner />
          <Layout.Content id="content" className={settings.contentWidth === 'fixed' ? 'bt-content bt-content-fixed' : 'bt-content'} tabIndex={-1}>
            {mustChange ? <PasswordRequired /> : <TabPanels />}
          </Layout.Content>
          <Layout.Footer className="bt-footer">
            © {new Date().getFullYear()} {productTitle()} · {t('shell.footer')}
          </Layout.Footer>
        </Layout>
      </Layout>
      {interrupted && (
        <Suspense>
          <SessionDialogs />
        </Suspense>
      )}
    </AntdRoot>
  )
}
