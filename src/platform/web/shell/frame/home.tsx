import RightOutlined from '@ant-design/icons/RightOutlined'
import { isoLocal } from '#kernel/dates.ts'
import { titleOf, useLanguage, useShellText } from '../../i18n.ts'
import { switchApplication } from '../../session/session.ts'
import { offeredApplications, useSession } from '../../session/session-store.ts'
import { MenuIcon } from '../menu/icons.tsx'
import { useMenu } from '../menu/use-menu.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { type MenuEntry, menuScreens } from '../routing/routing.ts'
import './home.css'

const HomeWork = lazyPart(() => import('./home-work.tsx'))

function greeting(hour: number): 'home.morning' | 'home.afternoon' | 'home.evening' {
  if (hour < 12) return 'home.morning'
  return hour < 18 ? 'home.afternoon' : 'home.evening'
}

/** The portal keeps Vietnamese time, wherever the browser stands. */
const vietnamHour = (now: Date) => Number(isoLocal(now).slice(11, 13))

function Group({ entry }: { entry: MenuEntry }) {
  return (
    <section className="bt-home-group">
      <h3>
        <MenuIcon name={entry.icon} />
        {entry.path ? <PageLink to={entry.path}>{titleOf(entry)}</PageLink> : titleOf(entry)}
      </h3>
      {!entry.path && (
        <ul>
          {menuScreens([entry]).map((screen) => (
            <li key={screen.key}>
              <PageLink to={screen.path ?? '/'}>{titleOf(screen)}</PageLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The start page of an application: what waits for the person, what they may open in it, and the other applications. */
export function Home() {
  const t = useShellText()
  useLanguage()
  const user = useSession((state) => state.user)
  const clientId = useSession((state) => state.clientId)
  const menu = useMenu()
  const others = offeredApplications(user).filter((one) => one.code !== clientId)
  return (
    <div className="bt-home">
      <h1>{t(greeting(vietnamHour(new Date())), { name: user?.fullName ?? '' })}</h1>
      {user?.unitName && <p className="bt-home-unit">{user.unitName}</p>}
      <HomeWork />
      {menu.length > 0 ? (
        <>
          <h2>{t('home.screens')}</h2>
          <div className="bt-home-groups">
            {menu.map((entry) => (
              <Group key={entry.key} entry={entry} />
            ))}
          </div>
        </>
      ) : (
        <p>
          {t('shell.noScreens')}
          <br />
          {t('shell.noScreensHint')}
        </p>
      )}
      {others.length > 0 && (
        <>
          <h2>{t('home.applications')}</h2>
          <ul className="bt-home-applications">
            {others.map((one) => (
              <li key={one.code}>
                <button type="button" onClick={() => void switchApplication(one)}>
                  <span>{one.name}</span>
                  <RightOutlined aria-label={t('home.enter')} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
