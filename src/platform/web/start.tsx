import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useNavigate } from 'react-router'
import { watchConnection } from './api/connection.ts'
import { firstWords, provideLabels, provideTranslator } from './i18n.ts'
import { followEvents } from './live/live.ts'
import { followOtherWindows, followRights } from './session/session.ts'
import { sessionLoading } from './session/session-store.ts'
import { readTokens } from './session/tokens.ts'
import { Inside, Portal } from './shell/frame/portal.tsx'
import { Root } from './shell/frame/root.tsx'
import { ErrorBoundary } from './shell/notices/error-boundary.tsx'
import { watchPreferences } from './shell/preferences/preferences.ts'
import { type PortalSetup, provideSetup } from './shell/preferences/setup.ts'
import { provideHistory } from './shell/routing/navigation.ts'
import { ignoreSecondPress } from './shell/tabs/double-click.ts'

/** Lends the history of the browser to what is no component. */
function History() {
  const navigate = useNavigate()
  useLayoutEffect(() => provideHistory({ navigate }), [navigate])
  return null
}

/** Where the screens of an application are, ahead of the first that opens; what fails here is fetched again there. */
function fetchScreens({ modules }: PortalSetup, application: string): void {
  for (const { manifest, screens } of modules) if (manifest.subsystem === application) screens().catch(() => undefined)
}

/** Brings the portal up in the page; called once by the composition root. */
export async function startPortal(setup: PortalSetup): Promise<void> {
  provideSetup(setup)
  provideLabels(setup.labels)
  provideTranslator(async (language) => (await import('./session/translate.ts')).translate(language))
  watchConnection()
  ignoreSecondPress()
  followEvents()
  watchPreferences()
  followOtherWindows()
  followRights()
  const tokens = readTokens()
  if (tokens) {
    sessionLoading(tokens.clientId)
    fetchScreens(setup, tokens.clientId)
  }
  const place = document.getElementById('root')
  if (!place) throw new Error('no #root in the page')
  await firstWords()
  createRoot(place).render(
    <StrictMode>
      <Root>
        {/* A press on a tab shows the page at once, not when nothing else is left to do. */}
        <BrowserRouter useTransitions={false}>
          <History />
          <ErrorBoundary>
            <Portal />
          </ErrorBoundary>
        </BrowserRouter>
        {/* Not below the router: with each new address React would look through all open pages for what asks for it. */}
        <Inside />
      </Root>
    </StrictMode>,
  )
}
