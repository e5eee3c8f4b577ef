import type { SessionUser } from '../../session/session-api.ts'
import { may, useSession } from '../../session/session-store.ts'
import { screenEntries } from '../preferences/setup.ts'
import { type ScreenEntry, screenOf } from './routing.ts'

/** The screen that stands for a list's permission, where the person can open it: in one of their applications, or in all. */
export function screenFor(user: SessionUser | null, permission: string): ScreenEntry | undefined {
  const entry = screenOf(screenEntries(), permission)
  if (entry?.screen.everywhere) return may(user, permission) ? entry : undefined
  return user?.applications.some(({ code }) => code === entry?.subsystem) ? entry : undefined
}

/** Hook of `screenFor` for the person signed in. */
export function useScreenOf(): (permission: string) => ScreenEntry | undefined {
  const user = useSession((state) => state.user)
  return (permission) => screenFor(user, permission)
}
