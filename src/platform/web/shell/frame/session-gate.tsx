import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { shellText, useShellText } from '../../i18n.ts'
import { resumeSession } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import '../notices/exception.css'

export function Loading() {
  return (
    <div className="bt-exception" role="status">
      <span className="bt-visually-hidden">{shellText('common.loading')}</span>
      <span className="bt-spin" aria-hidden="true" />
    </div>
  )
}

/** Waits for the user information of a kept session; when the server cannot give it now, says so and offers to try again. */
export function SessionGate({ children }: { children: ReactNode }) {
  const t = useShellText()
  const waiting = useSession((state) => state.phase === 'loading')
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs it again
  useEffect(() => {
    if (!waiting) return
    setError(null)
    resumeSession().catch(setError)
  }, [waiting, attempt])
  if (!waiting) return children
  if (!error) return <Loading />
  return (
    <div className="bt-exception" role="alert">
      <h1>{t('common.error')}</h1>
      <p>{error instanceof ApiError ? error.message : t('common.networkGone')}</p>
      <button type="button" className="bt-button bt-button-primary" onClick={() => setAttempt(attempt + 1)}>
        {t('common.retry')}
      </button>
    </div>
  )
}
