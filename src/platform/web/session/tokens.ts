/** Both names are fixed by the product's specification; other tools of the operator read them. */
export const ACCESS_KEY = 'access_token'
export const REFRESH_KEY = 'refresh_token'
const CLIENT_KEY = 'client_id'

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
  localStorage.setItem(ACCESS_KEY, tokens.accessToken)
}

export function clearTokens(): void {
  localStorage.removeItem(REFRESH_KEY)
  localStorage.removeItem(CLIENT_KEY)
  localStorage.removeItem(ACCESS_KEY)
}
