import { create } from 'zustand'
import type { Language } from '#kernel/language.ts'
import { forgetRevision } from './revision.ts'
import type { OwnApplication, SessionUser } from './session-api.ts'

/** Why a session stopped under the person's hands. */
export type EndReason = 'idle' | 'expired'

interface SessionState {
  /** ended: the screens stay where they are under a dialog; anonymous: nothing of a session is left. */
  phase: 'anonymous' | 'loading' | 'ready' | 'ended'
  user: SessionUser | null
  /** The language of the names in it. */
  userLanguage: Language | null
  clientId: string
  /** `sub` of the tokens the user was asked with: other windows may leave another person's behind. */
  subject: string | null
  endedBy: EndReason | null
  /** When the session ends unless the person does something: while it is about to. */
  idleEndsAt: number | null
  /** Another window of the browser works in another application now; the tokens are its. */
  switchedElsewhere: boolean
  /** Somebody was signed in since the page was loaded: where they were is no business of who comes next. */
  used: boolean
}

const NOBODY: SessionState = {
  phase: 'anonymous',
  user: null,
  userLanguage: null,
  clientId: '',
  subject: null,
  endedBy: null,
  idleEndsAt: null,
  switchedElsewhere: false,
  used: false,
}

export const useSession = create<SessionState>(() => NOBODY)

export function sessionLoading(clientId: string): void {
  useSession.setState((state) => ({ ...state, phase: 'loading', clientId, endedBy: null }))
}

export function sessionReady(user: SessionUser, userLanguage: Language, clientId: string, subject: string | null): void {
  useSession.setState({ phase: 'ready', user, userLanguage, clientId, subject, endedBy: null, idleEndsAt: null, switchedElsewhere: false, used: true })
}

/** The server refuses the session or the person was away too long. Keeps the user, so that the same one may sign in again in place. */
export function sessionEnded(endedBy: EndReason): void {
  const { phase } = useSession.getState()
  if (phase === 'anonymous' || phase === 'ended') return
  if (phase === 'loading' && !useSession.getState().user) {
    sessionGone()
    return
  }
  useSession.setState({ phase: 'ended', endedBy, idleEndsAt: null })
}

export function sessionGone(): void {
  forgetRevision()
  useSession.setState({ ...NOBODY, used: useSession.getState().used })
}

/** True when the current person holds one of the permission uris ('signed-in' and 'public' are held by everybody). */
export function may(user: Pick<SessionUser, 'permissions'> | null, ...permissions: readonly string[]): boolean {
  return permissions.some((one) => one === 'public' || one === 'signed-in' || user?.permissions.includes(one))
}

/** Hook of `may` for the person signed in. */
export function usePermission(...permissions: readonly string[]): boolean {
  return useSession((state) => may(state.user, ...permissions))
}

/** The applications that are offered to a person: those with a screen for them. */
export function offeredApplications(user: Pick<SessionUser, 'applications'> | null): OwnApplication[] {
  return user?.applications.filter(({ screens }) => screens.length > 0) ?? []
}
