import type { Language } from '#kernel/language.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionApi } from '../shell/preferences/setup.ts'
import { sessionReady, useSession } from './session-store.ts'

/** What the server says on the page in front, and who is signed in, in another language: all of it changes in one drawing. */
export async function translate(language: Language): Promise<() => void> {
  const before = useSession.getState()
  const ready = before.phase === 'ready'
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const [user] = await Promise.all([
    ready
      ? sessionApi()
          .info(language)
          .catch(() => undefined)
      : undefined,
    // One that fails is asked for again, and says so, when it is drawn.
    ...shown.map(({ meta }) => meta?.inLanguage && queryClient.prefetchQuery({ ...meta.inLanguage(language), meta: { quiet: true }, retry: false })),
  ])
  return () => {
    const now = useSession.getState()
    const same = now.phase === 'ready' && now.subject === before.subject && now.clientId === before.clientId && now.user === before.user
    if (user && same) sessionReady(user, language, now.clientId, now.subject)
  }
}
