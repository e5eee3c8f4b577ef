import { useEffect } from 'react'
import { showTimestamp } from '#kernel/dates.ts'
import { findTasks } from '#kernel/home.ts'
import { listViews, viewAddress } from '#kernel/views.ts'
import { messageOf } from '../../api/api-error.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { ensureLabels, useLanguage, useShellText } from '../../i18n.ts'
import { showCount } from '../../kit/sizes.ts'
import { useSession } from '../../session/session-store.ts'
import { useRecent } from '../preferences/preferences.ts'
import { screenEntries } from '../preferences/setup.ts'
import { PageLink } from '../routing/page-link.tsx'
import { findScreen, type ScreenEntry } from '../routing/routing.ts'
import { useScreenOf } from '../routing/use-screen-of.ts'
import { screenTitle } from './title.ts'
import './home-work.css'

const REFRESH_MS = 60_000

/** The words of screens of other modules; until they have come, the name of the application stands. */
function useScreenWords(entries: readonly ScreenEntry[]): void {
  const modules = entries.map(({ module }) => module).join(' ')
  useEffect(() => {
    if (modules) ensureLabels(modules.split(' ')).catch(() => undefined)
  }, [modules])
}

/** The name of the application that a link leads to, where that is another one. */
function Elsewhere({ entry: { subsystem, screen } }: { entry: ScreenEntry }) {
  const user = useSession((state) => state.user)
  const here = useSession((state) => state.clientId)
  const name = subsystem === here || screen.everywhere ? undefined : user?.applications.find(({ code }) => code === subsystem)?.name
  return name === undefined ? null : <small>{name}</small>
}

interface Read {
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** What stands in the place of rows that are not there yet, or do not come. */
function NotYet({ query: { error, refetch } }: { query: Read }) {
  const t = useShellText()
  if (error)
    return (
      <p className="bt-home-note" role="alert">
        {messageOf(error)}{' '}
        <button type="button" className="bt-button" onClick={() => void refetch()}>
          {t('common.retry')}
        </button>
      </p>
    )
  return (
    <p className="bt-home-note" aria-busy="true">
      …
    </p>
  )
}

function Tasks() {
  const t = useShellText()
  const language = useLanguage()
  const entryOf = useScreenOf()
  const here = useSession((state) => state.clientId)
  const query = useContractQuery(findTasks, {}, { quiet: true, refetchInterval: REFRESH_MS })
  if (!query.data) return <NotYet query={query} />
  const found = query.data.flatMap(({ permission, ...task }) => {
    const entry = entryOf(permission)
    return entry && task.count > 0 ? [{ ...task, entry, address: `${entry.screen.path}?${task.query}` }] : []
  })
  // Those of the application that one is in come first.
  const waiting = [...found.filter(({ entry }) => entry.subsystem === here), ...found.filter(({ entry }) => entry.subsystem !== here)]
  if (waiting.length === 0) return <p className="bt-home-note">{t('home.noTasks')}</p>
  return (
    <ul className="bt-home-rows">
      {waiting.map(({ key, title, count, deadline, address, entry }) => (
        <li key={key}>
          <PageLink to={address}>
            <span className="bt-home-what">
              <span>{title}</span>
              <Elsewhere entry={entry} />
              {deadline && <small className="bt-num">{t('home.due', { at: showTimestamp(deadline).slice(0, -':00'.length) })}</small>}
            </span>
            <strong className="bt-num">{showCount(count, language)}</strong>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function RecentRecords() {
  const t = useShellText()
  const places = useRecent((state) => state.places)
  const found = places.flatMap(({ address, title }) => {
    const entry = findScreen(screenEntries(), address)
    return entry && (address.includes('?') || Object.keys(entry.params).length > 0) ? [{ address, title, entry }] : []
  })
  useScreenWords(found.map(({ entry }) => entry))
  if (found.length === 0) return <p className="bt-home-note">{t('home.noRecent')}</p>
  return (
    <ul className="bt-home-rows">
      {found.map(({ address, title, entry }) => (
        <li key={address}>
          <PageLink to={address}>
            <span className="bt-home-what">
              <span>{title}</span>
              <small>{screenTitle(address)}</small>
              <Elsewhere entry={entry} />
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function PinnedViews() {
  const t = useShellText()
  const entryOf = useScreenOf()
  const query = useContractQuery(listViews, {}, { quiet: true })
  const pinned = (query.data ?? []).flatMap(({ id, name, permission, pinned: isPinned }) => {
    const entry = isPinned ? entryOf(permission) : undefined
    return entry ? [{ id, name, entry }] : []
  })
  useScreenWords(pinned.map(({ entry }) => entry))
  if (!query.data) return <NotYet query={query} />
  if (pinned.length === 0) return <p className="bt-home-note">{t('home.noPinned')}</p>
  return (
    <ul className="bt-home-rows">
      {pinned.map(({ id, name, entry }) => (
        <li key={id}>
          <PageLink to={viewAddress(entry.screen.path, id)}>
            <span className="bt-home-what">
              <span>{name}</span>
              <small>{screenTitle(entry.screen.path)}</small>
              <Elsewhere entry={entry} />
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** What a person's day begins with: what waits for them, the records they opened last, and the views they have pinned. */
export default function HomeWork() {
  const t = useShellText()
  const parts = { tasks: Tasks, recent: RecentRecords, pinned: PinnedViews } as const
  return (
    <div className="bt-home-work">
      {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => {
        const Part = parts[name]
        return (
          <section key={name} aria-labelledby={`home-${name}`}>
            <h2 id={`home-${name}`}>{t(`home.${name}`)}</h2>
            <Part />
          </section>
        )
      })}
    </div>
  )
}
