import { useSession } from '../../session/session-store.ts'
import { screenEntries } from '../preferences/setup.ts'
import { type ScreenEntry, screenOf } from './routing.ts'

/** The screen that stands for a list's permission, where one of the person's applications has it. */
export function useScreenOf(): (permission: string) => ScreenEntry | undefined {
  const applications = useSession((state) => state.user?.applications ?? [])
  return (permission) => {
    const entry = screenOf(screenEntries(), permission)
    return entry && applications.some(({ code }) => code === entry.subsystem) ? entry : undefined
  }
}
