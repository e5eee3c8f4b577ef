import { ApiError, SessionEndedError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { reportError } from '../api/report-error.ts'
import { currentLanguage, shellText } from '../i18n.ts'
import { notify } from '../shell/notices/notify.ts'
import { portalSetup, sessionApi } from '../shell/preferences/setup.ts'
import { hasTabs } from '../shell/tabs/tab-key.ts'
import { type Cause, following, subjectOf } from './follow.ts'
import { forgetActivity, markActive } from './idle.ts'
import { onRevision } from './revision.ts'
import type { ClientApplication } from './session-api.ts'
import { sessionGone, sessionLoading, sessionReady, useSession } from './session-store.ts'
import { ACCESS_KEY, clearTokens, readTokens, type StoredTokens, storeTokens } from './tokens.ts'

const NO_ACCESS_SECONDS = 4

/** Picks up the session kept in the browser. Rejects when the server cannot be asked now; may be called again. */
export async function resumeSession(): Promise<void> {
  const tokens = readTokens()
  if (!tokens) return sessionGone()
  sessionLoading(tokens.clientId)
  try {
    await takeUser(tokens.clientId, subjectOf(tokens))
  } catch (error) {
    if (error instanceof SessionEndedError) return abandonSession()
    throw error
  }
}

/**
 * Makes freshly issued tokens the session of this browser. False, with the product's notice, when the
 * person has no authorization entry for the application: then the session is given back.
 */
export async function establishSession(tokens: StoredTokens, application: ClientApplication): Promise<boolean> {
  storeTokens(tokens)
  markActive()
  const language = currentLanguage()
  const user = await sessionApi().info()
  if (user.permissions.length === 0 && !user.mustChangePassword) {
    await sessionApi()
      .logout(tokens)
      .catch(() => undefined)
    abandonSession()
    refuseAccess(application)
    return false
  }
  const returning = useSession.getState().phase === 'ended'
  markSignedIn(user.account)
  sessionReady(user, language, tokens.clientId, subjectOf(tokens))
  // Screens that stood under the dialog ask again for what they were refused.
  if (returning) void queryClient.invalidateQueries()
  return true
}

const SIGNED_IN_KEY = 'signed_in'

/** This window is where the person signed in: it opens, and keeps for the next time, all of their pages. */
function markSignedIn(account: string): void {
  sessionStorage.setItem(SIGNED_IN_KEY, account)
}

export function signedInHere(account: string): boolean {
  return sessionStorage.getItem(SIGNED_IN_KEY) === account
}

async function takeUser(clientId: string, subject: string | null): Promise<void> {
  const language = currentLanguage()
  sessionReady(await sessionApi().info(), language, clientId, subject)
  // Meanwhile the tokens may have become another person's, and the answer theirs.
  follow('looked')
}

/** Asks again who is signed in: the names of applications and roles come in the person's language. */
export async function refreshUser(): Promise<void> {
  const { phase, clientId, subject } = useSession.getState()
  if (phase === 'ready') await takeUser(clientId, subject)
}

let asking: Promise<void> | undefined
let askAgain = false

/** Asks what the person may do now; asked while an answer is under way, once more after it. */
export function askRights(): void {
  askAgain = asking !== undefined
  asking ??= refreshUser()
    .catch(() => undefined)
    .finally(() => {
      asking = undefined
      if (askAgain) askRights()
    })
}

/** Rights change under a person's hands: menu, buttons and applications follow the next answer that says so, or a look back at the page. */
export function followRights(): void {
  onRevision(askRights)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') askRights()
  })
}

/** Where an application opens. */
const homeOf = (clientId: string): string => portalSetup().homes[clientId] ?? '/'

/** Where the person left an application in this window, else where it opens. */
const placeIn = (clientId: string): string => (hasTabs(useSession.getState().user?.account ?? '', clientId) ? '/' : homeOf(clientId))

/** This page itself is trying the tokens of another application. */
let switching = false

let keepOpenPages: () => Promise<void> = async () => undefined

/** What is kept under the application of the session has to be kept before its tokens are another's; called once at start. */
export function provideKeeper(keep: () => Promise<void>): void {
  keepOpenPages = keep
}

/**
 * Goes to another application: its tokens, its user information, then a reload at an address of it; without one where the person left it,
 * in this window, or at its home. Without authorization entries the previous tokens stay; when the server refuses, the session is cleared.
 */
export async function switchApplication(application: ClientApplication, address = placeIn(application.code)): Promise<void> {
  const previous = readTokens()
  if (!previous) return abandonSession()
  switching = true
  try {
    await keepOpenPages()
    const tokens = await sessionApi().exchange(application.code)
    if (!tokens) return refuseAccess(application)
    storeTokens({ ...tokens, clientId: application.code })
    const user = await sessionApi().info()
    if (user.permissions.length > 0 || user.mustChangePassword) return window.location.assign(address)
    storeTokens(previous)
    refuseAccess(application)
  } catch (error) {
    reportError(error, { command: true })
    if (error instanceof ApiError) abandonSession()
    else storeTokens(previous)
  } finally {
    switching = false
  }
}

function refuseAccess(application: ClientApplication): void {
  notify({ kind: 'error', title: shellText('common.error'), text: shellText('session.noAccess', { name: application.name }), seconds: NO_ACCESS_SECONDS })
}

/** Ends the session at the server and here; here also when the server does not answer. */
export async function signOut(): Promise<void> {
  const tokens = readTokens()
  try {
    if (tokens) await sessionApi().logout(tokens)
  } catch {
    // The person leaves either way.
  } finally {
    abandonSession()
  }
}

/** Clears what the browser keeps of the session; the shell then shows the sign-in page. */
export function abandonSession(): void {
  clearTokens()
  forgetActivity()
  queryClient.clear()
  sessionGone()
}

/** Follows what other windows of the same browser do: signing out, in, as somebody else, or switching the application. */
export function followOtherWindows(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === ACCESS_KEY || event.key === null) follow('signal')
  })
  // A page that was frozen or kept for going back has not been notified of what happened in between.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow('looked')
  })
}

function follow(cause: Cause): void {
  const tokens = readTokens()
  const what = switching ? 'nothing' : following(useSession.getState(), tokens, cause)
  if (what === 'gone' || what === 'replaced') {
    queryClient.clear()
    sessionGone()
  }
  // Nothing that the page holds in memory is the next person's business, nor is the address.
  if (what === 'replaced') window.location.assign(homeOf(tokens?.clientId ?? ''))
  if (what === 'switched') useSession.setState({ switchedElsewhere: true })
  if (what === 'resume') void resumeSession().catch(() => undefined)
}
