import { ApiError, NetworkError, SessionEndedError } from '../api/api-error.ts'
import { sessionApi } from '../shell/preferences/setup.ts'
import { clearTokens, readTokens, storeTokens } from './tokens.ts'

const LOCK = 'session-refresh'
let inFlight: Promise<string> | undefined

/**
 * An access token other than `used`. All calls of this page share one refresh, and all windows
 * of the browser take turns through a Web Lock: whoever comes second finds the first one's tokens.
 * Rejects with SessionEndedError when the server refuses, NetworkError or ApiError when it cannot answer now.
 */
export function freshAccessToken(used: string): Promise<string> {
  inFlight ??= exclusively(() => refresh(used)).finally(() => {
    inFlight = undefined
  })
  return inFlight
}

function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist in secure contexts only; elsewhere the page alone is single-flight.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}

async function refresh(used: string): Promise<string> {
  const stored = readTokens()
  if (!stored) throw new SessionEndedError('JWT-001')
  if (stored.accessToken !== used) return stored.accessToken
  try {
    const tokens = await once(() => sessionApi().refresh(stored))
    storeTokens({ ...tokens, clientId: stored.clientId })
    return tokens.accessToken
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      clearTokens()
      throw new SessionEndedError(error.code)
    }
    throw error
  }
}

/** A lost answer may be asked for once more: the server repeats it while the new token is unused. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NetworkError) return work()
    throw error
  }
}
