/** Both names are fixed by the product's specification; other tools of the operator read them. */
export const ACCESS_KEY = 'access_token'
export const REFRESH_KEY = 'refresh_token'
const CLIENT_KEY = 'client_id'
/** When the access token came, by the clock of this machine. */
const SINCE_KEY = 'access_token_since'

export interface Tokens {
  accessToken: string
  refreshToken: string
}

export interface StoredTokens extends Tokens {
  clientId: string
}

export function readTokens(): StoredTokens | null {
  const accessToken = localStorage.getItem(ACCESS_KEY)
  const refreshToken = localStorage.getItem(REFRESH_KEY)
  const clientId = localStorage.getItem(CLIENT_KEY)
  return accessToken && refreshToken && clientId ? { accessToken, refreshToken, clientId } : null
}

/** The access token goes last: other windows wake up on it and must find the rest in place. */
export function storeTokens(tokens: StoredTokens): void {
  localStorage.setItem(CLIENT_KEY, tokens.clientId)
  localStorage.setItem(REFRESH_KEY, tokens.refreshToken)
  localStorage.setItem(SINCE_KEY, String(Date.now()))
  localStorage.setItem(ACCESS_KEY, tokens.accessToken)
}

export function clearTokens(): void {
  localStorage.removeItem(REFRESH_KEY)
  localStorage.removeItem(CLIENT_KEY)
  localStorage.removeItem(SINCE_KEY)
  localStorage.removeItem(ACCESS_KEY)
}

/** A token is renewed so long before its end. */
const MARGIN_MS = 10_000

/**
 * True when the kept access token has come to its end, or nearly. By how long it lives and when it came: the clock of this machine may
 * differ from the server's. A token that does not say is used until the server refuses it.
 */
export function isSpent(token: string, now: number): boolean {
  const since = Number(localStorage.getItem(SINCE_KEY) ?? Number.NaN)
  return now - since > lifetimeOf(token) - MARGIN_MS
}

/** Milliseconds; NaN when the token does not say. */
function lifetimeOf(token: string): number {
  const { iat, exp } = payloadOf(token)
  return (Number(exp) - Number(iat)) * 1000
}

/** What a token says, unchecked; nothing for what is no token. */
export function payloadOf(token: string): { iat?: unknown; exp?: unknown; sub?: unknown } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return Object(JSON.parse(atob(payload)))
  } catch {
    return {}
  }
}
